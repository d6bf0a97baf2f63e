import type { Issue } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';

type IssueKey = Extract<MessageKey, `screenings.issue.${string}`>;

/**
 * The sentence of an issue for its field: `height-out-of-range` → "Please enter a valid height
 * (45-110cm)".
 */
export function issueSentence({ t, date }: Pick<Translator, 't' | 'date'>, issue: Issue): string {
  const { code, params = {} } = issue;
  if (code === 'z-score-implausible') return t('common.input-error-text');
  if (code === 'height-not-a-number' && params['min'] === undefined) {
    // The age is not known yet, so neither is the range.
    return t('screenings.issue.height-not-a-number-plain');
  }
  const day = params['birthDate'] ?? params['today'];
  // A figure that is no number is asked for in the words of one beyond the range.
  const asked = code.replace('not-a-number', 'out-of-range');
  return t(`screenings.issue.${asked}` as IssueKey, {
    ...params,
    ...(day === undefined ? {} : { date: date(String(day)) }),
  });
}
