import { muacFromMillimetres, type PraiseDoubt, type ReasonFact, type ZIndex } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { isPlainBeneath } from '../../shared/screenings/status-words.ts';
import { bmiText, measureText, zText } from '../../shared/screenings/verdict-words.ts';

/** Reason for a colour: the figures that decided, the rule, and the notes that explain it. */
export interface Why {
  readonly facts: readonly string[];
  readonly rule: string;
  readonly notes: readonly string[];
}

function factText(translator: Translator, { index, value }: ReasonFact): string {
  const { t } = translator;
  return index === 'muac'
    ? t('assessment.why.fact-cm', { value: measureText(translator, value) })
    : t('assessment.why.fact', {
        index: t(`assessment.index.${index}`),
        value: zText(translator, value),
      });
}

function ruleKey(
  { reading, mark, screening }: ScreeningFacts,
  doubt: PraiseDoubt | null,
): MessageKey {
  const { reason, evidence } = reading;
  // "That means normal growth" must not appear beside a banner that asks for action.
  const isByMuac = evidence.from === 'muac';
  if (!isByMuac && isPlainBeneath(mark, reading)) return 'assessment.why.rule.normal-beside-alert';
  if (reason.rule === 'normal' && !isByMuac && doubt !== null) {
    return 'assessment.why.rule.normal-figures';
  }
  if (reason.rule === 'not-assessed' && reading.doubts.length > 0) {
    return muacFromMillimetres(screening.muac) === null
      ? 'assessment.why.rule.not-assessed-doubt'
      : 'assessment.why.rule.not-assessed-millimetres';
  }
  switch (reason.rule) {
    case 'acute-severe':
    case 'acute-moderate':
    case 'normal':
      return isByMuac
        ? `assessment.why.rule.${reason.rule}-muac`
        : `assessment.why.rule.${reason.rule}`;
    case 'not-assessed':
      return reason.cause === 'muac-under-6-months'
        ? 'assessment.why.rule.not-assessed-under6'
        : 'assessment.why.rule.not-assessed';
    case 'low-for-age':
    case 'low-for-age-micronutrients':
    case 'at-risk':
      return `assessment.why.rule.${reason.rule}`;
  }
}

/** Height or weight for age below −2 beside an acute verdict, which decided alone. */
function alsoLow({ reading }: ScreeningFacts): readonly ZIndex[] {
  const { rule } = reading.reason;
  if (rule !== 'acute-severe' && rule !== 'acute-moderate') return [];
  return (['ha', 'wa'] as const).filter((index) => (reading.zScore[index] ?? 0) < -2);
}

function noteKeys(entry: ScreeningFacts): readonly MessageKey[] {
  const { reading, supplement } = entry;
  const keys: MessageKey[] = [];
  if (reading.lowForAge === 'starts-at-6') keys.push('assessment.why.low-starts-at-6');
  if (reading.lowForAge === 'ends-at-48') keys.push('assessment.why.low-ends-at-48');
  if (reading.status === 'UNDER_6_MONTHS' && reading.zscoreStatus !== undefined) {
    keys.push('assessment.why.under6-class');
  }
  const isMuacLow = reading.muacBand === 'red' || reading.muacBand === 'yellow';
  if (isMuacLow && reading.evidence.from === 'whz') keys.push('assessment.why.muac-beside');
  if (supplement.supType !== reading.supType) keys.push('assessment.why.supplement-today');
  if (reading.includesSwelling) keys.push('assessment.why.swelling');
  return keys;
}

/** The explanation of a screening's colour; it names the contradictions of the programme openly. */
export function whyOf(
  translator: Translator,
  entry: ScreeningFacts,
  doubt: PraiseDoubt | null,
): Why {
  const { t, list, date } = translator;
  const { reading, child } = entry;
  const low = alsoLow(entry);
  const notes = [
    ...(low.length === 0
      ? []
      : [
          t('assessment.why.also-low', {
            count: low.length,
            indices: list(
              low.map((index) =>
                t('assessment.index-value', {
                  index: t(`assessment.index.${index}`),
                  value: zText(translator, reading.zScore[index] ?? 0),
                }),
              ),
            ),
          }),
        ]),
    ...noteKeys(entry).map((key) => t(key)),
  ];
  const bmi = bmiText(translator, reading);
  // Do not say that a child is below the programme's BMI limit: 1.7 % of those children are
  // overweight.
  if (bmi !== null)
    notes.push(t(reading.obese ? 'assessment.bmi-obese' : 'assessment.bmi', { bmi }));
  if (reading.override !== undefined) {
    const { ageMonths, from } = reading.override;
    notes.push(t(`assessment.why.override-${from}`, { months: ageMonths }));
  }
  return {
    facts: reading.reason.facts.map((fact) => factText(translator, fact)),
    rule:
      reading.monthAge === null
        ? t('screenings.issue.survey-date-before-birth', { date: date(child.birthDate) })
        : t(ruleKey(entry, doubt)),
    notes,
  };
}
