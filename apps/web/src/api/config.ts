import { getJson, HttpError } from './http.ts';

/** What the server tells every visitor about itself. */
export interface ServerConfig {
  /** Demonstration mode: an empty test unit fills itself when opened. */
  demo: boolean;
  /** Whom to ask for help; null: "your administrator". */
  supportContact: string | null;
}

const STORED_UNDER = 'crece.config';
const TIME_LIMIT_MS = 3_000;
const UNKNOWN: ServerConfig = { demo: false, supportContact: null };

function readConfig(raw: unknown): ServerConfig | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { demo, supportContact } = raw as Record<string, unknown>;
  return {
    demo: demo === true,
    supportContact:
      typeof supportContact === 'string' && supportContact !== '' ? supportContact : null,
  };
}

/** The configuration as the server gave it last, kept for the times without a connection. */
export function storedConfig(): ServerConfig | null {
  const text = localStorage.getItem(STORED_UNDER);
  if (text === null) return null;
  try {
    return readConfig(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Asks the server and keeps its answer; without an answer, what was kept last. */
export async function fetchConfig(): Promise<ServerConfig> {
  try {
    const config = readConfig(await getJson('/api/config', TIME_LIMIT_MS));
    if (config === null) return storedConfig() ?? UNKNOWN;
    localStorage.setItem(STORED_UNDER, JSON.stringify(config));
    return config;
  } catch (cause) {
    const isOffline = cause instanceof HttpError && cause.code === 'no-response';
    if (!isOffline) console.warn('The server did not tell its configuration.', cause);
    return storedConfig() ?? UNKNOWN;
  }
}
