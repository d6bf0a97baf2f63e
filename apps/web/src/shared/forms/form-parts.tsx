import { todayIn } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { FormDraft, FormProblem } from './use-checked-form.ts';

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

/**
 * At the top of a form that opened with a draft: when it was begun, with "go on" and "start again".
 * It is there until one of them is pressed.
 */
export function RestoredDraft({ draft, onGoOn }: { draft: FormDraft; onGoOn?: () => void }) {
  const { t, shortDate, time } = useMessages();
  const discard = useDiscard(draft);
  const [isRead, setIsRead] = useState(false);
  if (!draft.restored || isRead) return null;
  const { begunAt } = draft;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const sentence = () => {
    if (begunAt === null) return t('common.draft-restored');
    const begun = new Date(begunAt);
    const day = todayIn(timeZone, begun);
    const today = todayIn(timeZone, new Date());
    return day === today
      ? t('common.draft-begun-today', { time: time(begun) })
      : t('common.draft-begun-on', { date: shortDate(day, today) });
  };
  return (
    <div className="draft-back">
      <p role="status">{sentence()}</p>
      <Button
        kind="second"
        small
        onClick={() => {
          setIsRead(true);
          onGoOn?.();
        }}
      >
        {t('common.go-on')}
      </Button>
      <Button kind="quiet" small onClick={() => void discard()}>
        {t('common.start-again')}
      </Button>
    </div>
  );
}
