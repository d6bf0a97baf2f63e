import { askGateway } from './ask-gateway.ts';
import type { Revision } from './driver.ts';
import type { Phone } from './phone.ts';
import type { Member, UnitServer } from './unit-server.ts';

interface FeedRow {
  id: string;
  deleted?: boolean;
  changes: { rev: string }[];
}

type Body = Readonly<Record<string, unknown>>;

/** What a deletion may have beside the protocol's fields once its record was erased. */
const LEFT = new Set(['_id', '_rev', '_deleted', '_revisions', 'why']);

const isEmpty = (body: Body): boolean =>
  body['_deleted'] === true && Object.keys(body).every((name) => LEFT.has(name));

async function bodiesOf(
  server: UnitServer,
  member: Member,
  rows: readonly FeedRow[],
): Promise<Body[]> {
  const docs = rows.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
  if (docs.length === 0) return [];
  const { results } = (await askGateway(server, member, '_bulk_get', { docs })) as {
    results: { docs: { ok?: Body }[] }[];
  };
  return results.flatMap((row) => row.docs.flatMap(({ ok }) => (ok === undefined ? [] : [ok])));
}

async function feedOf(server: UnitServer, member: Member): Promise<FeedRow[]> {
  const feed = await askGateway(server, member, '_changes?style=all_docs');
  return (feed as { results: FeedRow[] }).results;
}

/** The records that the server has erased. */
async function erasedOn(server: UnitServer, member: Member): Promise<string[]> {
  const removed = (await feedOf(server, member)).filter(({ deleted }) => deleted === true);
  const bodies = await bodiesOf(server, member, removed);
  return bodies.flatMap((body) => (body['why'] === 'erased' ? [String(body['_id'])] : []));
}

/** What was erased in a run: from then on it may be nowhere, and is owed to nobody. */
export class Erased {
  readonly #ids = new Set<string>();

  /** An administrator erases one of the living children; `false`: there is none. */
  async eraseOne(server: UnitServer, member: Member, pick: number): Promise<boolean> {
    const living = (await feedOf(server, member))
      .filter(({ id, deleted }) => id.startsWith('chld_') && deleted !== true)
      .map(({ id }) => id)
      .sort();
    const id = living[Math.floor(pick * living.length)];
    if (id === undefined) return false;
    await server.erase(id);
    this.#ids.add(id);
    for (const each of await erasedOn(server, member)) this.#ids.add(each);
    return true;
  }

  /** Whether a revision is of an erased record, or of a screening of an erased child. */
  has({ id, owner }: Revision): boolean {
    return this.#ids.has(id) || (owner !== undefined && this.#ids.has(owner));
  }

  /** Those of the revisions that are still owed to everybody. */
  owed(kept: readonly Revision[]): Revision[] {
    return kept.filter((revision) => !this.has(revision));
  }

  /** The records of which a phone has the deletion that an erasure leaves, by its bodies. */
  leftBy(contents: readonly string[]): ReadonlySet<string> {
    const bodies = contents.map((text) => JSON.parse(text) as Body);
    const left = bodies.filter((body) => isEmpty(body) && body['why'] === 'erased');
    return new Set(left.map(({ _id }) => String(_id)));
  }

  #left(body: Body): boolean {
    const { _id, owner } = body;
    const id = String(_id);
    const isOf = this.has({ id, rev: '', ...(typeof owner === 'string' ? { owner } : {}) });
    return isOf && !isEmpty(body);
  }

  /** Where something of an erased record is left at the end. */
  async judge(server: UnitServer, phones: readonly Phone[]): Promise<string[]> {
    const wrong: string[] = [];
    const [first] = phones;
    if (first === undefined) return wrong;
    const rows = await feedOf(server, first.member);
    const there = (await bodiesOf(server, first.member, rows)).filter((body) => this.#left(body));
    if (there.length > 0) wrong.push(`the server still has ${JSON.stringify(there[0])}`);
    const living = new Set(rows.flatMap(({ id, deleted }) => (deleted === true ? [] : [id])));
    for (const phone of phones) {
      const contents = await phone.contents();
      const bodies = contents.map((text) => JSON.parse(text) as Body);
      const lost = [...this.leftBy(contents)].filter((id) => living.has(id));
      if (lost.length > 0) wrong.push(`${phone.label} dropped ${lost.join(', ')}, not erased`);
      const here = bodies.filter((body) => this.#left(body));
      if (here.length > 0) wrong.push(`${phone.label} still has ${JSON.stringify(here[0])}`);
      const listed = (await phone.listed()).filter((id) => this.#ids.has(id));
      if (listed.length > 0) wrong.push(`${phone.label} still lists ${listed.join(', ')}`);
    }
    return wrong;
  }
}
