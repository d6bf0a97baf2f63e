import { type Child, findUnit, readDocument, timeZoneOfUnit } from '@crece/domain';
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

/** Nobody would find a child in a unit that has ended. */
export async function hasEnded(
  catalogue: GatewayParts['catalogue'],
  stakeDB: string,
): Promise<boolean> {
  return findUnit((await catalogue.current()).catalogue, stakeDB)?.unit.retired === true;
}

/**
 * What other units declined of a unit's children; one whose child is gone is dropped. In a unit that has
 * ended nobody decides any more: what was proposed to it is declined.
 */
export async function declinedProposals(
  {
    stores,
    proposals,
    catalogue,
    clock,
  }: Pick<GatewayParts, 'stores' | 'proposals' | 'catalogue' | 'clock'>,
  stakeDB: string,
) {
  for (const each of await proposals.ofUnit(stakeDB)) {
    if (await hasEnded(catalogue, each.to)) await proposals.decline(each, clock().toISOString());
  }
  const declined = [];
  for (const each of await proposals.declinedFrom(stakeDB)) {
    const { childId, to, at } = each;
    if ((await childOf(stores, each)) === null) {
      await proposals.drop(each);
      continue;
    }
    const why = (await hasEnded(catalogue, to)) ? { why: 'unit-retired' as const } : {};
    declined.push({ childId, to, at, ...why });
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
