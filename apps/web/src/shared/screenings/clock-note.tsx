import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Server clock minus device clock in milliseconds, as the last contact found it, where it is more than a
 * day (decisions, section 1); else 0.
 */
export function useWrongClock({ local }: OpenUnit): number {
  const [byCatalogue = 0] = useSetting('clockDifference');
  // Who never synchronises, a guest above all, has met the server when the list of places was asked.
  const difference = local.clockDifference() ?? byCatalogue;
  return Math.abs(difference) <= DAY_MS ? 0 : difference;
}

/** By how many days this device's clock is wrong. */
export function useClockSentence(): (difference: number) => string {
  const { t } = useMessages();
  return (difference) => {
    const days = Math.floor(Math.abs(difference) / DAY_MS);
    return t(difference > 0 ? 'screenings.clock-behind' : 'screenings.clock-ahead', { days });
  };
}

/** Above a list that hangs on the day of today: that this device has another one than the server. */
export function ClockNote({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const difference = useWrongClock(unit);
  const sentence = useClockSentence();
  if (difference === 0) return null;
  return (
    <p className="arriving-line">
      {sentence(difference)} {t('screenings.clock-list')}
    </p>
  );
}
