import { resolve } from 'node:path';
import { z } from 'zod';

/** What the server is told by its environment, checked once at start. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Origin that people use, without a trailing slash; `null`: the printed address. */
  publicUrl: string | null;
  supportContact: string | null;
  demo: boolean;
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

const demo = z
  .string()
  .default('0')
  .refine((text) => [...TRUE, ...FALSE].includes(text.toLowerCase()), {
    error: 'must be 1 or 0',
  })
  .transform((text) => TRUE.includes(text.toLowerCase()));

/** One entry per variable; the example file is tested against it. */
export const environmentSchema = z.object({
  PORT: port,
  HOST: host,
  CRECE_DATA_DIR: folder,
  CRECE_PUBLIC_URL: publicUrl,
  CRECE_SUPPORT_CONTACT: supportContact,
  CRECE_DEMO: demo,
});

export type ParsedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads the configuration from environment variables; a variable that is empty counts as absent.
 * Every problem is listed, in plain words, e.g. `PORT must be a whole number … (it is "abc")`.
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
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        return `${name} ${message} (it is "${given[name]}")`;
      }),
    };
  }
  const { data } = parsed;
  return {
    ok: true,
    config: {
      port: data.PORT,
      host: data.HOST,
      dataDir: data.CRECE_DATA_DIR,
      publicUrl: data.CRECE_PUBLIC_URL,
      supportContact: data.CRECE_SUPPORT_CONTACT,
      demo: data.CRECE_DEMO,
    },
  };
}
