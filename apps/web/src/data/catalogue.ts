import {
  type Catalogue,
  findUnit,
  isPilotOnly,
  masterCatalogue,
  type Place,
  pilotCatalogue,
  readCatalogue,
} from '@crece/domain';
import type { Device } from '@crece/storage';
import { fetchCatalogue } from '../api/catalogue.ts';
import { HttpError } from '../api/http.ts';
import { storedSession } from '../api/stored-session.ts';

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

/** The server gives a phl-pilot only the pilot's units, and everybody else only the others. */
function isGivenPilots(): boolean {
  const { active, isUserActive } = storedSession();
  return isUserActive && isPilotOnly(active);
}

/** Whether a list has anything that the person who works now may see. */
function hasOwnPart(catalogue: Catalogue): boolean {
  const isPilots = isPilotOnly(storedSession().active);
  const part = isPilots ? pilotCatalogue(catalogue) : masterCatalogue(catalogue);
  return part.countries.length > 0;
}

/** The first list with what only the second has, the units of a country together. */
function joined(first: Catalogue, second: Catalogue): Catalogue {
  const known = new Set(first.countries.flatMap(({ stakes }) => stakes.map((s) => s.stakeDB)));
  const added = second.countries.map((country) => ({
    ...country,
    stakes: country.stakes.filter(({ stakeDB }) => !known.has(stakeDB)),
  }));
  const both = first.countries.map((country) => {
    const same = added.find(({ code }) => code === country.code);
    return { ...country, stakes: [...country.stakes, ...(same?.stakes ?? [])] };
  });
  const codes = new Set(both.map(({ code }) => code));
  const others = added.filter(({ code, stakes }) => stakes.length > 0 && !codes.has(code));
  return { countries: [...both, ...others] };
}

async function fromServer(device: Device, now: Date): Promise<LoadedCatalogue> {
  const isPilots = isGivenPilots();
  const given = await fetchCatalogue();
  // People who share this device see different lists: what this one is not given stays.
  const before = (await localCopy(device))?.catalogue ?? { countries: [] };
  const catalogue = joined(given, isPilots ? masterCatalogue(before) : pilotCatalogue(before));
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
 * The country list. Normally this device's copy, one that is missing or has nothing for this person
 * filled from the server;
 * `networkFirst` asks the server first. Without server and copy, the one built in.
 */
export async function loadCatalogue(
  device: Device,
  networkFirst: boolean,
  now: Date,
): Promise<LoadedCatalogue> {
  const copy = await localCopy(device);
  const isEnough = copy !== null && hasOwnPart(copy.catalogue);
  if (isEnough && !networkFirst) return copy;
  try {
    return await fromServer(device, now);
  } catch (cause) {
    const failure = failureOf(cause);
    if (isEnough) return { ...copy, failure };
    return { catalogue: await builtIn(), source: 'built-in', fetchedAt: null, failure };
  }
}

/**
 * The unit with exactly that database: in this device's copy, else in the list built in, else asked
 * of the server; `null` when none knows it.
 */
export async function findPlace(device: Device, stakeDB: string, now: Date): Promise<Place | null> {
  const copy = await localCopy(device);
  const known =
    (copy === null ? null : findUnit(copy.catalogue, stakeDB)) ??
    findUnit(await builtIn(), stakeDB);
  if (known !== null) return known;
  try {
    return findUnit((await fromServer(device, now)).catalogue, stakeDB);
  } catch (cause) {
    const failure = failureOf(cause);
    if (failure.code !== 'no-response') console.warn('The server gave no country list.', failure);
    return null;
  }
}
