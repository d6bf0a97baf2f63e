import type { QualityVerdict } from '@crece/growth/quality';

/** The verdicts in plain words. */
export const VERDICT_WORDS: Readonly<Record<QualityVerdict, string>> = {
  excellent: 'excellent',
  good: 'good',
  acceptable: 'acceptable',
  problematic: 'problematic',
  'within-limits': 'within the limits',
  'beyond-limits': 'beyond the limits',
  'not-judged': '(no published limit)',
  'no-data': '(no data)',
};

const SCORE_WORDS: Readonly<Record<string, string>> = {
  zlen: 'length/height-for-age',
  zwei: 'weight-for-age',
  zwfl: 'weight-for-length/height',
  zbmi: 'BMI-for-age',
  zac: 'MUAC-for-age',
};

/** Figures about a whole survey. */
const SURVEY_WORDS: Readonly<Record<string, { readonly label: string; readonly unit: string }>> = {
  records: { label: 'Children in the file', unit: '' },
  'age-outside': { label: 'Ages below 0 or from 60 months', unit: ' %' },
  'sex-ratio': { label: 'Boys to one girl', unit: '' },
  'sex-ratio-p': { label: 'Probability of such a sex ratio', unit: '' },
  'age-ratio': { label: 'Children of 6-29 months to one of 30-59', unit: '' },
  'age-ratio-p': { label: 'Probability of such an age ratio (0.85 expected)', unit: '' },
  'age-heaping': { label: 'Heaping of ages on some months of the year (0 to 100)', unit: '' },
  'age-heaping-p': { label: 'Probability of such heaping', unit: '' },
  'smart-penalty': { label: 'Penalty points of the SMART table', unit: '' },
};

/** Figures about one column or one index, by the beginning of their name. */
const KIND_WORDS = [
  { start: 'missing-', label: 'Missing: ', unit: ' %' },
  { start: 'flagged-', label: 'Implausible (WHO flags): ', unit: ' %' },
  { start: 'smart-flagged-', label: 'Beyond 3 z of the survey mean: ', unit: ' %' },
  { start: 'sd-', label: 'Standard deviation: ', unit: '' },
  { start: 'smart-sd-', label: 'Standard deviation within 3 z: ', unit: '' },
  { start: 'skewness-', label: 'Skewness: ', unit: '' },
  { start: 'kurtosis-', label: 'Kurtosis: ', unit: '' },
  { start: 'digit-preference-', label: 'Digit preference score: ', unit: '' },
] as const;

/** The label of a figure, and the unit printed after its value. */
export function figureWords(figure: string): { readonly label: string; readonly unit: string } {
  const whole = SURVEY_WORDS[figure];
  if (whole !== undefined) return whole;
  const kind = KIND_WORDS.find(({ start }) => figure.startsWith(start));
  if (kind === undefined) return { label: figure, unit: '' };
  const of = figure.slice(kind.start.length);
  return { label: kind.label + (SCORE_WORDS[of] ?? of), unit: kind.unit };
}
