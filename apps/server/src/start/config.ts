import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { SHORTEST_SECRET } from '../accounts/secret-file.ts';
import { isLoopback } from '../http/addresses.ts';
import { type MailConfig, mailConfigOf, mailEnvironment } from '../mail/mail-config.ts';
import { parseSocialProviders, type SocialProvider } from '../social/social-config.ts';
import {
  type CouchConfig,
  couchConfigOf,
  couchEnvironment,
} from '../store/couchdb/couch-config.ts';

/** The proxies whose forwarded client address is trusted: none, or those at these addresses. */
export type TrustProxy = false | string[];

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the server puts a backup each night. */
export interface BackupConfig {
  /** Absolute path. */
  folder: string;
  /** Recipients of age; empty: not encrypted. */
  recipients: string[];
  /** How many stay, as `7d,4w,12m`. */
  keep: string;
}

/** The configuration from the environment, checked once at start. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Origin that people use, without a trailing slash; `null`: the printed address. */
  publicUrl: string | null;
  supportContact: string | null;
  demo: boolean;
  /** Signs sessions; `null`: the one in the data folder. */
  secret: string | null;
  trustProxy: TrustProxy;
  /** How long an entry of the audit log is kept, in days. */
  auditDays: number;
  /** Databases in CouchDB; `null`: in files of the data folder. */
  couch: CouchConfig | null;
  mail: MailConfig;
  /** The server's own backups; `null`: it makes none. */
  backup: BackupConfig | null;
  /** Whether a new version begins without the backup that its first start makes. */
  upgradeWithoutBackup: boolean;
  /** Opens `/metrics` to other machines; `null`: only this machine may read it. */
  metricsToken: string | null;
  /** From which level on a line is logged. */
  logLevel: LogLevel;
  /** The providers of social sign-in. */
  socialProviders: readonly SocialProvider[];
}

const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];
const MAX_PORT = 65_535;
const MAX_CONTACT_LENGTH = 200;

const port = z
  .string()
  .default('3000')
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT, {
    error: `must be a whole number from 0 to ${MAX_PORT}; 0 takes any free port`,
  })
  .transform(Number);

const host = z
  .string()
  .default('127.0.0.1')
  .refine((text) => /^[A-Za-z0-9.:_%-]+$/.test(text), {
    error: 'must be an address or a host name such as 127.0.0.1 or 0.0.0.0',
  });

const folder = z
  .string()
  .default('./data')
  .transform((path) => resolve(path));

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
}

const publicUrl = z
  .string()
  .refine(isOrigin, {
    error: 'must be an address like https://crece.example.org, without a path',
  })
  .transform((text) => new URL(text).origin)
  .nullable()
  .default(null);

const supportContact = z
  .string()
  .max(MAX_CONTACT_LENGTH, { error: `must have at most ${MAX_CONTACT_LENGTH} characters` })
  .nullable()
  .default(null);

const yesOrNo = z
  .string()
  .default('0')
  .refine((text) => [...TRUE, ...FALSE].includes(text.toLowerCase()), {
    error: 'must be 1 or 0',
  })
  .transform((text) => TRUE.includes(text.toLowerCase()));

/** What stood in the examples of earlier versions: everybody knows it. */
const EXAMPLE_SECRET = 'put-a-long-random-text-in-this-place';

/** Fewer are a pattern, which somebody may try. */
const DIFFERENT_CHARACTERS = 10;

const secret = z
  .string()
  .min(SHORTEST_SECRET, { error: `must have at least ${SHORTEST_SECRET} characters` })
  .refine((text) => text !== EXAMPLE_SECRET, {
    error: 'is the text of the example, which everybody knows: leave it empty, and one is made',
  })
  .refine((text) => text.length < SHORTEST_SECRET || new Set(text).size >= DIFFERENT_CHARACTERS, {
    error: `must have at least ${DIFFERENT_CHARACTERS} different characters: leave it empty, and one is made`,
  })
  .nullable()
  .default(null);

const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (PROXY_NETWORKS.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

/**
 * `true` and a number of proxies are refused: with neither could a proxy be distinguished from a
 * client that writes the same header.
 */
const trustProxy = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((networks) => networks.every((network) => network === '' || isNetwork(network)), {
    error: 'must be the addresses of the proxies in front, such as 127.0.0.1, 10.0.0.0/8',
  })
  .transform((networks): TrustProxy => {
    const named = networks.filter((network) => network !== '');
    return named.length === 0 ? false : named;
  });

const MAX_AUDIT_DAYS = 36_500;

const auditDays = z
  .string()
  .default('730')
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_AUDIT_DAYS, {
    error: `must be a whole number of days from 1 to ${MAX_AUDIT_DAYS}`,
  })
  .transform(Number);

const backupFolder = z
  .string()
  .transform((path) => resolve(path))
  .nullable()
  .default(null);

const RECIPIENT = /^age1[a-z0-9]{20,}$/;

const backupRecipients = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : part.trim())))
  .refine((recipients) => recipients.every((each) => RECIPIENT.test(each)), {
    error: 'must be recipients of age (age1…), with commas between',
  });

const backupKeep = z
  .string()
  .default('7d,4w,12m')
  .refine((text) => /^\d{1,3}d,\d{1,3}w,\d{1,3}m$/.test(text), {
    error: 'must be days, weeks and months, such as 7d,4w,12m',
  });

const SHORTEST_TOKEN = 16;

const metricsToken = z
  .string()
  .regex(/^\S+$/, { error: 'must be one word' })
  .min(SHORTEST_TOKEN, { error: `must have at least ${SHORTEST_TOKEN} characters` })
  .nullable()
  .default(null);

const logLevel = z.enum(LOG_LEVELS, { error: `must be ${LOG_LEVELS.join(', ')}` }).default('info');

/** One entry per variable; the example file is tested against it. */
export const environmentSchema = z.object({
  PORT: port,
  HOST: host,
  CRECE_DATA_DIR: folder,
  CRECE_PUBLIC_URL: publicUrl,
  CRECE_SUPPORT_CONTACT: supportContact,
  CRECE_DEMO: yesOrNo,
  CRECE_SECRET: secret,
  CRECE_TRUST_PROXY: trustProxy,
  CRECE_AUDIT_DAYS: auditDays,
  CRECE_BACKUP_DIR: backupFolder,
  CRECE_BACKUP_RECIPIENTS: backupRecipients,
  CRECE_BACKUP_KEEP: backupKeep,
  CRECE_UPGRADE_WITHOUT_BACKUP: yesOrNo,
  CRECE_METRICS_TOKEN: metricsToken,
  CRECE_LOG_LEVEL: logLevel,
  ...couchEnvironment,
  ...mailEnvironment,
});

/** Secrets that are never printed, even when they are invalid. */
const NEVER_SHOWN = [
  ...['CRECE_SECRET', 'CRECE_SMTP_URL', 'CRECE_METRICS_TOKEN'],
  ...['COUCHDB_URL', 'COUCHDB_ADMIN_URL'],
];

/**
 * Links and addresses for phones must not be made from a request, which its sender can forge, and a
 * server cannot know by which of its addresses people reach it.
 */
function publicAddressOf(given: {
  HOST: string;
  CRECE_PUBLIC_URL: string | null;
}): { ok: true } | { ok: false; problems: string[] } {
  if (given.CRECE_PUBLIC_URL !== null || isLoopback(given.HOST)) return { ok: true };
  const problem = `CRECE_PUBLIC_URL must be set where HOST is not this machine alone (it is "${given.HOST}"): \
the address that people type, such as https://crece.example.org or http://192.168.1.7:3000`;
  return { ok: false, problems: [problem] };
}

function backupConfigOf(given: {
  CRECE_BACKUP_DIR: string | null;
  CRECE_BACKUP_RECIPIENTS: string[];
  CRECE_BACKUP_KEEP: string;
}): BackupConfig | null {
  const { CRECE_BACKUP_DIR: folder, CRECE_BACKUP_RECIPIENTS: recipients } = given;
  return folder === null ? null : { folder, recipients, keep: given.CRECE_BACKUP_KEEP };
}

export type ParsedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads the configuration from environment variables; an empty variable counts as absent. Reports
 * every problem in plain words, e.g. `PORT must be a whole number … (it is "abc")`.
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
): ParsedConfig {
  const given: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.shape)) {
    const text = environment[name]?.trim();
    if (text !== undefined && text !== '') given[name] = text;
  }
  const parsed = environmentSchema.safeParse(given);
  const social = parseSocialProviders(environment);
  const socialProblems = social.ok ? [] : social.problems;
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const shown = NEVER_SHOWN.includes(name) ? '' : ` (it is "${given[name]}")`;
      return `${name} ${message}${shown}`;
    });
    return { ok: false, problems: [...problems, ...socialProblems] };
  }
  const { data } = parsed;
  const couch = couchConfigOf(data);
  const mail = mailConfigOf(data);
  const address = publicAddressOf(data);
  if (!couch.ok || !mail.ok || !social.ok || !address.ok) {
    const problems = [address, couch, mail, social].flatMap((part) =>
      part.ok ? [] : part.problems,
    );
    return { ok: false, problems };
  }
  return {
    ok: true,
    config: {
      port: data.PORT,
      host: data.HOST,
      dataDir: data.CRECE_DATA_DIR,
      publicUrl: data.CRECE_PUBLIC_URL,
      supportContact: data.CRECE_SUPPORT_CONTACT,
      demo: data.CRECE_DEMO,
      secret: data.CRECE_SECRET,
      trustProxy: data.CRECE_TRUST_PROXY,
      auditDays: data.CRECE_AUDIT_DAYS,
      couch: couch.config,
      mail: mail.config,
      backup: backupConfigOf(data),
      upgradeWithoutBackup: data.CRECE_UPGRADE_WITHOUT_BACKUP,
      metricsToken: data.CRECE_METRICS_TOKEN,
      logLevel: data.CRECE_LOG_LEVEL,
      socialProviders: social.providers,
    },
  };
}
