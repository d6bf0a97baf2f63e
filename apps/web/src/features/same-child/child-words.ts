import { ageToday, type IsoDate } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildRow } from '@crece/storage';

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

/** What tells children of one name apart, in one line. */
export function particulars({ t, age, ago }: Translator, row: ChildRow, today: IsoDate): string {
  const months = ageToday(row, row.newest, today)?.completedMonths;
  return [
    months === undefined ? t('children.age-unknown') : age(months),
    t(`children.sex.${row.gender}`),
    ...(row.mother === undefined ? [] : [`${t('children.mother')} ${row.mother}`]),
    ...(row.ward === undefined ? [] : [row.ward]),
    row.newest === undefined
      ? t('same.visits', { count: 0 })
      : `${t('children.last-screening')} ${ago(row.newest.surveyDate, today)}`,
  ].join(' · ');
}
