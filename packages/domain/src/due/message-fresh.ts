import type { IsoDate, Messaged } from '../fields/entities.ts';

/** Whether a message was opened since the child was last seen. */
export function isMessageFresh(
  { day }: Messaged,
  newest: { readonly surveyDate: IsoDate } | undefined,
): boolean {
  return newest === undefined || day >= newest.surveyDate;
}
