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

/** A country list and its origin. `failure` is set when the request to the server failed. */
export interface LoadedCatalogue {
  catalogue: Catalogue;
  source: 'server' | 'device' | 'built-in';
  /** When the server sent the list; `null` for the built-in list. */
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

/**
 * Whether the server sends this person the pilot's units: a phl-pilot gets only those, everybody
 * else only the others.
 */
function isGivenPilots(): boolean {
  const { active, isUserActive } = storedSession();
  return isUserActive && isPilotOnly(active);
}

/** Whether a list contains any unit that the current person may see. */
function hasOwnPart(catalogue: Catalogue): boolean {
  const isPilots = isPilotOnly(storedSession().active);
  const part = isPilots ? pilotCatalogue(catalogue) : masterCatalogue(catalogue);
  return part.countries.length > 0;
}

/** Merges two lists, country by country: all of the first, plus what only the second has. */
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

function noteClock(device: Device, clockDifference: number): void {
  device.setSetting('clockDifference', clockDifference).catch((cause: unknown) => {
    console.warn('The difference of the clocks could not be kept.', cause);
  });
}

async function fromServer(device: Device, now: Date): Promise<LoadedCatalogue> {
  const isPilots = isGivenPilots();
  const { catalogue: given, serverTime } = await fetchCatalogue();
  // A guest has no other contact with the server: whether this device's clock is right is seen here.
  if (serverTime !== null) noteClock(device, serverTime - Date.now());
  // People who share this device get different lists: keep the units that this answer does not
  // contain.
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
 * Loads the country list. Normally this is the copy on this device; a copy that is missing, or has
 * nothing for this person, is filled from the server. With `networkFirst` the server is asked
 * first. Without server and copy, the built-in list is used.
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

/** After so long a copy is old; one by which a unit has ended or been emptied, sooner. */
const OLD_AFTER_MS = 24 * 60 * 60 * 1000;
const DOUBTED_AFTER_MS = 10 * 60 * 1000;

/** When each device was last asked to renew its copy. */
const renewed = new WeakMap<Device, Date>();

/**
 * Fetches the list anew when the copy is old, or there is none, beside what it is read for: units end,
 * open again and get wards, and a phone that stays in its unit would never be told. Nor would it that
 * its clock is wrong.
 */
function renewOld(device: Device, copy: LoadedCatalogue | null, now: Date, after: number): void {
  const last = renewed.get(device) ?? copy?.fetchedAt;
  if (!navigator.onLine || (last && Math.abs(+now - +last) < after)) return;
  renewed.set(device, now);
  // Nobody waits for it: without an answer it is tried again another time.
  void fromServer(device, now).catch(failureOf);
}

/** No list came: worth a word unless there was no connection. */
function noList(cause: unknown): null {
  const failure = failureOf(cause);
  if (failure.code !== 'no-response') console.warn('The server gave no country list.', failure);
  return null;
}

/** Fetches the list anew because what is here of a unit speaks against the copy. */
export async function renewDoubted(device: Device, now: Date): Promise<void> {
  renewOld(device, await localCopy(device), now, DOUBTED_AFTER_MS);
}

/**
 * Finds the unit with exactly that database name: in the copy on this device, then in the built-in
 * list, then on the server. `null` when none of them has it.
 */
export async function findPlace(device: Device, stakeDB: string, now: Date): Promise<Place | null> {
  const copy = await localCopy(device);
  const known =
    (copy === null ? null : findUnit(copy.catalogue, stakeDB)) ??
    findUnit(await builtIn(), stakeDB);
  if (known !== null) {
    // An ended one may have been opened again.
    renewOld(device, copy, now, known.unit.retired ? DOUBTED_AFTER_MS : OLD_AFTER_MS);
    return known;
  }
  const list = await fromServer(device, now).catch(noList);
  return list && findUnit(list.catalogue, stakeDB);
}
