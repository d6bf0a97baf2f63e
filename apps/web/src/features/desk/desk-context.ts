import type { UnitDatabase } from '@crece/domain';
import type { DeskAnswer, DeskList, DeskPage, LinesAsked } from '@crece/reports/desk';
import { countIn } from '@crece/reports/desk';
import { createContext, use } from 'react';
import { type DeskPlace, deskPath } from '../../shared/navigation/desk-paths.ts';

/** A desk that is shown: its figures, where they come from, and how its lists are had. */
export interface ShownDesk {
  readonly answer: DeskAnswer;
  readonly place: DeskPlace;
  /** An unsettled desk is counted further: its lists are asked for again when this changes. */
  readonly version: string;
  /** Children of a list: the page so many, counted from 1, of so many children. */
  readonly page: (
    asked: LinesAsked,
    part: { readonly page: number; readonly size: number },
    signal: AbortSignal,
  ) => Promise<DeskPage>;
}

const DeskContext = createContext<ShownDesk | null>(null);
export const DeskProvider = DeskContext.Provider;

/** The desk that is shown. */
export function useDesk(): ShownDesk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('a part of the desk outside of it');
  return desk;
}

/** The desk of a part of what is shown, for the same children. */
export function usePartPlace(): (unit: UnitDatabase) => DeskPlace {
  const { ages, months } = useDesk().place;
  return ({ countryCode, stakeDB }) => ({ country: countryCode, stakeDB, ages, months });
}

/** How many children a list of the whole desk has, and where it is shown. */
export function useList(): (list: DeskList) => { count: number; to: string } {
  const { answer, place } = useDesk();
  return (list) => ({
    count: countIn(answer.figures.lists, list),
    to: deskPath(place, { list }),
  });
}
