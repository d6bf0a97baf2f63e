import { todayIn } from '@crece/domain';
import { useState } from 'react';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

const DAY_MS = 24 * 60 * 60_000;

/**
 * When the clock is wrong by more than this, the person must confirm the day of a new screening
 * (decisions, section 1).
 */
const ASKED_FROM_MS = DAY_MS;

interface Question {
  /** Server clock minus device clock, in milliseconds. */
  difference: number;
  byServer: string;
  byDevice: string;
  answer: (trusted: 'server' | 'device') => void;
}

/**
 * The day with which a screening is dated and checked: today by this device's clock. When the last
 * contact found that clock wrong by more than a day, the person must first choose the right clock
 * for a new screening.
 */
export function useDatingDay(
  unit: OpenUnit,
  isNew: boolean,
): { today: string; wrongDay: string | null; question: Question | null } {
  const byDevice = useToday(unit.timeZone);
  const [trusted, setTrusted] = useState<'server' | 'device' | null>(null);
  const [byCatalogue = 0] = useSetting('clockDifference');
  // Who never synchronises, a guest above all, has met the server when the list of places was asked.
  const difference = unit.local.clockDifference() ?? byCatalogue;
  if (!isNew || Math.abs(difference) <= ASKED_FROM_MS) {
    return { today: byDevice, wrongDay: null, question: null };
  }
  const byServer = todayIn(unit.timeZone, new Date(Date.now() + difference));
  return {
    today: trusted === 'server' ? byServer : byDevice,
    // After a contact in the middle of a form, the form may have the date of the wrong clock.
    wrongDay: trusted === 'server' ? byDevice : null,
    question: trusted === null ? { difference, byServer, byDevice, answer: setTrusted } : null,
  };
}

/** Shown before the form: the form dates a screening today, so it must know the day. */
export function ClockQuestion({ question }: { question: Question }) {
  const { t, date } = useMessages();
  const { difference, byServer, byDevice, answer } = question;
  const days = Math.floor(Math.abs(difference) / DAY_MS);
  return (
    <Blank
      picture="refused"
      title={t('screenings.clock-title')}
      actions={
        <>
          <Button kind="primary" wide onClick={() => answer('server')}>
            {t('screenings.clock-server', { date: date(byServer, 'long') })}
          </Button>
          <Button kind="second" wide onClick={() => answer('device')}>
            {t('screenings.clock-device', { date: date(byDevice, 'long') })}
          </Button>
        </>
      }
    >
      <p>{t(difference > 0 ? 'screenings.clock-behind' : 'screenings.clock-ahead', { days })}</p>
      <p>{t('screenings.clock-text')}</p>
    </Blank>
  );
}
