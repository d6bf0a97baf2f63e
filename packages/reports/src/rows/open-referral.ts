import type { Standing, StandingSign } from '@crece/domain';
import type { ReportWords } from '@crece/messages/report-words';

function signText({ sign, since, answer }: StandingSign, words: ReportWords): string {
  const open = words.word(`referral.sign.${sign}`, { date: since });
  if (answer === null) return open;
  const { date, outcome } = answer;
  return words.word('referral.answered', {
    open,
    date,
    outcome: words.word(`referral.outcome.${outcome}`),
  });
}

/**
 * The cell of a column `openReferral`: each open sign with the day since which it is open, "swelling
 * 2026-01-14; MUAC 2026-01-14 (answered 2026-01-20: admitted)"; null when none is open.
 */
export function openReferralCell({ referral }: Standing, words: ReportWords): string | null {
  return referral === null ? null : referral.signs.map((sign) => signText(sign, words)).join('; ');
}
