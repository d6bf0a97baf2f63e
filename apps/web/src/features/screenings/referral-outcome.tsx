import {
  checkReferral,
  countsToday,
  type IsoDate,
  type ReferralOutcome as Outcome,
  outcomeIn,
  REFERRAL_ANSWERS,
  REFERRAL_OUTCOMES,
  type ReferralFields,
  type ReferralIssueCode,
  type Screening,
} from '@crece/domain';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useMarkUnsaved } from '../../shared/forms/unsaved.tsx';
import { type KeptDraft, useDraft } from '../../shared/forms/use-draft.ts';
import { useOutcome } from '../../shared/referrals/use-outcome.ts';
import { outcomeWords } from '../../shared/screenings/outcome-words.ts';
import { Button } from '../../ui/controls.tsx';
import { DatePartsField } from '../../ui/date-parts-field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import './referral.css';

interface OutcomeProps {
  screening: Screening;
  unit: OpenUnit;
  today: IsoDate;
  /** In the history: a button opens the form, whether or not an outcome is known. */
  isFolded?: boolean;
  /** What was recorded closes the referral no more: asks what happened since. */
  isAskedAgain?: boolean;
  /** Whether the form is open, and how that changes; its own affair where it is left out. */
  form?: readonly [boolean, (isOpen: boolean) => void];
}

/** The outcome of a screening's referral, and its form with day and note. */
export function ReferralOutcomeForm({
  screening,
  unit,
  today,
  isFolded = false,
  isAskedAgain = false,
  form,
}: OutcomeProps) {
  const translator = useMessages();
  const { t, date } = translator;
  const said = outcomeIn(screening);
  const known = said !== null && countsToday(said, today) ? said : null;
  const own = useState(false);
  const [isChanging, setChanging] = form ?? own;
  const { save } = useOutcome(unit);
  if (isChanging) {
    return (
      <OutcomeForm
        // Another phone's outcome starts the form again.
        key={screening._rev ?? ''}
        screening={screening}
        today={today}
        isFresh={isAskedAgain}
        onSave={async (fields) => {
          const isSaved = await save({ kind: 'screening', screening }, fields);
          if (isSaved) setChanging(false);
          return isSaved;
        }}
        onCancel={() => setChanging(false)}
      />
    );
  }
  if (known === null && !isFolded) return null;
  if (isAskedAgain) return null;
  const day = date(screening.surveyDate);
  return (
    <div className="referral-known">
      <p>
        <Icon name="doctor" small />
        {known === null ? t('referral.outcome-open') : <b>{outcomeWords(translator, known)}</b>}
        {known === null || screening.clinicAnswers === undefined ? null : (
          <span className="muted small"> {t('clinic-answer.by-person')}</span>
        )}
      </p>
      {screening.referralNote === undefined ? null : <p>{screening.referralNote}</p>}
      <Button kind="second" small icon="edit" onClick={() => setChanging(true)}>
        {t(known === null ? 'referral.record' : 'referral.change')}{' '}
        <span className="vh">{t('screenings.of-visit', { date: day })}</span>
      </Button>
    </div>
  );
}

/** What is being typed about a referral, as it is kept on this device until it is saved. */
interface Typed {
  outcome: Outcome | null;
  day: string;
  note: string;
  /** The stored outcome that it was typed over; over another one it is not offered again. */
  base: string;
}

function isTyped(stored: unknown): stored is Typed {
  if (typeof stored !== 'object' || stored === null) return false;
  const { outcome, day, note, base } = stored as Partial<Record<keyof Typed, unknown>>;
  const isOutcome = outcome === null || REFERRAL_OUTCOMES.some((each) => each === outcome);
  return isOutcome && [day, note, base].every((text) => typeof text === 'string');
}

const baseOf = ({ referralOutcome, referralDate, referralNote }: Screening) =>
  [referralOutcome, referralDate, referralNote].join('/');

interface FormProps {
  screening: Screening;
  today: IsoDate;
  /** Whether it was saved. */
  onSave: (fields: ReferralFields) => Promise<boolean>;
  /** Begins without what is stored: it is of another day. */
  isFresh: boolean;
  onCancel: () => void;
}

/** The form with what was typed into it before a reload, a crash or another page. */
function OutcomeForm(props: FormProps) {
  const draft = useDraft(`referral:${props.screening._id}`, isTyped);
  const [begun, setBegun] = useState<string | null>(null);
  // Shown at once; it begins again when there is a draft, unless something has been typed already.
  const now = begun ?? (draft.restored === null ? 'new' : 'kept');
  return <OutcomeFields key={now} {...props} draft={draft} onTyped={() => setBegun(now)} />;
}

/** Why a day cannot be that of an outcome of this screening, in words. */
function useIssueText(surveyDate: IsoDate) {
  const { t, date } = useMessages();
  return (issue: ReferralIssueCode | null): string | undefined => {
    if (issue === null) return undefined;
    return issue === 'referral-date-before-screening'
      ? t('referral.date-before-screening', { date: date(surveyDate) })
      : t(issue === 'referral-date-invalid' ? 'referral.date-invalid' : 'referral.date-in-future');
  };
}

/** What may have happened, one of which is pressed. */
function Choices({
  chosen,
  onChoose,
}: {
  chosen: Typed['outcome'];
  onChoose: (outcome: NonNullable<Typed['outcome']>) => void;
}) {
  const { t } = useMessages();
  return (
    <fieldset className="referral-choices">
      <legend className="vh">{t('referral.choices')}</legend>
      {REFERRAL_ANSWERS.map((each) => (
        <button
          key={each}
          type="button"
          className="referral-choice"
          aria-pressed={chosen === each}
          onClick={() => onChoose(each)}
        >
          {t(`referral.outcome.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * One tap chooses what happened, a second saves it. The day is today unless the person changes it.
 */
function OutcomeFields({
  screening,
  today,
  isFresh,
  onSave,
  onCancel,
  draft,
  onTyped,
}: FormProps & { draft: KeptDraft<Typed>; onTyped: () => void }) {
  const { t } = useMessages();
  const { referralOutcome, referralDate, referralNote, surveyDate } = screening;
  const base = baseOf(screening);
  const [typed, setTyped] = useState(draft.restored?.base === base ? draft.restored : null);
  const { outcome, day, note } =
    typed ??
    (isFresh
      ? { outcome: null, day: today, note: '' }
      : {
          outcome: referralOutcome ?? null,
          day: referralDate ?? today,
          note: referralNote ?? '',
        });
  useMarkUnsaved(typed !== null);
  const type = (change: Partial<Typed>) => {
    const next = { outcome, day, note, base, ...change };
    setTyped(next);
    onTyped();
    draft.keep(next);
  };
  const save = async (fields: ReferralFields) => {
    if (await onSave(fields)) await draft.discard();
  };
  const issueText = useIssueText(surveyDate);
  const [issue, setIssue] = useState<ReferralIssueCode | null>(null);
  const buttons = useRef<HTMLParagraphElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (outcome === null) return;
    const checked = checkReferral({ outcome, date: day, note }, surveyDate, today);
    setIssue(checked.ok ? null : (checked.issues[0]?.code ?? null));
    if (checked.ok) void save(checked.value);
  }
  return (
    <form className="referral-form" onSubmit={submit} noValidate>
      <Choices
        chosen={outcome}
        onChoose={(each) => {
          // It must be rendered before it is scrolled into view.
          flushSync(() => type({ outcome: each }));
          buttons.current?.scrollIntoView({ block: 'nearest' });
        }}
      />
      {outcome === null ? null : (
        <>
          <div className="referral-fields">
            <DatePartsField
              name="referralDate"
              label={t('referral.date')}
              min={surveyDate}
              max={today}
              value={day}
              onChange={(date) => type({ day: date })}
              onBlur={() => undefined}
              error={issueText(issue)}
            />
            <TextField
              label={t('referral.note')}
              note={t('common.optional')}
              value={note}
              onChange={({ target }) => type({ note: target.value })}
            />
          </div>
          <p className="visit-buttons" ref={buttons}>
            <Button kind="primary" type="submit">
              {t('referral.save')}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                void draft.discard();
                onCancel();
              }}
            >
              {t('common.cancel')}
            </Button>
            {referralOutcome === undefined ? null : (
              <Button kind="danger" small icon="remove" onClick={() => void save({})}>
                {t('referral.take-back')}
              </Button>
            )}
          </p>
        </>
      )}
    </form>
  );
}
