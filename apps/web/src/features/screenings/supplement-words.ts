import { isRefer } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';

type SupplementFacts = Pick<ScreeningFacts, 'supplement' | 'programme' | 'mark'>;

/**
 * Today's supplement in words. A lapsed one is overdue, never "none". When a sign sends the child
 * to the clinic and the programme's rule names no supplement, the clinic decides.
 */
export function supplementText(
  { t }: Translator,
  { supplement, programme, mark }: SupplementFacts,
): string {
  const { supType, overdue, noFoodUnder6 } = supplement;
  if (overdue) return t('assessment.supplement.overdue');
  if (supType === 'none' && isRefer(mark)) return t('assessment.supplement.clinic');
  if (noFoodUnder6 && supType !== 'none') return t('assessment.supplement.under6');
  const { severeAmount } = programme;
  return supType === 'SAM' && severeAmount !== null
    ? t('assessment.supplement.SAM-amount', { amount: severeAmount })
    : t(`assessment.supplement.${supType}`);
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
