import { type IsoDate, kindOfId } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { LocalUnit, TaskRef } from '@crece/storage';
import { useUnitSnapshot } from '../../data/live.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { questionsOf } from './questions.ts';
import { fieldWords } from './value-words.ts';

type Days = ReadonlyMap<string, IsoDate>;
const NO_DAYS: Days = new Map();

/** The dates of the screenings that wait, read from their children; empty while they load. */
export function useScreeningDays(
  unit: LocalUnit,
  records: readonly { id: string; childId?: string }[],
): Days {
  const snapshot = useUnitSnapshot(unit);
  const childIds = [
    ...new Set(
      records.flatMap(({ id, childId }) => (kindOfId(id) === 'scr' ? (childId ?? []) : [])),
    ),
  ]
    .sort()
    .join(' ');

  const read = async (): Promise<Days> => {
    const ids = childIds === '' ? [] : childIds.split(' ');
    const files = await Promise.all(ids.map((id) => unit.readChildFile(id)));
    const found = files.flatMap((file) => file?.screenings ?? []);
    return new Map(found.map(({ _id, surveyDate }) => [_id, surveyDate]));
  };
  const days = useLoaded(read, [unit, childIds], {
    fail: (cause) => {
      console.warn('The days of screenings could not be read.', cause);
      return undefined;
    },
    again: [snapshot],
  });
  return days ?? NO_DAYS;
}

/** The name of a record: "Screening of 14 Mar". */
export function recordWords(
  { t, shortDate }: Pick<Translator, 't' | 'shortDate'>,
  id: string,
  days: Days,
  today: IsoDate,
): string {
  const day = days.get(id);
  switch (kindOfId(id)) {
    case 'chld':
      return t('waiting.record.child');
    case 'scr':
      return day === undefined
        ? t('waiting.record.visit-undated')
        : t('waiting.record.visit', { date: shortDate(day, today) });
    case 'mthr':
      return t('waiting.record.mother');
    case null:
      return t('waiting.record.unknown');
  }
}

/**
 * The name of a record with two values, and of those values: "Screening of 14 Mar: weight and
 * height".
 */
export function taskWords(
  translator: Translator,
  task: TaskRef,
  days: Days,
  today: IsoDate,
): string {
  const record = recordWords(translator, task.id, days, today);
  const fields = questionsOf(task).map((question) => fieldWords(translator, question));
  return fields.length === 0
    ? record
    : translator.t('waiting.record-fields', { record, fields: translator.list(fields) });
}
