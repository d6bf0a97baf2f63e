import { movedAway } from '@crece/domain';
import { askGateway } from './ask-gateway.ts';
import type { Leaves, Revision } from './driver.ts';
import type { Erased } from './erasing.ts';
import { openNodePhone } from './node-phone.ts';
import type { Phone } from './phone.ts';
import { pickOf, type Random } from './random.ts';
import { NEIGHBOUR, UNIT } from './scene.ts';
import type { Member, UnitServer } from './unit-server.ts';

interface FeedRow {
  id: string;
  deleted?: boolean;
  changes: { rev: string }[];
}

type Body = Readonly<Record<string, unknown>>;

/** In how many moves a child of the neighbouring unit comes back, if there is one. */
const RETURNS = 0.4;

async function feedOf(server: UnitServer, member: Member, unit: string): Promise<FeedRow[]> {
  const feed = await askGateway(server, member, '_changes?style=all_docs', undefined, unit);
  return (feed as { results: FeedRow[] }).results;
}

/** Every version of every record that a unit has on the server, by the id that it has here. */
async function versionsOf(
  server: UnitServer,
  member: Member,
  unit: string,
): Promise<Map<string, Body[]>> {
  const docs = (await feedOf(server, member, unit)).flatMap(({ id, changes }) =>
    changes.map(({ rev }) => ({ id, rev })),
  );
  const found = new Map<string, Body[]>();
  if (docs.length === 0) return found;
  const { results } = (await askGateway(server, member, '_bulk_get', { docs }, unit)) as {
    results: { docs: { ok?: Body }[] }[];
  };
  for (const { ok } of results.flatMap((row) => row.docs)) {
    if (ok === undefined) continue;
    const id = idHere(String(ok['_id']));
    found.set(id, [...(found.get(id) ?? []), ok]);
  }
  return found;
}

const idHere = (id: string): string => id.replace(`_${NEIGHBOUR}_`, `_${UNIT}_`);
const idThere = (id: string): string => id.replace(`_${UNIT}_`, `_${NEIGHBOUR}_`);
const isLiving = (versions: readonly Body[]) => versions.some((body) => body['_deleted'] !== true);
const isRemoved = (versions: readonly Body[]) =>
  versions.some((body) => body['_deleted'] === true && body['why'] === 'removed');

/** The leaves of a unit without the deletions that moves leave: those name the server's hour. */
export function leavesWithoutTime(leaves: Leaves, contents: ReadonlySet<string>): Leaves {
  const bodies = [...contents].map((text) => JSON.parse(text) as Body);
  const timed = new Set(
    bodies.flatMap(({ why, _id, _rev }) => (why === 'moved' ? [`${_id} ${_rev}`] : [])),
  );
  return leaves.map(
    ([id, revs]) => [id, revs.filter((rev) => !timed.has(`${id} ${rev}`))] as const,
  );
}

/** The moves of a run between the unit of the phones and the neighbouring one. */
export class Moved {
  moves = 0;

  /** An administrator moves a child to the neighbouring unit, or back; `false`: there is none. */
  async moveOne(server: UnitServer, member: Member, random: Random): Promise<boolean> {
    const isReturn = random() < RETURNS;
    const pick = random();
    const [from, to] = isReturn ? [NEIGHBOUR, UNIT] : [UNIT, NEIGHBOUR];
    const living = (await feedOf(server, member, from))
      .filter(({ id, deleted }) => id.startsWith('chld_') && deleted !== true)
      .map(({ id }) => id)
      .sort();
    if (living.length === 0) return false;
    await server.move(
      pickOf(() => pick, living),
      from,
      to,
    );
    this.moves += 1;
    return true;
  }

  /**
   * Whether every record that was acknowledged lives in exactly one of the two units, or was removed
   * or erased, and every child is listed where it lives.
   */
  async judge(
    server: UnitServer,
    phones: readonly Phone[],
    kept: readonly Revision[],
    erased: Erased,
  ): Promise<string[]> {
    const [first] = phones;
    if (first === undefined) return [];
    const { member } = first;
    const wrong: string[] = [];
    const here = await versionsOf(server, member, UNIT);
    const there = await versionsOf(server, member, NEIGHBOUR);
    const owed = new Map(erased.owed(kept).map((revision) => [revision.id, revision]));
    for (const [id, { owner }] of owed) {
      const [own, other] = [here.get(id) ?? [], there.get(id) ?? []];
      const living = [own, other].filter(isLiving).length;
      if (living > 1) wrong.push(`${id} lives in both units`);
      const isAway = other.length > 0 && movedAway(other) === null;
      if (isAway === (movedAway(own) === null)) wrong.push(`${id} has two homes, or none`);
      if (living === 0 && !isRemoved(isAway ? other : own)) wrong.push(`${id} was lost`);
      const home = isAway ? there : here;
      const isOrphan =
        living > 0 &&
        owner !== undefined &&
        !(isLiving(home.get(owner) ?? []) || isRemoved(home.get(owner) ?? []));
      if (isOrphan) wrong.push(`${id} lives where its child ${owner} does not`);
    }
    return [...wrong, ...(await this.#judgeLists(server, phones, { here, there, owed, erased }))];
  }

  async #judgeLists(
    server: UnitServer,
    phones: readonly Phone[],
    {
      here,
      there,
      owed,
      erased,
    }: {
      here: ReadonlyMap<string, readonly Body[]>;
      there: ReadonlyMap<string, readonly Body[]>;
      owed: ReadonlyMap<string, Revision>;
      erased: Erased;
    },
  ): Promise<string[]> {
    const [first] = phones;
    if (first === undefined) return [];
    const wrong: string[] = [];
    const children = [...owed.keys()].filter((id) => id.startsWith('chld_'));
    const look = async (
      phone: Phone,
      unit: ReadonlyMap<string, readonly Body[]>,
      idOf = idHere,
    ) => {
      const listed = new Set(await phone.listed());
      for (const id of children) {
        const isThere = isLiving(unit.get(id) ?? []);
        if (listed.has(idOf(id)) === isThere) continue;
        wrong.push(`${phone.label} ${isThere ? 'does not list' : 'lists'} ${idOf(id)}`);
      }
    };
    for (const phone of phones) await look(phone, here);
    const reader = await openNodePhone({
      label: 'Reader',
      serverUrl: server.url,
      member: first.member,
      clock: () => new Date(),
      stakeDB: NEIGHBOUR,
    });
    try {
      const { kind } = await reader.sync();
      if (kind !== 'complete') wrong.push(`the neighbouring unit could not be read: ${kind}`);
      await look(reader, there, idThere);
      const hidden = await reader.conflictsWithoutTask();
      if (hidden.length > 0) wrong.push(`the neighbour shows no task for ${hidden.join(', ')}`);
    } finally {
      await reader.close();
    }
    const left = [...there].filter(
      ([id, versions]) =>
        erased.has({ id, rev: '' }) &&
        versions.some((body) => body['why'] !== 'erased' && body['why'] !== 'merged'),
    );
    if (left.length > 0) wrong.push(`the neighbour still has ${JSON.stringify(left[0])}`);
    return wrong;
  }
}
