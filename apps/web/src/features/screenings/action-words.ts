import {
  DEFAULT_PROGRAMME_SETTINGS,
  type KnownOutcome,
  type ProgrammeSettings,
  type ShownAction,
  saidIn,
} from '@crece/domain';
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

type FoodWords = Pick<ProgrammeSettings, 'severeAmount' | 'supplements'>;

/** One action in words: verb first, about the child by name. */
export function actionWords(
  { t, date, list, language }: Translator,
  action: ShownAction,
  child: Named,
  /** The programme's own words for what it hands out. */
  { severeAmount, supplements }: FoodWords = DEFAULT_PROGRAMME_SETTINGS,
  /** What a clinic answered, where that closes the referral. */
  clinicSaid: KnownOutcome['outcome'] | null = null,
): { text: string; detail?: string } {
  const { sentence } = action;
  if (sentence === 'ask-what-clinic-said' && clinicSaid !== null) {
    const day = action.date === undefined ? NOTHING : date(action.date);
    const said = { outcome: clinicSaid, name: child.firstName, date: day };
    return { text: t('assessment.action.clinic-answered', said) };
  }
  const own = saidIn(supplements[action.supplement ?? ''], language);
  const hasOwn =
    own !== null && (sentence === 'start' || sentence === 'continue' || sentence === 'provide');
  const text = hasOwn
    ? t(`assessment.action.${sentence}-own`, { supplement: own })
    : t(`assessment.action.${sentence}`, {
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
