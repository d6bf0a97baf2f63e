import { type Author, type Choice, StorageError, type Task } from '@crece/storage';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { useNotices } from '../../ui/notices.tsx';

/** A person's decision about a record. */
export type TaskDecision = { kind: 'choose' | 'keep'; choice: Choice } | { kind: 'remove' };

/**
 * Goes back to the page from which the person came; a page opened by its address goes to the list.
 */
export function useLeave(unit: OpenUnit): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    // The router's first entry has the key `default`: there is no page of ours before it.
    if (key === 'default') void navigate(waitingPath(unit), { replace: true });
    else void navigate(-1);
  };
}

async function write(
  { local: unit }: OpenUnit,
  task: Task,
  decision: TaskDecision,
  author: Author,
): Promise<void> {
  const now = new Date();
  if (decision.kind === 'choose') await unit.choose(task, decision.choice, author, now);
  else if (decision.kind === 'keep') await unit.keep(task, decision.choice, author, now);
  else await unit.confirmRemoval(task, author, now);
}

/** Whether the versions have changed, so that the page shows outdated values. */
const isOvertaken = (cause: unknown): boolean =>
  cause instanceof StorageError &&
  (cause.code === 'changed-meanwhile' || cause.code === 'not-found');

/**
 * Writes a decision in the person's name and leaves with a notice. It stays on the page when a
 * further version of the record waits, or when the record has changed meanwhile. Nothing is lost in
 * either case.
 */
export function useDecide(
  unit: OpenUnit,
  task: Task,
  {
    forget,
    onRefused,
    isHere,
  }: {
    forget: () => Promise<void>;
    onRefused: () => void;
    /** Whether the page is still shown. */
    isHere: { readonly current: boolean };
  },
): { deciding: boolean; decide: (decision: TaskDecision, notice: string) => Promise<void> } {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify, complain } = useNotices();
  const sayFault = useFault();
  const leave = useLeave(unit);
  const [deciding, setDeciding] = useState(false);

  const decide = async (decision: TaskDecision, notice: string) => {
    if (deciding) return;
    const author = await askAuthor();
    if (author === null) return;
    setDeciding(true);
    try {
      await write(unit, task, decision, author);
      await forget();
      const hasMore = (await unit.local.readTask(task.id)) !== null;
      notify({ text: hasMore ? t('waiting.next-version') : notice });
      if (hasMore) onRefused();
      // Who left meanwhile has gone back already.
      else if (isHere.current) leave();
    } catch (cause) {
      if (isOvertaken(cause)) {
        complain({ text: t('waiting.look-again') });
        onRefused();
      } else {
        sayFault(cause);
      }
    } finally {
      setDeciding(false);
    }
  };
  return { deciding, decide };
}
