import { type Child, readDocument, timeZoneOfUnit } from '@crece/domain';
import type { Proposal } from '../../moved/proposals.ts';
import { unitStore } from '../../moved/versions.ts';
import type { GatewayParts } from '../gateway-parts.ts';

/** The child of a proposal as its unit has it; null: it does not live there. */
export async function childOf(
  stores: GatewayParts['stores'],
  { from, childId }: Pick<Proposal, 'from' | 'childId'>,
): Promise<Child | null> {
  const stored = (await (await unitStore(stores, from))?.read(childId)) ?? null;
  const read = stored && readDocument(stored, { timeZone: timeZoneOfUnit(from) });
  return read?.kind === 'child' ? read.child : null;
}

/** What other units declined of a unit's children; one whose child is gone is dropped. */
export async function declinedProposals(
  { stores, proposals }: Pick<GatewayParts, 'stores' | 'proposals'>,
  stakeDB: string,
) {
  const declined = [];
  for (const each of await proposals.declinedFrom(stakeDB)) {
    const { childId, to, at } = each;
    if ((await childOf(stores, each)) === null) await proposals.drop(each);
    else declined.push({ childId, to, at });
  }
  return declined;
}

/** What is proposed to a unit, with names; a proposal whose child is gone is dropped. */
export async function openProposals(
  { stores, proposals }: Pick<GatewayParts, 'stores' | 'proposals'>,
  stakeDB: string,
) {
  const open = [];
  for (const proposal of await proposals.forUnit(stakeDB)) {
    const child = await childOf(stores, proposal);
    // It was removed, erased or moved since.
    if (child === null) {
      await proposals.drop(proposal);
      continue;
    }
    const { firstName, lastName, birthDate } = child;
    const { from, childId, by, at } = proposal;
    open.push({ from, childId, firstName, lastName, birthDate, by, at });
  }
  return open;
}
