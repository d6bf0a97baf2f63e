import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const ANSWER_MS = 8_000;

export interface Through {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a certificate that is not trusted is a fault. */
  readonly isStrict?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** When the certificate ends; `null` without one. */
  readonly certificateEnds: Date | null;
}

function certificateEndOf(response: IncomingMessage): Date | null {
  const { socket } = response;
  if (!('getPeerCertificate' in socket)) return null;
  const read = socket.getPeerCertificate as () => { valid_to?: string };
  const { valid_to: ends } = read.call(socket);
  return ends === undefined ? null : new Date(ends);
}

/**
 * Asks an address as a phone does, through whatever stands in front of the server. The answer is taken
 * before a body is sent: one may be announced by `content-length` that never comes.
 */
export function askThrough(
  address: URL,
  { method = 'GET', headers = {}, isStrict = true }: Through,
) {
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    ...{ method, headers, rejectUnauthorized: isStrict, agent: false },
    signal: AbortSignal.timeout(ANSWER_MS),
  };
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<HttpAnswer>((resolve, reject) => {
    const sent = request(address, options);
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      const certificateEnds = certificateEndOf(response);
      let text = '';
      response.on('data', (bytes: Buffer) => {
        text += bytes.toString();
      });
      response.once('error', reject);
      response.once('end', () => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text, certificateEnds });
      });
    });
    sent.once('upgrade', (response: IncomingMessage, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: '', certificateEnds: null });
    });
    // With a body that is only announced, the headers must leave by themselves.
    sent.flushHeaders();
    if (headers['content-length'] === undefined) sent.end();
  });
}
