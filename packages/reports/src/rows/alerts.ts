import { type ReassessedScreening, UNDER_SIX_MONTHS } from '@crece/domain';
import type { ReportWords } from '@crece/messages/report-words';

/** The danger signs of a screening, in display order. */
const ALERTS = ['swelling', 'muac-red', 'severe-under-6', 'muac-yellow', 'millimetres'] as const;
export type Alert = (typeof ALERTS)[number];

function isSevereInfant({ evidence, monthAge }: ReassessedScreening): boolean {
  return evidence.level === 'severe' && monthAge !== null && monthAge < UNDER_SIX_MONTHS;
}

const HOLDS: Readonly<Record<Alert, (reading: ReassessedScreening) => boolean>> = {
  swelling: ({ includesSwelling }) => includesSwelling,
  'muac-red': ({ muacBand }) => muacBand === 'red',
  'severe-under-6': isSevereInfant,
  'muac-yellow': ({ muacBand }) => muacBand === 'yellow',
  millimetres: ({ doubts }) => doubts.some(({ cause }) => cause === 'millimetres'),
};

/** All danger signs that apply, including those that the colour already shows. */
export function alertsOf(reading: ReassessedScreening): readonly Alert[] {
  return ALERTS.filter((alert) => HOLDS[alert](reading));
}

/** The cell of a column `alert`: "refer: swelling; yellow MUAC", null without a sign. */
export function alertCell(reading: ReassessedScreening, words: ReportWords): string | null {
  const alerts = alertsOf(reading);
  return alerts.length === 0
    ? null
    : alerts.map((alert) => words.word(`alert.${alert}`)).join('; ');
}
