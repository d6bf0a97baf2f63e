import type { ImportColumnBody, UploadQuery } from '@crece/contract';
import { useState } from 'react';
import { useSetting } from '../../data/device.tsx';
import { type ChosenColumns, rememberedColumns, withChosenColumns } from './column-memory.ts';

/** Answers that are given once per file, by the code of the question. */
export type GivenAnswers = Readonly<Record<string, string>>;

/** What a person chooses anew. */
export interface ChoiceChange {
  answers?: GivenAnswers;
  columns?: ChosenColumns;
}

/** The answers that this request supports; others belong to a newer server and cannot be sent. */
export function queryOf(
  { answers, columns }: { answers: GivenAnswers; columns: ChosenColumns },
  language: string,
  isDryRun: boolean,
): UploadQuery {
  return {
    language,
    ...answers,
    dryRun: isDryRun ? 'true' : 'false',
    ...(Object.keys(columns).length === 0 ? {} : { mapping: JSON.stringify(columns) }),
  };
}

/** What a person chose for the file: answers and columns, some of them for an earlier file. */
export function useChosen() {
  const [kept = [], keep] = useSetting('importColumnSets');
  const [answers, setAnswers] = useState<GivenAnswers>({});
  const [columns, setColumns] = useState<ChosenColumns>({});
  const [remembered, setRemembered] = useState<ChosenColumns>({});
  return {
    answers,
    columns,
    remembered,
    setAnswers,
    forget: () => {
      setAnswers({});
      setColumns({});
      setRemembered({});
    },
    /** Takes over what was chosen for an earlier file with these headings; null: there was none. */
    recall: (found: readonly ImportColumnBody[]): ChosenColumns | null => {
      const before = rememberedColumns(kept, found);
      if (before === null) return null;
      setColumns(before);
      setRemembered(before);
      return before;
    },
    change: (
      { answers: nextAnswers = answers, columns: nextColumns }: ChoiceChange,
      found: readonly ImportColumnBody[],
    ) => {
      const next = { answers: nextAnswers, columns: nextColumns ?? columns };
      setAnswers(next.answers);
      setColumns(next.columns);
      if (nextColumns !== undefined) keep(withChosenColumns(kept, found, nextColumns));
      return next;
    },
  };
}
