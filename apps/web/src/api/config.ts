import { PHONE_PATHS } from '@crece/contract';
import { getJson, HttpError } from './http.ts';
import { type KnownConfig, storeConfig, storedConfig, UNKNOWN_CONFIG } from './stored-config.ts';

const TIME_LIMIT_MS = 3_000;

/** Requests and stores the configuration; without a response, returns the stored one. */
export async function fetchConfig(): Promise<KnownConfig> {
  try {
    return storeConfig(await getJson(PHONE_PATHS.config, TIME_LIMIT_MS));
  } catch (cause) {
    const isOffline = cause instanceof HttpError && cause.code === 'no-response';
    if (!isOffline) console.warn('The server did not tell its configuration.', cause);
    return storedConfig() ?? UNKNOWN_CONFIG;
  }
}
