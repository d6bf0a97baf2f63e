import type { ConfigResponse } from '@crece/contract';

const STORED_UNDER = 'crece.config';

/** The server's configuration in the form that this device stores. */
export interface KnownConfig extends Omit<ConfigResponse, 'programme' | 'former'> {
  /**
   * The settings of the programme, unparsed. `data/programme.ts` reads them: the first screens do
   * not need them and should not load that code.
   */
  programme?: unknown;
  /** Marks of erased accounts, unparsed. `data/former.ts` reads them. */
  former?: unknown;
}

/** The defaults until the server's first response. */
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
  const { demo, supportContact, providers, programme, former } = raw as Record<string, unknown>;
  return {
    demo: demo === true,
    supportContact:
      typeof supportContact === 'string' && supportContact !== '' ? supportContact : null,
    providers: readProviders(providers),
    programme,
    former,
  };
}

/** The server's last configuration, stored for offline use. */
export function storedConfig(): KnownConfig | null {
  const text = localStorage.getItem(STORED_UNDER);
  if (text === null) return null;
  try {
    return readConfig(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Stores the programme's settings from a server response. */
export function storeProgramme(programme: unknown): KnownConfig {
  const config = { ...(storedConfig() ?? UNKNOWN_CONFIG), programme };
  localStorage.setItem(STORED_UNDER, JSON.stringify(config));
  return config;
}

/** Stores the server's response; returns what it says, the stored configuration where it is none. */
export function storeConfig(raw: unknown): KnownConfig {
  const config = readConfig(raw);
  if (config === null) return storedConfig() ?? UNKNOWN_CONFIG;
  localStorage.setItem(STORED_UNDER, JSON.stringify(config));
  return config;
}
