import { type Mother, type MotherKind, motherKind } from '@crece/domain';
import type { Drafts, LocalUnit } from '@crece/storage';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** The forms of a stored woman: a nursing mother has no other. */
const formsOf = (mother: Mother): readonly MotherKind[] =>
  motherKind(mother) === 'nursing' ? ['nursing'] : ['pregnant', 'nursing'];

const keysOf = ({ _id, _rev = '' }: Mother, kind: MotherKind): [string, string] => [
  `mother:${_id}:${kind}`,
  // That of builds which forgot what was typed once the record had another version.
  `mother:${_id}:${_rev}:${kind}`,
];

/**
 * The keys of a draft of a woman's form, today's first. What was typed before somebody else entered
 * her delivery is found in the form of the nursing mother, the only one that she has now.
 */
export function motherFormKeys(mother: Mother, kind: MotherKind): [string, ...string[]] {
  const isOnly = formsOf(mother).length === 1;
  return [...keysOf(mother, kind), ...(isOnly ? keysOf(mother, 'pregnant') : [])];
}

/** A woman who was removed, or moved, and the forms of her in which something was typed and not saved. */
export interface KeptMother {
  readonly mother: Mother;
  readonly kinds: readonly MotherKind[];
}

async function readKept(
  local: LocalUnit,
  { drafts, owner }: { drafts: Drafts; owner: string },
  id: string,
): Promise<KeptMother | null> {
  const kept = new Set(await drafts.list());
  if (![...kept].some((key) => key.includes(id))) return null;
  const mother = await local.readRemovedMother(id);
  if (mother === null) return null;
  const isKept = (kind: MotherKind) =>
    motherFormKeys(mother, kind).some((key) => kept.has(owner + key));
  const kinds = formsOf(mother).filter(isKept);
  return kinds.length === 0 ? null : { mother, kinds };
}

/** Searches for what was typed about a woman who is not here any more; null without it. */
export function useKeptMother(
  { local }: OpenUnit,
  id: string,
  isWanted: boolean,
): KeptMother | null | undefined {
  const { drafts } = useDevice();
  const owner = useDraftOwner();
  return useLoaded(
    () => (isWanted ? readKept(local, { drafts, owner }, id) : undefined),
    [local, drafts, owner, id, isWanted],
    {
      fail: (cause) => {
        console.warn('What was typed about a removed woman could not be looked for.', cause);
        return null;
      },
    },
  );
}
