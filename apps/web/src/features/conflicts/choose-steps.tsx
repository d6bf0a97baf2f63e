import { can, kindOfId, REMOVAL_RIGHTS } from '@crece/domain';
import type { Choice, Task } from '@crece/storage';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { QuestionStep } from './question-step.tsx';
import { type Question, questionsOf, withAnswer } from './questions.ts';
import { type Fate, RemovalStep } from './removal-step.tsx';
import { stepAction } from './step-action.ts';
import type { TaskStep } from './task-step.ts';
import { whoLine } from './task-words.ts';
import { useDecide, useLeave } from './use-decide.ts';
import { pairOf, sexOfFile, type TaskInPlace } from './use-task.ts';

function isChoice(stored: unknown): stored is Choice {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every((side) => side === 'first' || side === 'second')
  );
}

interface KeptChoice {
  /** False while earlier answers are loading. */
  readonly ready: boolean;
  readonly choice: Choice;
  keep(next: Choice): void;
  /** Deletes the stored answers; call it after the choice was written. */
  forget(): Promise<void>;
}

/**
 * The answers so far about one pair of versions, stored on this device until they are written:
 * leaving the page early loses none. Another pair starts without answers.
 */
function useChoice(task: Task): KeptChoice {
  const { drafts } = useDevice();
  const key = `${useDraftOwner()}choice:${pairOf(task)}`;
  const [kept, setKept] = useState<{ key: string; choice: Choice } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const begin = (stored: unknown) => {
      if (isCurrent) setKept({ key, choice: isChoice(stored) ? stored : {} });
    };
    drafts.load(key).then(begin, (cause: unknown) => {
      console.warn('Answers given before could not be read.', cause);
      begin(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [drafts, key]);

  const keep = useCallback(
    (choice: Choice) => {
      setKept({ key, choice });
      drafts.save(key, choice).catch((cause: unknown) => {
        console.warn('An answer could not be kept.', cause);
      });
    },
    [drafts, key],
  );
  const forget = useCallback(() => drafts.discard(key), [drafts, key]);

  const isReady = kept?.key === key;
  return { ready: isReady, choice: isReady ? kept.choice : {}, keep, forget };
}

interface Props extends TaskInPlace {
  unit: OpenUnit;
  /**
   * Called when the choice was refused, to read the task again: it has changed, or a further
   * version waits.
   */
  onRefused: () => void;
  /** Whether the page is still shown. */
  isHere: { readonly current: boolean };
}

/** Each step starts at its top, for eyes, keyboard and screen reader. */
function useBeginAt(at: number) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    window.scrollTo(0, 0);
    ref.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [at]);
  return ref;
}

/** Whether this account may remove the record of the task. */
function useMayRemove({ task, unit }: Props): boolean {
  const session = useSession();
  const kind = kindOfId(task.id);
  return kind !== null && can(session, REMOVAL_RIGHTS[kind], unit.place);
}

/** The questions about one record, one after another; the last answer writes the decision. */
export function ChooseSteps(props: Props) {
  const translator = useMessages();
  const { t } = translator;
  const { unit, task, file } = props;
  const today = useToday(unit.timeZone);
  const kept = useChoice(task);
  const [fate, setFate] = useState<Fate | null>(null);
  const [at, setAt] = useState(0);
  const mayRemove = useMayRemove(props);
  const { deciding, decide } = useDecide(unit, task, {
    forget: kept.forget,
    onRefused: props.onRefused,
    isHere: props.isHere,
  });
  const leave = useLeave(unit);
  const top = useBeginAt(at);

  const isRemoved = task.kind === 'removed';
  const questions = questionsOf(task);
  const asked = fate === 'remove' ? [] : questions;
  const total = (isRemoved ? 1 : 0) + asked.length;
  const question: Question | undefined = questions[isRemoved ? at - 1 : at];
  const step: TaskStep = {
    task,
    file,
    choice: kept.choice,
    context: { timeZone: unit.timeZone, sex: sexOfFile(file), today },
  };
  const action = stepAction(translator, { step, fate, isRemoved, at, question, asked });

  const who = isRemoved ? null : whoLine(translator, step);
  const subtitle = total > 1 ? t('waiting.step', { at: at + 1, total }) : (who ?? unit.stakeName);

  const goOn = () => {
    if (at + 1 < total) setAt(at + 1);
    else if (action.decision !== null) void decide(action.decision, action.notice);
  };
  return (
    <Page
      title={t(isRemoved ? 'waiting.keep-or-remove' : 'waiting.choose-title')}
      subtitle={subtitle}
      back={waitingPath(unit)}
      width="read"
      dock={
        <Dock>
          <Button kind="second" onClick={leave}>
            {t('app.update-later')}
          </Button>
          <Button
            kind={action.isDanger ? 'danger' : 'primary'}
            disabled={deciding || !action.isReady}
            onClick={goOn}
          >
            {deciding ? t('common.saving') : action.label}
          </Button>
        </Dock>
      }
    >
      <div className="choose" ref={top}>
        {at > 0 ? (
          <Button kind="quiet" small icon="back" onClick={() => setAt(at - 1)}>
            {t('waiting.step-back')}
          </Button>
        ) : null}
        {kept.ready ? null : <Waiting />}
        {kept.ready && isRemoved && at === 0 ? (
          <RemovalStep
            step={step}
            fate={fate}
            mayRemove={mayRemove}
            questions={questions.length}
            onFate={setFate}
          />
        ) : null}
        {kept.ready && question !== undefined && (!isRemoved || at > 0) ? (
          <QuestionStep
            step={step}
            question={question}
            onAnswer={(side) => kept.keep(withAnswer(kept.choice, question, side))}
          />
        ) : null}
      </div>
    </Page>
  );
}
