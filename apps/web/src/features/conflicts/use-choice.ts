import type { Choice, Task } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';
import { pairOf } from './use-task.ts';

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
export function useChoice(task: Task): KeptChoice {
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
