import type { DeskListPage, LinesAsked, ListedChild } from '@crece/reports/desk';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { HttpError } from '../../api/http.ts';
import { useIsHere } from '../../data/use-is-here.ts';
import { useLatest } from '../../data/use-latest.ts';
import { useDesk } from './desk-context.ts';
import { wholeList } from './whole-list.ts';

/** Maximum number of printed children: a longer list is worked through ward by ward. */
const MOST_PRINTED = 2_000;

interface Paper {
  readonly key: string;
  readonly rows: readonly ListedChild[];
}

/** A printed list. */
export interface PrintedList {
  /** Every child of the list after printing was requested; before that, those on the screen. */
  readonly rows: readonly ListedChild[];
  readonly isLoading: boolean;
  readonly failure: HttpError | null;
  /** Fetches the children that are not on the screen, and prints. */
  readonly print: () => Promise<void>;
}

/**
 * The whole list for paper, whichever page is on the screen; `key` identifies the list and its
 * state.
 */
export function usePrintedList(key: string, lines: LinesAsked, shown: DeskListPage): PrintedList {
  const desk = useDesk();
  const [paper, setPaper] = useState<Paper | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<HttpError | null>(null);

  const isHere = useIsHere();
  const shownKey = useLatest(key);
  /** Whether another page or another list is shown by now, which nobody wanted on paper. */
  const isLeft = () => !isHere.current || shownKey.current !== key;

  async function print(): Promise<void> {
    setFailure(null);
    if (shown.total > shown.children.length) {
      setLoading(true);
      try {
        const rows = await wholeList(desk.page, lines, MOST_PRINTED);
        if (isLeft()) return;
        // The rows must be on the page before the browser prepares the print.
        flushSync(() => setPaper({ key, rows }));
      } catch (cause) {
        if (!(cause instanceof HttpError)) throw cause;
        if (!isLeft()) setFailure(cause);
        return;
      } finally {
        setLoading(false);
      }
    }
    window.print();
  }

  return { rows: paper?.key === key ? paper.rows : shown.children, isLoading, failure, print };
}
