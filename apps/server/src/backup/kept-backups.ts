import { isAhead } from '../base/last-backup.ts';

/** How many backups stay: the newest of so many days, weeks and months. */
export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

export const DEFAULT_KEEP: KeepRule = { days: 7, weeks: 4, months: 12 };

/** However the rule reads and whatever the clock says, so many stay. */
const ALWAYS_KEPT = 3;
const RULE = /^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/;
const NAME = /^crece-(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})(\d{2})\.backup(?:\.age)?$/;

/** `7d,4w,12m`; null for any other text. */
export function keepRuleOf(text: string): KeepRule | null {
  const [, days, weeks, months] = RULE.exec(text) ?? [];
  return days === undefined
    ? null
    : { days: Number(days), weeks: Number(weeks), months: Number(months) };
}

/** The name of a backup made at an instant; UTC, so that names order as instants do. */
export function backupName(at: Date, isEncrypted: boolean): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  return `crece-${day}-${time.slice(0, 8).replaceAll(':', '')}.backup${isEncrypted ? '.age' : ''}`;
}

/** When a backup was made, by its name; null for any other file. */
export function timeOfBackup(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

interface Dated {
  readonly name: string;
  readonly day: string;
  readonly week: number;
  readonly month: string;
}

const WEEK_MS = 7 * 24 * 3_600_000;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY_MS = 4 * 24 * 3_600_000;

function dated(name: string): Dated[] {
  const at = timeOfBackup(name);
  if (at === null) return [];
  const day = at.toISOString().slice(0, 10);
  const week = Math.floor((at.getTime() - FIRST_MONDAY_MS) / WEEK_MS);
  return [{ name, day, week, month: day.slice(0, 7) }];
}

/** The newest of each of the last so many periods that have a backup. */
function newestOf<T>(newestFirst: readonly Dated[], periodOf: (each: Dated) => T, most: number) {
  const newest = new Map<T, string>();
  for (const each of newestFirst) {
    const period = periodOf(each);
    if (!newest.has(period)) newest.set(period, each.name);
  }
  return [...newest.values()].slice(0, most);
}

/** The backups among these names that were made before now; those ahead of a clock that was or is wrong are left out. */
export function backupsUntil(names: readonly string[], now: Date): readonly string[] {
  return names.filter((name) => {
    const at = timeOfBackup(name);
    return at !== null && !isAhead(at, now);
  });
}

/**
 * The backups that a rule no longer keeps, of the names in a folder; names of other files are never
 * among them. It goes by the backups that are there and not by today, so that a wrong clock drops
 * nothing; the newest three always stay. Those that lie ahead stay and take no other's place.
 */
export function backupsToDrop(
  names: readonly string[],
  rule: KeepRule,
  now: Date,
): readonly string[] {
  const newestFirst = backupsUntil(names, now)
    .flatMap(dated)
    .sort((a, b) => (a.name < b.name ? 1 : -1));
  const kept = new Set([
    ...newestFirst.slice(0, ALWAYS_KEPT).map(({ name }) => name),
    ...newestOf(newestFirst, ({ day }) => day, rule.days),
    ...newestOf(newestFirst, ({ week }) => week, rule.weeks),
    ...newestOf(newestFirst, ({ month }) => month, rule.months),
  ]);
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
