import type { Author, ChildFile, ChildrenToMerge } from '@crece/storage';
import { useState } from 'react';
import { useInUnit } from '../../data/in-unit.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { nameOf } from './child-words.ts';

type Pair = readonly [ChildFile, ChildFile];
type Choices = Pick<ChildrenToMerge, 'fromLarger' | 'twice'>;

/** What a person decides about two children; the first of the pair has the smaller id. */
export function useDecideSame(unit: OpenUnit): {
  isBusy: boolean;
  /** Resolves with the child's id, or null when nothing was decided. */
  merge: (pair: Pair, choices: Choices) => Promise<string | null>;
  keepApart: (pair: Pair) => Promise<boolean>;
} {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [isBusy, setBusy] = useState(false);
  const { local } = unit;
  const inUnit = useInUnit(unit.stakeDB);

  const decide = async <Done>(act: (author: Author) => Promise<Done>): Promise<Done | null> => {
    const author = await askAuthor();
    if (author === null) return null;
    setBusy(true);
    try {
      return await act(author);
    } catch (cause) {
      sayFault(cause);
      setBusy(false);
      return null;
    }
  };

  const undo = async (otherId: string, author: Author) => {
    try {
      await inUnit((again) => again.unmergeChildren(otherId, author, new Date()));
      notify({ text: t('same.undone') });
    } catch (cause) {
      sayFault(cause);
    }
  };

  const merge = ([lead, other]: Pair, choices: Choices) =>
    decide(async (author) => {
      const ids = [lead.child._id, other.child._id] as const;
      const childId = await local.mergeChildren({ ids, ...choices }, author, new Date(), {
        hold: true,
      });
      // They are one by now, whatever becomes of reading what the child is called.
      const file = await local.readChildFile(childId).catch(() => null);
      const name = nameOf(file?.child ?? lead.child);
      const press = () => void undo(ids[1], author);
      const acts = [{ label: t('common.undo'), press }];
      notify({ text: t('same.merged', { name }), acts }, NOTICE_DELAYS.completion);
      return childId;
    });

  const keepApart = async ([lead, other]: Pair) => {
    const done = await decide(async (author) => {
      await local.keepApart([lead.child._id, other.child._id], author, new Date());
      notify({ text: t('same.kept-apart') });
      return true;
    });
    return done === true;
  };

  return { isBusy, merge, keepApart };
}
