import { todayIn } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { useClockSentence, useWrongClock } from './clock-note.tsx';

/** Whose day counts. */
export type DayBy = 'server' | 'device';

interface Question {
  /** Server clock minus device clock, in milliseconds. */
  difference: number;
  byServer: string;
  byDevice: string;
  answer: (trusted: DayBy) => void;
}

interface DatingDay {
  today: string;
  /** The day by a clock that was not believed. */
  wrongDay: string | null;
  question: Question | null;
  /** What was answered; null: nothing was asked. */
  dayBy: DayBy | null;
}

/**
 * The day by which a form counts ages and dates its record: today by this device's clock. When the
 * last contact found that clock wrong by more than a day, the person must first choose the right clock
 * for a new child or screening.
 *
 * @param answered on the form before this one
 */
export function useDatingDay(
  unit: OpenUnit,
  isNew: boolean,
  answered: DayBy | null = null,
): DatingDay {
  const byDevice = useToday(unit.timeZone);
  const [trusted, setTrusted] = useState(answered);
  const difference = useWrongClock(unit);
  if (!isNew || difference === 0) {
    return { today: byDevice, wrongDay: null, question: null, dayBy: null };
  }
  const byServer = todayIn(unit.timeZone, new Date(Date.now() + difference));
  return {
    today: trusted === 'server' ? byServer : byDevice,
    // After a contact in the middle of a form, the form may have the date of the wrong clock.
    wrongDay: trusted === 'server' ? byDevice : null,
    dayBy: trusted,
    question: trusted === null ? { difference, byServer, byDevice, answer: setTrusted } : null,
  };
}

/** Shown before the form, which must know the day. */
export function ClockQuestion({ question }: { question: Question }) {
  const { t, date } = useMessages();
  const { difference, byServer, byDevice, answer } = question;
  const sentence = useClockSentence();
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
      <p>{sentence(difference)}</p>
      <p>{t('screenings.clock-text')}</p>
    </Blank>
  );
}
