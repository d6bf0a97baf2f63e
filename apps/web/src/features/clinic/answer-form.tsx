import {
  answerCode,
  CLINIC_PLACE_MAX,
  type ClinicAnswer,
  clinicAnswerRefusal,
  isIsoDate,
  slipInGroups,
} from '@crece/domain';
import { useState } from 'react';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { DayField } from './day-field.tsx';
import { type KeptAnswer, lastDay } from './kept-answers.ts';
import type { AskedSlip } from './read-slip-text.ts';
import { useVoice } from './voice.tsx';

/** What a clinic can say; *sent on* is *seen* with a place. */
const CHOICES = ['seen', 'admitted', 'sent-on', 'not-found', 'refused', 'died'] as const;
type Choice = (typeof CHOICES)[number];

const ICONS: Readonly<Record<Choice, IconName>> = {
  seen: 'check',
  admitted: 'doctor',
  'sent-on': 'exit',
  'not-found': 'search',
  refused: 'close',
  died: 'info',
};

/** One tap says what became of the child, dated today unless another day is chosen first. */
export function AnswerForm({
  slip: { slip, day: surveyDate },
  today,
  onAnswer,
  onOther,
}: {
  slip: AskedSlip;
  today: string;
  onAnswer: (answer: KeptAnswer) => void;
  /** It was another slip. */
  onOther: () => void;
}) {
  const { t, date } = useVoice();
  // A phone whose clock is late is in the day before the screening.
  const first = today < surveyDate ? surveyDate : today;
  const [day = first, setDay] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSentOn, setSentOn] = useState(false);
  const say = (outcome: ClinicAnswer['outcome'], place?: string) => {
    const answer: ClinicAnswer = { outcome, day, ...(place !== undefined && { place }) };
    const refused = !isIsoDate(day) ? 'no-day' : clinicAnswerRefusal(answer, surveyDate, today);
    if (refused !== null)
      return setRefusal(t(`clinic.refusal.${refused}`, { date: date(surveyDate) }));
    const code = answerCode(slip, surveyDate, { outcome, day });
    onAnswer({ ...answer, slip, code, at: Date.now(), state: 'waits' });
  };
  const choose = (choice: Choice) => {
    setRefusal(null);
    if (choice === 'sent-on') setSentOn(true);
    else say(choice);
  };
  return (
    <section className="clinic-part" aria-label={t('clinic.answer')}>
      <p className="clinic-slip">
        <span className="muted">{t('clinic.slip')}</span> <b>{slipInGroups(slip)}</b>
        <br />
        <span className="muted">{t('clinic.screened', { date: date(surveyDate) })}</span>
      </p>
      <DayField
        label={t('clinic.day')}
        min={surveyDate}
        max={lastDay(today)}
        value={day}
        onChange={(next) => {
          setRefusal(null);
          setDay(next);
        }}
        error={refusal ?? undefined}
      />
      {isSentOn ? (
        <SentOn onPlace={(place) => say('seen', place)} onBack={() => setSentOn(false)} />
      ) : (
        <>
          <Choices onChoose={choose} />
          <button type="button" className="link-btn" onClick={onOther}>
            {t('clinic.other-slip')}
          </button>
        </>
      )}
    </section>
  );
}

function Choices({ onChoose }: { onChoose: (choice: Choice) => void }) {
  const { t } = useVoice();
  return (
    <>
      <h2 className="h2" id="clinic-question">
        {t('clinic.question')}
      </h2>
      <ul className="clinic-choices" aria-labelledby="clinic-question">
        {CHOICES.map((choice) => (
          <li key={choice}>
            <button type="button" onClick={() => onChoose(choice)}>
              <Icon name={ICONS[choice]} />
              <span>{t(`clinic.outcome.${choice}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where a child was sent on to. */
function SentOn({ onPlace, onBack }: { onPlace: (place: string) => void; onBack: () => void }) {
  const { t } = useVoice();
  const [place, setPlace] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isMissing = place.trim() === '';
  return (
    <form
      className="clinic-typed"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isMissing) onPlace(place.trim());
      }}
    >
      <TextField
        label={t('clinic.place')}
        hint={t('clinic.place-hint', { most: CLINIC_PLACE_MAX })}
        maxLength={CLINIC_PLACE_MAX}
        value={place}
        onChange={(event) => setPlace(event.target.value)}
        error={isAsked && isMissing ? t('clinic.place-missing') : undefined}
      />
      <Button kind="primary" type="submit" wide>
        {t('clinic.outcome.sent-on')}
      </Button>
      <Button kind="second" wide onClick={onBack}>
        {t('clinic.back')}
      </Button>
    </form>
  );
}
