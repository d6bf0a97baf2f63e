import type { Issue } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';

type IssueKey = Extract<MessageKey, `screenings.issue.${string}`>;

const ISSUE_KEYS: Readonly<Record<string, IssueKey>> = {
  'survey-date-required': 'screenings.issue.survey-date-required',
  'survey-date-invalid': 'screenings.issue.survey-date-invalid',
  'survey-date-before-birth': 'screenings.issue.survey-date-before-birth',
  'survey-date-in-future': 'screenings.issue.survey-date-in-future',
  'age-override-out-of-range': 'screenings.issue.age-override-out-of-range',
  'age-override-not-months': 'screenings.issue.age-override-not-months',
  'age-override-to-confirm': 'screenings.issue.age-override-to-confirm',
  'child-graduated': 'screenings.issue.child-graduated',
  'height-not-a-number': 'screenings.issue.height-not-a-number',
  'height-out-of-range': 'screenings.issue.height-out-of-range',
  'weight-not-a-number': 'screenings.issue.weight-not-a-number',
  'weight-out-of-range': 'screenings.issue.weight-out-of-range',
  'muac-not-a-number': 'screenings.issue.muac-not-a-number',
  'muac-out-of-range': 'screenings.issue.muac-out-of-range',
  'height-weight-or-muac-required': 'screenings.issue.height-weight-or-muac-required',
  'height-required-with-weight': 'screenings.issue.height-required-with-weight',
  'weight-required-with-height': 'screenings.issue.weight-required-with-height',
};

/**
 * The sentence of an issue for its field: `height-out-of-range` → "Please enter a valid height
 * (45-110cm)".
 */
export function issueSentence({ t, date }: Pick<Translator, 't' | 'date'>, issue: Issue): string {
  const { code, params = {} } = issue;
  if (code === 'height-not-a-number' && params['min'] === undefined) {
    // The age is not known yet, so neither is the range.
    return t('screenings.issue.height-not-a-number-plain');
  }
  const key = ISSUE_KEYS[code];
  if (key === undefined) return t('common.input-error-text');
  const day = params['birthDate'] ?? params['today'];
  return t(key, { ...params, ...(day === undefined ? {} : { date: date(String(day)) }) });
}
