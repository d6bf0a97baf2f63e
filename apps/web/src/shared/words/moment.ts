import { todayIn } from '@crece/domain';
import type { Translator } from '@crece/messages';

/**
 * A time by this device's clock: `17:40` today, else `10 Mar, 17:40`, with the year when it is long
 * ago.
 */
export function momentText(
  { shortDate, time }: Pick<Translator, 'shortDate' | 'time'>,
  instant: string,
  now: Date,
): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const then = new Date(instant);
  const day = todayIn(timeZone, then);
  const today = todayIn(timeZone, now);
  return day === today ? time(then) : `${shortDate(day, today)}, ${time(then)}`;
}
