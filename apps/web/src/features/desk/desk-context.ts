import type { DeskAnswer, DeskList, DeskPage, LinesAsked } from '@crece/reports/desk';
import { countIn } from '@crece/reports/desk';
import { createContext, use } from 'react';
import { type DeskPlace, deskPath } from '../../components/desk-paths.ts';

/** A desk that is shown: its figures, where they come from, and how its lists are had. */
export interface ShownDesk {
  readonly answer: DeskAnswer;
  readonly place: DeskPlace;
  /** An unsettled desk is counted further: its lists are asked for again when this changes. */
  readonly version: string;
  readonly page: (asked: LinesAsked, page: number, signal: AbortSignal) => Promise<DeskPage>;
}

const DeskContext = createContext<ShownDesk | null>(null);
export const DeskProvider = DeskContext.Provider;

/** The desk that is shown. */
export function useDesk(): ShownDesk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('a part of the desk outside of it');
  return desk;
}

/** How many children a list of the whole desk has, and where it is shown. */
export function useList(): (list: DeskList) => { count: number; to: string } {
  const { answer, place } = useDesk();
  return (list) => ({
    count: countIn(answer.figures.lists, list),
    to: deskPath(place, { list }),
  });
}
