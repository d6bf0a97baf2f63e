import {
  addDays,
  type IsoDate,
  isLaterThan,
  type NextVisitRules,
  NO_STANDING_FACTS,
  screeningDay,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { rowOfFile } from '@crece/storage/rows';
import { useEffect, useMemo, useState } from 'react';
import type { OpenUnit } from '../../data/units.tsx';

/** Files are read side by side in groups of this size. */
const FILES_AT_ONCE = 20;

/** Whether a row shows a screening after the day. */
const isOfLater = ({ newest }: ChildRow, day: IsoDate) =>
  newest !== undefined && newest.surveyDate > day;

/** The row of a child as it stood at the end of the day. */
async function rowOn(
  row: ChildRow,
  day: IsoDate,
  today: IsoDate,
  unit: OpenUnit,
): Promise<ChildRow> {
  const file = isLaterThan(row, day) ? await unit.local.readChildFile(row.id) : null;
  if (file !== null) return rowOfFile(file, day, today);
  const { newest: _later, ...rest } = row;
  return { ...rest, standing: NO_STANDING_FACTS };
}

/** All rows as they stood at the end of the day; stops reading once they are not wanted any more. */
async function rowsOn(
  rows: readonly ChildRow[],
  day: IsoDate,
  today: IsoDate,
  unit: OpenUnit,
  isWanted: () => boolean,
): Promise<readonly ChildRow[]> {
  const later = rows.filter((row) => isOfLater(row, day));
  const found = new Map<string, ChildRow>();
  for (let from = 0; from < later.length && isWanted(); from += FILES_AT_ONCE) {
    const some = later.slice(from, from + FILES_AT_ONCE);
    const read = await Promise.all(some.map((row) => rowOn(row, day, today, unit)));
    for (const row of read) found.set(row.id, row);
  }
  return rows.map((row) => found.get(row.id) ?? row);
}

interface Read {
  source: readonly ChildRow[];
  day: IsoDate;
  rows: readonly ChildRow[] | 'failed';
}

/**
 * The rows as they stood at the end of a day; 'reading' until they are known. A list row holds only
 * the newest screening: of children screened after the day the earlier ones are read from their
 * files. On the present day these are only children with a screening dated tomorrow. When records
 * change, the rows that were read before stay until the new ones are known.
 */
export function useRowsOnDay(
  unit: OpenUnit,
  rows: readonly ChildRow[],
  day: IsoDate,
  today: IsoDate,
): readonly ChildRow[] | 'reading' | 'failed' {
  const isOther = useMemo(() => rows.some((row) => isOfLater(row, day)), [rows, day]);
  const [read, setRead] = useState<Read | null>(null);
  const isRead = read?.source === rows && read.day === day;
  useEffect(() => {
    if (!isOther || isRead) return undefined;
    let isWanted = true;
    const note = (found: Read['rows']) => {
      if (isWanted) setRead({ source: rows, day, rows: found });
    };
    rowsOn(rows, day, today, unit, () => isWanted).then(note, (cause: unknown) => {
      console.error('The screenings of an earlier day could not be read.', cause);
      note('failed');
    });
    return () => {
      isWanted = false;
    };
  }, [isOther, isRead, rows, day, today, unit]);
  if (!isOther) return rows;
  return read?.day === day ? read.rows : 'reading';
}

/** By what a day is judged. */
export interface DayPlace {
  readonly rules: NextVisitRules;
  readonly timeZone: string;
}

/**
 * How many of the children screened on a day had been due then: referred, overdue or due on the day. A
 * child screened for the first time was promised to nobody. Null until it is known.
 */
export function useCame(
  unit: OpenUnit,
  screened: readonly ChildRow[],
  { day, today, place }: { day: IsoDate; today: IsoDate; place: DayPlace },
): number | null {
  const before = useRowsOnDay(unit, screened, addDays(day, -1), today);
  return useMemo(() => {
    if (typeof before === 'string') return null;
    const { expected } = screeningDay(before, day, place);
    return [...expected].reduce(
      (sum, [group, entries]) => sum + (group === 'unscreened' ? 0 : entries.length),
      0,
    );
  }, [before, day, place]);
}
