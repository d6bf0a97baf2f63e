import { kindOfId, type Sex } from '@crece/domain';
import type { ChildFile, LocalUnit, Task } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { useUnitSnapshot } from '../../data/live.ts';
import type { OpenUnit } from '../../data/units.tsx';

/** A task with its child, if the child is on this device. */
export interface TaskInPlace {
  readonly task: Task;
  readonly file: ChildFile | null;
}

export type TaskState =
  | { readonly state: 'loading' }
  /** The record needs no decision (any more). */
  | { readonly state: 'settled' }
  | { readonly state: 'failed'; readonly fault: unknown }
  | ({ readonly state: 'open' } & TaskInPlace);

async function readTask(unit: LocalUnit, id: string): Promise<TaskState> {
  const task = await unit.readTask(id);
  if (task === null) return { state: 'settled' };
  const childId = task.childId ?? (kindOfId(id) === 'chld' ? id : undefined);
  const file = childId === undefined ? null : await unit.readChildFile(childId);
  return { state: 'open', task, file };
}

/** Identifies the two compared versions: another pair is another question. */
export const pairOf = ({ id, first, second }: Task): string => `${id} ${first.rev} ${second.rev}`;

function isSamePair(a: TaskState | undefined, b: TaskState): boolean {
  return (
    a?.state === 'open' &&
    b.state === 'open' &&
    pairOf(a.task) === pairOf(b.task) &&
    a.file === b.file
  );
}

/**
 * The open decision about a record. It follows every change, because another person may decide
 * meanwhile; `reread` reads again after a choice was refused.
 */
export function useTask({ local: unit }: OpenUnit, id: string): TaskState & { reread: () => void } {
  const snapshot = useUnitSnapshot(unit);
  const [known, setKnown] = useState<{ id: string; found: TaskState } | null>(null);
  const [asked, setAsked] = useState(0);
  const reread = useCallback(() => setAsked((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the unit is read again
  useEffect(() => {
    let isCurrent = true;
    const show = (found: TaskState) => {
      if (!isCurrent) return;
      setKnown((before) =>
        before?.id === id && isSamePair(before.found, found) ? before : { id, found },
      );
    };
    readTask(unit, id).then(show, (fault: unknown) => {
      console.error('The two values could not be read.', fault);
      show({ state: 'failed', fault });
    });
    return () => {
      isCurrent = false;
    };
  }, [unit, id, snapshot, asked]);

  const found: TaskState = known?.id === id ? known.found : { state: 'loading' };
  return { ...found, reread };
}

/** The sex of the child of a record, for versions without it. */
export const sexOfFile = (file: ChildFile | null): Sex | undefined => file?.child.gender;
