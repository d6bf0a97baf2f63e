import type { DeskList, UnitDatabase } from '@crece/domain';
import type { DeskAnswer, DeskListPage, LinesAsked } from '@crece/reports/desk';
import { countIn } from '@crece/reports/desk';
import { createContext } from 'react';
import { useRequired } from '../../data/required-context.ts';
import { type DeskPlace, deskPath } from '../../shared/navigation/desk-paths.ts';

/** A desk on the screen: its figures, their source, and the access to its lists. */
export interface ShownDesk {
  readonly answer: DeskAnswer;
  readonly place: DeskPlace;
  /** Changes while an unfinished desk is counted further: then its lists are loaded again. */
  readonly version: string;
  /** Loads children of a list: page number (from 1) and page size. */
  readonly page: (
    asked: LinesAsked,
    part: { readonly page: number; readonly size: number },
    signal: AbortSignal,
  ) => Promise<DeskListPage>;
}

const DeskContext = createContext<ShownDesk | null>(null);
export const DeskProvider = DeskContext.Provider;

/** The desk on the screen. */
export function useDesk(): ShownDesk {
  return useRequired(DeskContext, 'the desk');
}

/** The desk of a part of this one, with the same choice of children. */
export function usePartPlace(): (unit: UnitDatabase) => DeskPlace {
  const { ages, months } = useDesk().place;
  return ({ countryCode, stakeDB }) => ({ country: countryCode, stakeDB, ages, months });
}

/** The number of children in a list of the whole desk, and the path of that list. */
export function useList(): (list: DeskList) => { count: number; to: string } {
  const { answer, place } = useDesk();
  return (list) => ({
    count: countIn(answer.figures.lists, list),
    to: deskPath(place, { list }),
  });
}
