import type { IsoDate } from '../base/words.ts';
import { isoDate } from './calendar.ts';

/**
 * The time zone of a country's dates, by the catalogue's country code (LIB and WAL are the
 * catalogue's own codes for Liberia and Sierra Leone). For a country with several zones, the zone
 * in which its units lie.
 */
const TIME_ZONES: Readonly<Record<string, string>> = {
  BRA: 'America/Belem',
  BOL: 'America/La_Paz',
  KHM: 'Asia/Phnom_Penh',
  COL: 'America/Bogota',
  ECU: 'America/Guayaquil',
  SLV: 'America/El_Salvador',
  GHA: 'Africa/Accra',
  GTM: 'America/Guatemala',
  HTI: 'America/Port-au-Prince',
  HND: 'America/Tegucigalpa',
  KIR: 'Pacific/Tarawa',
  LIB: 'Africa/Monrovia',
  MDG: 'Indian/Antananarivo',
  MNG: 'Asia/Ulaanbaatar',
  NIC: 'America/Managua',
  NGA: 'Africa/Lagos',
  PRY: 'America/Asuncion',
  PER: 'America/Lima',
  PHL: 'Asia/Manila',
  WAL: 'Africa/Freetown',
  VEN: 'America/Caracas',
  ZWE: 'Africa/Harare',
};

/** Endings of database names that are not a country code (one unit of Haiti has such a name). */
const OTHER_ENDINGS: Readonly<Record<string, string>> = { HT: 'HTI' };

const NO_ZONE = 'UTC';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

/** The time zone of a country by its code in the catalogue, UTC when the table has none. */
export function timeZoneOfCountry(code: string): string {
  const key = code.toUpperCase();
  return Object.hasOwn(TIME_ZONES, key) ? (TIME_ZONES[key] ?? NO_ZONE) : NO_ZONE;
}

/** The time zone of a unit from the country code that its database name ends in, else UTC. */
export function timeZoneOfUnit(stakeDB: string): string {
  const ending = stakeDB.slice(stakeDB.lastIndexOf('_') + 1).toUpperCase();
  return timeZoneOfCountry(OTHER_ENDINGS[ending] ?? ending);
}

/**
 * The date in a time zone at an instant: 2024-05-03T03:00:00Z is 2024-05-02 in Guatemala; null for
 * an invalid instant.
 */
export function dateFromInstant(instant: string | number | Date, timeZone: string): IsoDate | null {
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return null;
  if (timeZone === NO_ZONE) return moment.toISOString().slice(0, 10);
  const parts = { year: 0, month: 0, day: 0 };
  for (const { type, value } of formatterOf(timeZone).formatToParts(moment)) {
    if (type === 'year' || type === 'month' || type === 'day') parts[type] = Number(value);
  }
  return isoDate(parts.year, parts.month, parts.day);
}

/** Today's date in a time zone; the caller passes the time of its clock. */
export function todayIn(timeZone: string, now: Date): IsoDate {
  const today = dateFromInstant(now, timeZone);
  if (today === null) throw new RangeError('todayIn needs a valid moment');
  return today;
}
