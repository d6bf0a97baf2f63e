import { isRefer, saidIn } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { isMeasuredTooYoung, type ScreeningFacts } from './screening-facts.ts';

type SupplementFacts = Pick<
  ScreeningFacts,
  'supplement' | 'programme' | 'mark' | 'reading' | 'standing'
>;

/** Whether a sign or an open referral leaves the supplement to a clinic. */
function isWithClinic({ mark, reading, standing }: SupplementFacts): boolean {
  return isRefer(mark) || reading.muacBand === 'yellow' || standing?.referral != null;
}

/**
 * Today's supplement in words. A lapsed one is overdue, never "none", and where nothing could be
 * assessed it is not known. Beside a refer sign or an open referral the clinic decides; a screening
 * under 6 months is repeated first.
 */
export function supplementText(translator: Translator, facts: SupplementFacts): string {
  const { t } = translator;
  const { supplement, programme, reading, mark, standing } = facts;
  const { supType, overdue, noFoodUnder6 } = supplement;
  if (overdue) return t('assessment.supplement.overdue');
  if (supType === 'none' && isWithClinic(facts)) return t('assessment.supplement.clinic');
  if (reading.zscoreStatus === undefined) return t('assessment.supplement.unknown');
  if (noFoodUnder6 && supType !== 'none') return t('assessment.supplement.under6');
  const { severeAmount, supplements } = programme;
  const text =
    supType === 'SAM' && severeAmount !== null
      ? t('assessment.supplement.SAM-amount', { amount: severeAmount })
      : (saidIn(supplements[supType], translator.language) ??
        t(`assessment.supplement.${supType}`));
  if (supType === 'none') return text;
  if (isMeasuredTooYoung(facts))
    return t('assessment.supplement.measure-first', { supplement: text });
  // Beside "refer today" the clinic decides, whatever the programme's rule names; SAM says it itself.
  const isReferred = isRefer(mark) || standing?.referral != null;
  return isReferred && supType !== 'SAM'
    ? t('assessment.supplement.directed', { supplement: text })
    : text;
}

/**
 * The same with its expiry date: "240 kcal a day, until 9 Jul; then micronutrients". Nothing expires
 * while no amount may be named.
 */
export function supplementWithEnd(
  translator: Translator,
  entry: SupplementFacts & Pick<ScreeningFacts, 'supplementEnd' | 'today'>,
): string {
  const text = supplementText(translator, entry);
  const { supplement, supplementEnd: end, today } = entry;
  if (end === null || supplement.noFoodUnder6) return text;
  return translator.t('assessment.supplement.until', {
    supplement: text,
    date: translator.shortDate(end.lastDay, today),
    next: end.followedBy,
  });
}
