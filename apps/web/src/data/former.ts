import { FORMER_VOLUNTEER, type FormerNames, isFormerName, nameMark } from '@crece/domain';
import { useCallback } from 'react';
import { forLast } from '../api/for-last.ts';
import { useConfig } from './config.tsx';
import { useMessages } from './messages.tsx';

interface Former {
  readonly names: FormerNames;
  /** Whether the account of an id was erased. */
  readonly isErased: (accountId: string) => boolean;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads what the server said of erased accounts; read once for the same answer. */
export const readFormer = forLast((raw: unknown): Former => {
  const { names, accounts } = Object(raw) as { names?: unknown; accounts?: unknown };
  const marks = list(names).flatMap((each): [number, string | null][] => {
    const [mark, until] = list(each);
    const isKnown = typeof mark === 'number' && (until === null || typeof until === 'string');
    return isKnown ? [[mark, until]] : [];
  });
  const ids = new Set(list(accounts));
  return { names: new Map(marks), isErased: (id) => ids.size > 0 && ids.has(nameMark(id)) };
});

/** The names in records that are erased accounts', as the server said last. */
export function useFormerNames(): FormerNames {
  return readFormer(useConfig().former).names;
}

/**
 * The name in a record as it is shown: "former volunteer" for an erased account's. `at`: ISO instant at
 * which it was written.
 */
export function useAuthorName(): (name: string, at?: string) => string {
  const names = useFormerNames();
  const { t } = useMessages();
  return useCallback(
    (name, at) =>
      name === FORMER_VOLUNTEER || isFormerName(names, name, at) ? t('common.former') : name,
    [names, t],
  );
}
