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

/** One action in words: verb first, about the child by name. */
export function actionWords(
  { t, date, list }: Translator,
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
    months: action.interval?.months ?? 1,
    date: action.date === undefined ? NOTHING : date(action.date),
    signs: list((action.signs ?? []).map((sign) => t(`assessment.sign-to-measure.${sign}`))),
  });
  const detail =
    action.from === 'muac' && action.sentence === 'report'
      ? 'assessment.action-detail.arm'
      : DETAILS[action.sentence];
  return detail === undefined ? { text } : { text, detail: t(detail) };
}
