import type { ShownAction } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { Named } from '../../shared/screenings/verdict-words.ts';

/** The actions whose sentence has a second line. */
const DETAILS: Partial<Readonly<Record<ShownAction['sentence'], MessageKey>>> = {
  report: 'assessment.action-detail.visit-today',
  start: 'assessment.action-detail.daily',
  continue: 'assessment.action-detail.daily',
  provide: 'assessment.action-detail.daily',
  tell: 'assessment.action-detail.optional',
};

/** Placeholder parameter for a caregiver whose name is not recorded. */
const NOBODY = '_';

/** Placeholder parameter for an amount that the programme has not set. */
const NOTHING = '_';

/** When to come again: `every` that many days, or in `months` months (then `every` is `_`). */
function intervalParams(interval: ShownAction['interval']): { every: string; months: number } {
  if (interval === undefined) return { every: '_', months: 1 };
  return 'everyDays' in interval
    ? { every: String(interval.everyDays), months: 0 }
    : { every: '_', months: interval.months };
}

/** One action in words: verb first, about the child by name. */
export function actionWords(
  { t }: Translator,
  action: ShownAction,
  child: Named,
  /** Amount that the programme gives a severely malnourished child; null: the clinic decides. */
  severeAmount: string | null = null,
): { text: string; detail?: string } {
  const text = t(`assessment.action.${action.sentence}`, {
    name: child.firstName,
    sex: child.gender,
    caregiver: child.mother ?? NOBODY,
    supplement: action.supplement ?? 'none',
    severe: severeAmount ?? NOTHING,
    ...intervalParams(action.interval),
  });
  const detail =
    action.from === 'muac' && action.sentence === 'report'
      ? 'assessment.action-detail.arm'
      : DETAILS[action.sentence];
  return detail === undefined ? { text } : { text, detail: t(detail) };
}
