import { API_PATHS } from '@crece/contract';
import { healthResponse, localEchoBody } from '@crece/contract/schemas';
import { LOCAL_WORD_HEADER, localWord } from '../http/local-word.ts';
import type { RunningNote } from '../start/running-note.ts';
import { askThrough, type HttpAnswer, type Through } from './ask-through.ts';
import {
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
  fault,
  warning,
} from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const CERTIFICATE_ENDS_SOON_MS = 14 * DAY_MS;
const UPLOAD_BYTES = 200 * 1024 * 1024;
/** An address of nobody (RFC 5737). */
const FORGED = '203.0.113.250';
const PROXY_FILES = 'take over deploy/nginx.conf or deploy/Caddyfile (docs/reverse-proxy.md)';

/** The public address, where there is one and a server that must be behind it. */
function publicSide({
  config,
  server,
}: DoctorParts): { origin: string; server: RunningNote } | null {
  return config.publicUrl === null || server === null ? null : { origin: config.publicUrl, server };
}

const wordsOf = (error: unknown): string => {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : String(error instanceof Error ? error.message : error);
};

/** Whether the public address leads to this very server: only then may it be told a word. */
async function isThisServer(origin: string, run: string, isStrict: boolean): Promise<boolean> {
  const { text } = await askThrough(new URL(API_PATHS.health, origin), { isStrict });
  const read = healthResponse.safeParse(parsed(text));
  return read.success && read.data.run === run;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks the server through the public address what arrives; `null`: it is not this server. */
async function echoThrough(parts: DoctorParts, through: Through): Promise<HttpAnswer | null> {
  const side = publicSide(parts);
  if (side === null || side.server.localSecret === '') return null;
  const { origin, server } = side;
  const known = await isThisServer(origin, server.run, false).catch(() => false);
  if (!known) return null;
  const word = { [LOCAL_WORD_HEADER]: localWord(server.localSecret, 'echo') };
  const headers = { ...word, 'content-length': '0', ...through.headers };
  // The certificate is another check's.
  return askThrough(new URL(API_PATHS.localEcho, origin), {
    ...through,
    method: 'POST',
    headers,
    isStrict: false,
  });
}

/** People reach this server where the settings say. */
export const publicAddress: DoctorCheck = {
  name: 'public address',
  async look(parts) {
    const side = publicSide(parts);
    if (side === null) return [];
    const { origin, server } = side;
    try {
      if (await isThisServer(origin, server.run, false)) return [];
      return [
        fault(
          `Behind ${origin} is another server, or another program.`,
          'correct CRECE_PUBLIC_URL, or the proxy',
        ),
      ];
    } catch (error) {
      return [
        fault(
          `${origin} is not reached from here (${wordsOf(error)}).`,
          'start the proxy, or correct CRECE_PUBLIC_URL',
        ),
      ];
    }
  },
};

/** The certificate is trusted, and for longer than a holiday. */
export const certificate: DoctorCheck = {
  name: 'certificate',
  async look(parts) {
    const side = publicSide(parts);
    if (side === null || !side.origin.startsWith('https:')) return [];
    const address = new URL(API_PATHS.health, side.origin);
    const renew = 'certbot renew; Caddy does it by itself';
    const findings: DoctorFinding[] = [];
    const isTrusted = await askThrough(address, {}).then(
      () => null,
      (error: unknown) => wordsOf(error),
    );
    const ends = await askThrough(address, { isStrict: false }).then(
      ({ certificateEnds }) => certificateEnds,
      () => null,
    );
    // Not reached: said by another check.
    if (ends === null) return [];
    const left = ends.getTime() - parts.clock().getTime();
    const day = ends.toISOString().slice(0, 10);
    if (left <= 0)
      findings.push(fault(`The certificate of ${side.origin} ended on ${day}.`, renew));
    else if (isTrusted !== null) {
      findings.push(
        fault(
          `The certificate of ${side.origin} is not trusted (${isTrusted}).`,
          'use the full chain of a certificate for this name',
        ),
      );
    }
    if (left > 0 && left < CERTIFICATE_ENDS_SOON_MS) {
      findings.push(warning(`The certificate of ${side.origin} ends on ${day}.`, renew));
    }
    return findings;
  },
};

/** What a sender writes about its address is not believed, and a proxy in front is known. */
export const forwardedFor: DoctorCheck = {
  name: 'addresses of senders',
  async look(parts) {
    const answer = await echoThrough(parts, { headers: { 'x-forwarded-for': FORGED } }).catch(
      () => null,
    );
    if (answer?.status !== 200) return [];
    const {
      ip,
      forwardedFor: arrived,
      trustsProxies,
    } = localEchoBody.parse(JSON.parse(answer.text));
    if (ip === FORGED) {
      return [
        fault(
          'Whoever sends a request chooses its address: limits on wrong passwords hold nobody, and the audit log shows what was invented.',
          `proxy_set_header X-Forwarded-For $remote_addr; ${PROXY_FILES}`,
        ),
      ];
    }
    // A proxy wrote what arrived, and the settings do not know it.
    if (!trustsProxies && arrived !== null && arrived !== FORGED) {
      return [
        fault(
          'A proxy stands in front, and the server does not know it: everybody seems to come from one address.',
          'CRECE_TRUST_PROXY=127.0.0.1 (the address of the proxy)',
        ),
      ];
    }
    return [];
  },
};

/** Uploads of 200 MB reach the server. */
export const uploadSize: DoctorCheck = {
  name: 'size of uploads',
  async look(parts) {
    const headers = { 'content-length': String(UPLOAD_BYTES) };
    const answer = await echoThrough(parts, { headers }).catch(() => null);
    if (answer?.status !== 413) return [];
    return [
      fault('The proxy refuses uploads of 200 MB.', `client_max_body_size 210m; ${PROXY_FILES}`),
    ];
  },
};

/** The channel of progress opens. */
export const webSocket: DoctorCheck = {
  name: 'websocket',
  async look(parts) {
    const side = publicSide(parts);
    if (
      side === null ||
      !(await isThisServer(side.origin, side.server.run, false).catch(() => false))
    )
      return [];
    const address = new URL('/socket.io/?EIO=4&transport=websocket', side.origin);
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('crece doctor 16b').toString('base64'),
    };
    const answer = await askThrough(address, { headers, isStrict: false }).catch(() => null);
    if (answer?.status === 101) return [];
    return [
      warning(
        'The proxy passes no websocket on: progress of reports comes late.',
        `proxy_set_header Upgrade $http_upgrade; ${PROXY_FILES}`,
      ),
    ];
  },
};
