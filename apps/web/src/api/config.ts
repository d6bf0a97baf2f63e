import { API_PATHS, type ConfigResponse } from '@crece/contract';
import {
  DEFAULT_PROGRAMME_SETTINGS,
  type ProgrammeSettings,
  readProgrammeSettings,
} from '@crece/domain';
import { getJson, HttpError } from './http.ts';

const STORED_UNDER = 'crece.config';
const TIME_LIMIT_MS = 3_000;
/** What counts until a server has told. */
export const UNKNOWN_CONFIG: ConfigResponse = {
  demo: false,
  supportContact: null,
  providers: [],
  programme: DEFAULT_PROGRAMME_SETTINGS,
};

function readProviders(raw: unknown): ConfigResponse['providers'] {
  if (!Array.isArray(raw)) return [];
  return (raw as Record<string, unknown>[]).flatMap(({ id, name }) =>
    typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [],
  );
}

function readConfig(raw: unknown): ConfigResponse | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { demo, supportContact, providers, programme } = raw as Record<string, unknown>;
  return {
    demo: demo === true,
    supportContact:
      typeof supportContact === 'string' && supportContact !== '' ? supportContact : null,
    providers: readProviders(providers),
    programme: readProgrammeSettings(programme),
  };
}

/** The configuration as the server gave it last, kept for the times without a connection. */
export function storedConfig(): ConfigResponse | null {
  const text = localStorage.getItem(STORED_UNDER);
  if (text === null) return null;
  try {
    return readConfig(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps settings of the programme that the server has just answered. */
export function storeProgramme(programme: ProgrammeSettings): ConfigResponse {
  const config = { ...(storedConfig() ?? UNKNOWN_CONFIG), programme };
  localStorage.setItem(STORED_UNDER, JSON.stringify(config));
  return config;
}

/** Asks the server and keeps its answer; without an answer, what was kept last. */
export async function fetchConfig(): Promise<ConfigResponse> {
  try {
    const config = readConfig(await getJson(API_PATHS.config, TIME_LIMIT_MS));
    if (config === null) return storedConfig() ?? UNKNOWN_CONFIG;
    localStorage.setItem(STORED_UNDER, JSON.stringify(config));
    return config;
  } catch (cause) {
    const isOffline = cause instanceof HttpError && cause.code === 'no-response';
    if (!isOffline) console.warn('The server did not tell its configuration.', cause);
    return storedConfig() ?? UNKNOWN_CONFIG;
  }
}
