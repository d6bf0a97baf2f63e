import type { PhoneNeed } from '@crece/contract';
import type { PhoneReport } from '@crece/contract/schemas';

const DAY_MS = 24 * 60 * 60_000;
/** A phone in use comes to a network within two weeks. */
export const UNSENT_DAYS = 14;
export const UNSEEN_DAYS = 30;
/** A phone renews itself when it is next opened with a connection. */
export const RENEWAL_DAYS = 7;

/** What one phone said, and when. */
export interface PhoneTold {
  /** ISO instant in UTC, by the server's clock. */
  at: string;
  report: PhoneReport;
}

/** The build of the application that this server hands out, and since when. */
export interface Served {
  build: string;
  since: string;
}

const daysSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / DAY_MS;

/**
 * Why a phone needs help: records unsent for 14 days, records refused, not heard of for 30 days, or an
 * old build a week after another one was handed out here. A phone is believed about its own clock no
 * further than the server's: what it saved "later" than it was heard counts from then.
 */
export function phoneNeeds(
  { at, report }: PhoneTold,
  now: Date,
  served: Served | null,
): PhoneNeed[] {
  const { unsent, refused, build } = report;
  const isOld =
    served !== null && build !== served.build && daysSince(served.since, now) >= RENEWAL_DAYS;
  return [
    ...(unsent > 0 && daysSince(waitsSince({ at, report }), now) >= UNSENT_DAYS
      ? ['unsent' as const]
      : []),
    ...(refused > 0 ? ['refused' as const] : []),
    ...(daysSince(at, now) >= UNSEEN_DAYS ? ['unseen' as const] : []),
    ...(isOld ? ['old-build' as const] : []),
  ];
}

/** Since when the phone's oldest trouble lasts, for the order of the list. */
export function waitsSince({ at, report: { unsent, oldestUnsent } }: PhoneTold): string {
  return unsent > 0 && oldestUnsent !== null && oldestUnsent < at ? oldestUnsent : at;
}
