import {
  DUE_SECTIONS,
  type DueEntry,
  type DueList,
  type DueSection,
  endsSoon,
  foldText,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useSearchParams } from 'react-router';
import { wardTest } from '../../shared/places/wards.ts';

/** What can be shown alone: a section, or the children of all sections whose supplement ends. */
export type DueChoice = DueSection | 'supplement';
export const CHOICES: readonly DueChoice[] = [...DUE_SECTIONS, 'supplement'];

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

/** What of a list is shown, and how many of it there are. */
export interface ShownSections {
  /** The sections with anybody in them. */
  readonly filled: readonly DueSection[];
  /** Of whom none is with a clinic. */
  readonly total: number;
  /** Whose supplement ends, without those at a clinic: a referral that is there waits for it. */
  readonly ending: readonly DueEntry<ChildRow>[];
  readonly shows: 'all' | 'supplement' | 'one';
  readonly sections: readonly DueSection[];
  readonly countOf: (section: DueSection) => number;
  readonly entriesOf: (section: DueSection) => readonly DueEntry<ChildRow>[];
}

/** What a choice shows; a choice with nobody in it shows all sections. */
export function shownSections(
  list: DueList<ChildRow>,
  choice: DueChoice | null,
  today: string,
): ShownSections {
  const countOf = (section: DueSection) => list.get(section)?.length ?? 0;
  const filled = DUE_SECTIONS.filter((section) => countOf(section) > 0);
  const total = filled.reduce((sum, each) => sum + (each === 'closed' ? 0 : countOf(each)), 0);
  const ending = [...list.values()]
    .flat()
    .filter(
      ({ visit, standing }) => visit.section !== 'closed' && endsSoon(standing.supplement, today),
    );
  const common = { filled, total, ending, countOf };
  if (choice === 'supplement' && ending.length > 0) {
    const entriesOf = (section: DueSection) =>
      ending.filter(({ visit }) => visit.section === section);
    return { ...common, shows: 'supplement', sections: filled, entriesOf };
  }
  const entriesOf = (section: DueSection) => list.get(section) ?? [];
  return choice !== null && choice !== 'supplement' && countOf(choice) > 0
    ? { ...common, shows: 'one', sections: [choice], entriesOf }
    : { ...common, shows: 'all', sections: filled, entriesOf };
}

/** The choice in the address; null shows all sections. */
export function useShownSection(): readonly [
  DueChoice | null,
  (section: DueChoice | null) => void,
] {
  const [query, setQuery] = useSearchParams();
  const shown = CHOICES.find((section) => section === query.get('section')) ?? null;
  const show = (section: DueChoice | null) =>
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
