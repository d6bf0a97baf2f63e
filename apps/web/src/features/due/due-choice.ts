import {
  DUE_SECTIONS,
  type DueEntry,
  type DueList,
  type DueSection,
  foldText,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useSearchParams } from 'react-router';
import { wardTest } from '../../shared/places/wards.ts';

/** What can be shown alone: a section, or the children of all sections whose supplement ends. */
export type Choice = DueSection | 'supplement';
export const CHOICES: readonly Choice[] = [...DUE_SECTIONS, 'supplement'];

export interface WardList {
  list: DueList<ChildRow>;
  /** Of the children to refer: how many are of another ward, and how many have none. */
  elsewhere: { ofOthers: number; withoutWard: number };
}

/** The list of a ward; whoever must be referred is in it, wherever the child lives. */
export function listOfWard(all: DueList<ChildRow>, ward: string): WardList {
  const isOfWard = wardTest(ward);
  const isHere = ({ child }: DueEntry<ChildRow>) => isOfWard(child.ward);
  const list = new Map(
    [...all].map(([section, entries]) => [
      section,
      section === 'refer' ? entries : entries.filter(isHere),
    ]),
  );
  const others = (all.get('refer') ?? []).filter((entry) => !isHere(entry));
  const withoutWard = others.filter(({ child }) => foldText(child.ward ?? '') === '').length;
  return { list, elsewhere: { ofOthers: others.length - withoutWard, withoutWard } };
}

/** The choice in the address; null shows all sections. */
export function useShownSection(): readonly [Choice | null, (section: Choice | null) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = CHOICES.find((section) => section === query.get('section')) ?? null;
  const show = (section: Choice | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('section');
        if (section !== null) next.set('section', section);
        return next;
      },
      { replace: true },
    );
  return [shown, show];
}
