import {
  createContext,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../data/messages.tsx';
import { useRequired } from '../data/required-context.ts';
import { Button, type ButtonKind } from './controls.tsx';
import { Dialog, useAskedPlace } from './dialog.tsx';

interface AskOption<Value extends string> {
  value: Value;
  label: string;
  kind?: ButtonKind;
}

interface Question<Value extends string> {
  title: string;
  body?: ReactNode;
  /** In reading order; give the safe one `kind: 'primary'`. */
  options: readonly AskOption<Value>[];
  column?: boolean;
}

interface Asking {
  /** Resolves with the chosen option, or `null` when the person left by Escape or back. */
  choose<Value extends string>(question: Question<Value>): Promise<Value | null>;
  confirm(question: {
    title: string;
    body?: ReactNode;
    yes: string;
    no?: string;
    danger?: boolean;
  }): Promise<boolean>;
  inform(message: { title: string; body?: ReactNode }): Promise<void>;
}

const AskContext = createContext<Asking | null>(null);

interface Open {
  /** Where and of whom it was asked; it may wait behind another one. */
  place: string;
  question: Question<string>;
  answer: (value: string | null) => void;
}

/**
 * Lets any page ask a question in a modal and await the answer; one question at a time. Those that wait end
 * with their page and their person, as the open one does.
 */
export function AskProvider({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  const [queue, setQueue] = useState<readonly Open[]>([]);
  const place = useAskedPlace();
  const now = useRef(place);
  useLayoutEffect(() => {
    now.current = place;
  }, [place]);

  const choose = useCallback(
    <Value extends string>(question: Question<Value>) =>
      new Promise<Value | null>((resolve) => {
        const answer = (value: string | null) => {
          setQueue((open) => open.slice(1));
          resolve(question.options.find((option) => option.value === value)?.value ?? null);
        };
        const asked = { question, answer, place: now.current };
        setQueue((open) => [...open, asked]);
      }),
    [],
  );

  const asking = useMemo<Asking>(
    () => ({
      choose,
      confirm: async ({ title, body, yes, no, danger }) => {
        const answer = await choose({
          title,
          body,
          options: [
            { value: 'no', label: no ?? t('common.cancel'), kind: danger ? 'primary' : 'quiet' },
            { value: 'yes', label: yes, kind: danger ? 'danger' : 'primary' },
          ],
        });
        return answer === 'yes';
      },
      inform: async ({ title, body }) => {
        await choose({
          title,
          body,
          options: [{ value: 'ok', label: t('common.ok'), kind: 'primary' }],
        });
      },
    }),
    [choose, t],
  );

  const [current] = queue;
  const isOver = current !== undefined && current.place !== place;
  useEffect(() => {
    if (isOver) current.answer(null);
  }, [isOver, current]);
  return (
    <AskContext value={asking}>
      {children}
      {current === undefined || isOver ? null : (
        <Dialog
          key={queue.length}
          title={current.question.title}
          onClose={() => current.answer(null)}
          column={current.question.column ?? false}
          actions={current.question.options.map((option) => (
            <Button
              key={option.value}
              kind={option.kind ?? 'second'}
              autoFocus={option.kind === 'primary'}
              onClick={() => current.answer(option.value)}
            >
              {option.label}
            </Button>
          ))}
        >
          {current.question.body}
        </Dialog>
      )}
    </AskContext>
  );
}

/** `const { choose, confirm, inform } = useAsk()`: the specification's modals, awaited. */
export function useAsk(): Asking {
  return useRequired(AskContext, 'AskProvider');
}
