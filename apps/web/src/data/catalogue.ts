import { type Catalogue, findStake, type Place, readCatalogue } from '@crece/domain';
import type { Device } from '@crece/storage';
import { fetchCatalogue } from '../api/catalogue.ts';
import { HttpError } from '../api/http.ts';

/** A country list and where it came from; `failure` when the server was asked in vain. */
export interface LoadedCatalogue {
  catalogue: Catalogue;
  source: 'server' | 'device' | 'built-in';
  /** When the server gave it. */
  fetchedAt: Date | null;
  failure: HttpError | null;
}

async function builtIn(): Promise<Catalogue> {
  return (await import('@crece/domain/catalogue-data')).BUILT_IN_CATALOGUE;
}

async function localCopy(device: Device): Promise<LoadedCatalogue | null> {
  const stored = await device.catalogue.load();
  if (stored === null) return null;
  const read = readCatalogue({ countries: stored.countries });
  if (!read.ok) return null;
  return {
    catalogue: read.catalogue,
    source: 'device',
    fetchedAt: stored.fetchedAt === undefined ? null : new Date(stored.fetchedAt),
    failure: null,
  };
}

async function fromServer(device: Device, now: Date): Promise<LoadedCatalogue> {
  const catalogue = await fetchCatalogue();
  try {
    await device.catalogue.save([...catalogue.countries], now);
  } catch (cause) {
    console.warn('The country list could not be kept on this device.', cause);
  }
  return { catalogue, source: 'server', fetchedAt: now, failure: null };
}

function failureOf(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause;
  throw cause;
}

/**
 * The country list. Normally this device's copy, a missing copy filled from the server;
 * `networkFirst` asks the server first. Without server and copy, the one built in.
 */
export async function loadCatalogue(
  device: Device,
  networkFirst: boolean,
  now: Date,
): Promise<LoadedCatalogue> {
  const copy = await localCopy(device);
  if (copy !== null && !networkFirst) return copy;
  try {
    return await fromServer(device, now);
  } catch (cause) {
    const failure = failureOf(cause);
    if (copy !== null) return { ...copy, failure };
    return { catalogue: await builtIn(), source: 'built-in', fetchedAt: null, failure };
  }
}

/**
 * The unit with exactly that database: in this device's copy, else in the list built in, else asked
 * of the server; `null` when none knows it.
 */
export async function findPlace(device: Device, stakeDb: string, now: Date): Promise<Place | null> {
  const copy = await localCopy(device);
  const known =
    (copy === null ? null : findStake(copy.catalogue, stakeDb)) ??
    findStake(await builtIn(), stakeDb);
  if (known !== null) return known;
  try {
    return findStake((await fromServer(device, now)).catalogue, stakeDb);
  } catch (cause) {
    const failure = failureOf(cause);
    if (failure.code !== 'no-response') console.warn('The server gave no country list.', failure);
    return null;
  }
}
