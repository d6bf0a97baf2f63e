import { completedMonthsToday, type IsoDate, isAboutAge, withYoungest } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { type Arrived, type ChildRow, screeningsHere } from '@crece/storage';
import { ageWords } from './child-row-words.ts';

/** What tells children of one name apart, in one line. */
export function particulars(
  translator: Translator,
  row: ChildRow,
  today: IsoDate,
  arrived: Arrived,
): string {
  const { t, ago } = translator;
  const { gender, mother, newest, screeningCount, standing, ward } = row;
  const ageMonths = completedMonthsToday(withYoungest(row), newest, today);
  const isAwaited = screeningsHere(arrived, row.id, screeningCount) === 'none';
  const never = t(isAwaited ? 'arrival.last' : 'common.never');
  return [
    ageWords(translator, {
      ageMonths,
      isAboutAge: isAboutAge(row, newest, standing.youngest !== undefined),
    }),
    t(`children.sex.${gender}`),
    ...(mother === undefined ? [] : [`${t('children.mother')} ${mother}`]),
    ...(ward === undefined ? [] : [ward]),
    `${t('children.last-screening')} ${newest ? ago(newest.surveyDate, today) : never}`,
  ].join(' · ');
}
