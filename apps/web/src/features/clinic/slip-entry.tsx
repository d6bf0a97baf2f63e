import { addDays, CLINIC_ANSWER_DAYS, isIsoDate, readSlip, slipInGroups } from '@crece/domain';
import { type FormEvent, useState } from 'react';
import { ScanView } from '../../shared/scan/scan-view.tsx';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { DayField } from './day-field.tsx';
import { type AskedSlip, readSlipText } from './read-slip-text.ts';
import { useVoice } from './voice.tsx';

/** The way to a slip: the camera, or its number and day as they are printed. */
export function SlipEntry({
  slip,
  today,
  onSlip,
}: {
  /** A number that was read without its day. */
  slip: string;
  today: string;
  onSlip: (slip: AskedSlip) => void;
}) {
  const { t } = useVoice();
  const [isScanning, setScanning] = useState(false);
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState(slip === '' ? '' : slipInGroups(slip));
  const read = (text: string) => {
    setScanning(false);
    const found = readSlipText(text);
    setOther(found === null);
    if (found === null) return;
    if (found.day === undefined) setTyped(slipInGroups(found.slip));
    else onSlip(found);
  };
  return (
    <section className="clinic-part" aria-label={t('clinic.entry')}>
      <p>{t('clinic.text')}</p>
      {isScanning ? (
        <>
          <ScanView t={t} hint={t('clinic.scan-hint')} onText={read} />
          <Button kind="second" wide onClick={() => setScanning(false)}>
            {t('clinic.scan-stop')}
          </Button>
        </>
      ) : (
        <>
          {isOther ? (
            <p className="clinic-warning" role="status">
              {t('clinic.not-a-slip')}
            </p>
          ) : null}
          <Button
            kind="primary"
            wide
            onClick={() => {
              setOther(false);
              setScanning(true);
            }}
          >
            {t('clinic.scan')}
          </Button>
        </>
      )}
      <TypedSlip typed={typed} onTyped={setTyped} today={today} onSlip={onSlip} />
    </section>
  );
}

/** Number and day as they stand on the slip. */
function TypedSlip({
  typed,
  onTyped,
  today,
  onSlip,
}: {
  typed: string;
  onTyped: (text: string) => void;
  today: string;
  onSlip: (slip: AskedSlip) => void;
}) {
  const { t } = useVoice();
  const [day, setDay] = useState('');
  const [isAsked, setAsked] = useState(false);
  const slip = readSlip(typed);
  const isDay = isIsoDate(day) && day <= today;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (slip !== null && isDay) onSlip({ slip, day });
  };
  return (
    <form className="clinic-typed" noValidate onSubmit={send}>
      <h2 className="h2">{t('clinic.or-type')}</h2>
      <TextField
        label={t('clinic.number')}
        hint={t('clinic.number-hint')}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        autoCapitalize="characters"
        spellCheck={false}
        error={isAsked && slip === null ? t('clinic.number-wrong') : undefined}
      />
      <DayField
        label={t('clinic.slip-day')}
        min={addDays(today, -CLINIC_ANSWER_DAYS)}
        max={today}
        value={day}
        onChange={setDay}
        error={isAsked && !isDay ? t('clinic.slip-day-wrong') : undefined}
      />
      <Button kind="second" type="submit" wide>
        {t('clinic.go-on')}
      </Button>
    </form>
  );
}
