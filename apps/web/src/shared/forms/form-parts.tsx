import { todayIn } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { CheckedForm, FormDraft, FormProblem } from './use-checked-form.ts';

interface ErrorSummaryProps {
  problems: readonly FormProblem[];
  /** Replaces "2 things to correct". */
  title?: string;
  /** A sentence before the list. */
  text?: string;
}

/** The errors of the form: each sentence links to its field. */
export function ErrorSummary({ problems, title, text }: ErrorSummaryProps) {
  const { t } = useMessages();
  if (problems.length === 0) return null;
  return (
    <div className="error-summary" role="alert">
      <h2 className="h2">
        <Icon name="warning" />
        {title ?? t('common.form-errors', { count: problems.length })}
      </h2>
      {text === undefined ? null : <p>{text}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={problem.field ?? problem.code}>
            {problem.field === undefined ? (
              problem.sentence
            ) : (
              <button
                type="button"
                className="link-btn"
                onClick={() => focusField(problem.field ?? '')}
              >
                {problem.sentence}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The errors at the end of a record's form, in the specified words. Specified as a dialog, which
 * would cover the fields to correct: the first wrong field is focused instead.
 */
export function InputErrors({ problems }: Pick<ErrorSummaryProps, 'problems'>) {
  const { t } = useMessages();
  return (
    <ErrorSummary
      problems={problems}
      title={t('common.input-error')}
      text={`${t('common.input-error-text')}.`}
    />
  );
}

function focusField(name: string) {
  document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}

/** An error of the whole form, shown next to its submit button. */
export function FormError({ children }: { children: string }) {
  return <FieldError>{children}</FieldError>;
}

/** The button that saves a form; while it does, it says so. */
export function SaveButton({
  form,
  of,
  action,
  ...look
}: {
  form: Pick<CheckedForm<never, never>, 'ready' | 'saving'>;
  /** The id of the form, when the button stands elsewhere. */
  of?: string;
  /** What it says, if not "Save". */
  action?: string | undefined;
  wide?: boolean;
}) {
  const { t } = useMessages();
  return (
    <Button kind="primary" type="submit" form={of} disabled={!form.ready || form.saving} {...look}>
      {form.saving ? t('common.saving') : (action ?? t('common.save'))}
    </Button>
  );
}

function useDiscard({ discard }: Pick<FormDraft, 'discard'>): () => Promise<void> {
  const { t } = useMessages();
  const { confirm } = useAsk();
  return async () => {
    const sure = await confirm({
      title: t('common.discard-question'),
      body: t('common.discard-what'),
      yes: t('common.discard'),
      no: t('common.keep-typing'),
      danger: true,
    });
    if (sure) await discard();
  };
}

/** "Draft kept on this device", with a button to discard it; nothing without a draft. */
export function DraftNote({ draft }: { draft: Pick<FormDraft, 'kept' | 'restored' | 'discard'> }) {
  const { t } = useMessages();
  const discard = useDiscard(draft);
  if (!draft.kept) return null;
  return (
    <p className="draft">
      <span role="status">
        <Icon name="device" small />
        {draft.restored ? t('common.draft-restored') : t('common.draft-kept')}
      </span>
      <Button kind="quiet" small onClick={() => void discard()}>
        {t('common.discard')}
      </Button>
    </p>
  );
}

/** When a draft was begun, in a sentence with whose it is: "You began Ana Lopez today at 09:04." */
export function useBegunSentence(): (begunAt: string | null, who?: string) => string {
  const { t, shortDate, time } = useMessages();
  return (begunAt, who) => {
    if (begunAt === null) {
      return who === undefined ? t('common.draft-restored') : t('common.draft-of', { who });
    }
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const begun = new Date(begunAt);
    const day = todayIn(timeZone, begun);
    const today = todayIn(timeZone, new Date());
    const params = { who: who ?? t('common.draft-this') };
    return day === today
      ? t('common.draft-begun-today', { ...params, time: time(begun) })
      : t('common.draft-begun-on', { ...params, date: shortDate(day, today) });
  };
}

/** A draft of another day: on which of the two days was it measured? */
export interface DraftDays {
  /** The day that the draft is dated. */
  typed: string;
  today: string;
  choose: (day: string) => void;
}

/**
 * At the top of a form that opened with a draft: whose it is and when it was begun, with "go on" and
 * "start again". It is there until one of them is pressed. With `days` each of the two days is an
 * answer that goes on.
 */
export function RestoredDraft({
  draft,
  who,
  days,
  onGoOn,
}: {
  draft: FormDraft;
  who?: string;
  days?: DraftDays | undefined;
  onGoOn?: () => void;
}) {
  const { t, shortDate } = useMessages();
  const sentence = useBegunSentence();
  const discard = useDiscard(draft);
  const [isRead, setIsRead] = useState(false);
  if (!draft.restored || isRead) return null;
  const goOn = () => {
    setIsRead(true);
    onGoOn?.();
  };
  const dated = (day: string) => () => {
    days?.choose(day);
    goOn();
  };
  const typedDay = days === undefined ? '' : shortDate(days.typed, days.today);
  return (
    <div className="draft-back">
      <p role="status">
        {sentence(draft.begunAt, who)}
        {days === undefined ? null : ` ${t('common.draft-which-day', { date: typedDay })}`}
      </p>
      {days === undefined ? (
        <Button kind="second" small onClick={goOn}>
          {t('common.go-on')}
        </Button>
      ) : (
        <>
          <Button kind="second" small onClick={dated(days.typed)}>
            {typedDay}
          </Button>
          <Button kind="second" small onClick={dated(days.today)}>
            {t('common.draft-today', { date: shortDate(days.today, days.today) })}
          </Button>
        </>
      )}
      <Button kind="quiet" small onClick={() => void discard()}>
        {t('common.start-again')}
      </Button>
    </div>
  );
}
