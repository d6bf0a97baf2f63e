import { type ConfigResponse, PHONE_PATHS } from '@crece/contract';
import { getJson, HttpError } from './http.ts';

const STORED_UNDER = 'crece.config';
const TIME_LIMIT_MS = 3_000;

/** The server's configuration as this device knows it. */
export interface KnownConfig extends Omit<ConfigResponse, 'programme'> {
  /**
   * The settings of the programme as they were told, read by `data/programme.ts`: the first screens
   * need none of them, and so not what reads them.
   */
  programme?: unknown;
}

/** What counts until a server has told. */
export const UNKNOWN_CONFIG: KnownConfig = {
  demo: false,
  supportContact: null,
  providers: [],
};

function readProviders(raw: unknown): ConfigResponse['providers'] {
  if (!Array.isArray(raw)) return [];
  return (raw as Record<string, unknown>[]).flatMap(({ id, name }) =>
    typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [],
  );
}

function readConfig(raw: unknown): KnownConfig | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { demo, supportContact, providers, programme } = raw as Record<string, unknown>;
  return {
    demo: demo === true,
    supportContact:
      typeof supportContact === 'string' && supportContact !== '' ? supportContact : null,
    providers: readProviders(providers),
    programme,
  };
}

/** The configuration as the server gave it last, kept for the times without a connection. */
export function storedConfig(): KnownConfig | null {
  const text = localStorage.getItem(STORED_UNDER);
  if (text === null) return null;
  try {
    return readConfig(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps settings of the programme that the server has just answered. */
export function storeProgramme(programme: unknown): KnownConfig {
  const config = { ...(storedConfig() ?? UNKNOWN_CONFIG), programme };
  localStorage.setItem(STORED_UNDER, JSON.stringify(config));
  return config;
}

/** Asks the server and keeps its answer; without an answer, what was kept last. */
export async function fetchConfig(): Promise<KnownConfig> {
  try {
    const config = readConfig(await getJson(PHONE_PATHS.config, TIME_LIMIT_MS));
    if (config === null) return storedConfig() ?? UNKNOWN_CONFIG;
    localStorage.setItem(STORED_UNDER, JSON.stringify(config));
    return config;
  } catch (cause) {
    const isOffline = cause instanceof HttpError && cause.code === 'no-response';
    if (!isOffline) console.warn('The server did not tell its configuration.', cause);
    return storedConfig() ?? UNKNOWN_CONFIG;
  }
}
