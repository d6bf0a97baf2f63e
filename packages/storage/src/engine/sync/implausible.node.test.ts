import { generationOf, MAX_GENERATION, MAX_LEAP, Packer, Unpacker } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { leafOf } from '../../testing/fake-gateway.ts';
import { doctoredFetch } from '../../testing/node/doctored-fetch.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

const server = useSharedServer();

const hash = 'f'.repeat(32);
const FAR = Number.MAX_SAFE_INTEGER;

/** A version of a record with the given generation, as a faulty client could have pushed it. */
function versionOf(document: object, generation: number): CarriedDocument {
  return {
    ...(document as CarriedDocument),
    firstName: 'Owned',
    _rev: `${generation}-${hash}`,
    _revisions: { start: generation, ids: [hash] },
  };
}

interface FeedRow {
  id: string;
  changes: { rev: string }[];
}

/** A server that adds such a version to every record, in the feed and in answers to requests. */
function poisonedFeed(generation: number): typeof fetch {
  return doctoredFetch(/_changes$|_bulk_get$/, (body, path) => {
    const { results } = body as { results: (FeedRow & { docs: { ok: CarriedDocument }[] })[] };
    if (path.includes('_changes')) {
      const more = { rev: `${generation}-${hash}` };
      for (const row of results) row.changes.unshift(more);
      return body;
    }
    for (const row of results) {
      if (row.docs[0]?.ok === undefined) {
        const document = { _id: row.id, gender: 'Girl', birthDate: '2024-05-01', lastName: 'X' };
        row.docs = [{ ok: versionOf(document, generation) }];
      }
    }
    return body;
  });
}

/** Adds such a version to every record of a snapshot. */
const poisonedSnapshot: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!String(input).includes('_snapshot')) return answer;
  const [head = '', ...blocks] = (await answer.text()).trim().split('\n').slice(0, -1);
  const unpacker = new Unpacker();
  const packer = new Packer();
  for (const leaves of blocks.flatMap((block) => unpacker.read(JSON.parse(block)))) {
    const [first] = leaves;
    const more = first === undefined ? [] : [versionOf(first, FAR)];
    packer.add([...more, ...leaves].map(leafOf));
  }
  const lines = [head, JSON.stringify(packer.take()), '{"end":true}'];
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(`${lines.join('\n')}\n`, { status: answer.status, headers });
};

/** Two phones of one unit, each with the same child. */
async function aPair(fetch?: typeof globalThis.fetch) {
  const unit = freshUnit();
  const ana = await aPhone(server.current, { stakeDB: unit });
  const child = await ana.addChild({ firstName: 'Marisol' });
  await ana.complete();
  const luis = await aPhone(server.current, {
    stakeDB: unit,
    ...(fetch === undefined ? {} : { fetch }),
  });
  return { ana, luis, child };
}

const listed = ({ unit }: SyncPhone) =>
  unit.snapshot().unreadable.map(({ id, codes }) => [id, ...codes]);

describe('a version with an impossible generation', () => {
  it('an impossible version is left out of a first download; the record arrives, and both phones can edit it', async () => {
    const { ana, luis, child } = await aPair(poisonedSnapshot);
    await luis.complete();
    expect(luis.names()).toEqual(['Marisol']);
    expect(listed(luis)).toEqual([[child._id, 'generation-too-high']]);
    await luis.editChild(child._id, { firstName: 'Lucía' });
    expect(luis.names()).toEqual(['Lucía']);
    await luis.complete();
    await ana.complete();
    expect(ana.names()).toEqual(['Lucía']);
    expect(luis.unit.snapshot()).toMatchObject({ pending: 0, sync: { refused: [] } });
  });

  it('an impossible version in the feed is left out with all beside it, and listed while the server has it', async () => {
    const { ana, luis, child } = await aPair();
    await luis.complete();
    await ana.editChild(child._id, { firstName: 'Lucía' });
    await ana.complete();
    const poisoned = luis.newSync({}, poisonedFeed(FAR));
    expect(await poisoned.run()).toMatchObject({ kind: 'complete', pending: 0 });
    // Nothing that came of the record is taken: it stays as it was.
    expect(luis.names()).toEqual(['Marisol']);
    expect(listed(luis)).toEqual([[child._id, 'generation-too-high']]);
    await ana.editChild(child._id, { firstName: 'Rosa' });
    await ana.complete();
    await luis.complete();
    expect(luis.names()).toEqual(['Rosa']);
    expect(listed(luis)).toEqual([]);
  });

  it.each([
    ['10,000 generations above what is here', 1 + MAX_LEAP, true],
    ['far more than that, because the server holds it', 2 ** 52, true],
    ['the highest generation and one', MAX_GENERATION + 1, false],
  ])('with %s: stored %s', async (_, generation, isTaken) => {
    const { ana, luis, child } = await aPair();
    await luis.complete();
    await ana.editChild(child._id, { firstName: 'Lucía' });
    await ana.complete();
    await luis.newSync({}, poisonedFeed(generation)).run();
    const revs = (await luis.leaves()).get(child._id) ?? [];
    // The phone has merged this version and continued it.
    expect(revs.some((rev) => generationOf(rev) >= generation)).toBe(isTaken);
    expect(listed(luis)).toHaveLength(isTaken ? 0 : 1);
  });
});

describe("the phone's store and impossible generations", () => {
  it('refuses such a version from every caller; the record stays as it was', async () => {
    const { ana, luis, child } = await aPair();
    await luis.complete();
    const { store } = luis.phone.engine;
    const [mine] = await store.leaves(child._id);
    await expect(store.take([versionOf(mine ?? {}, FAR)])).rejects.toMatchObject({
      code: 'refused',
      fields: ['_rev'],
    });
    expect(await store.leaves(child._id)).toEqual([mine]);
    await luis.editChild(child._id, { firstName: 'Lucía' });
    await luis.complete();
    await ana.complete();
    expect(ana.names()).toEqual(['Lucía']);
    expect(luis.unit.snapshot()).toMatchObject({ pending: 0, sync: { refused: [], tasks: [] } });
  });

  it('shows a record of the highest generation, and reports that it cannot be saved', async () => {
    const { luis, child } = await aPair();
    const { store } = luis.phone.engine;
    const alone = { ...child, _id: `${child._id.slice(0, -6)}alone1` };
    await store.take([versionOf(alone, MAX_GENERATION)]);
    await luis.phone.engine.announce();
    expect(luis.names()).toEqual(['Owned']);
    const saved = luis.editChild(alone._id, { firstName: 'Lucía' });
    await expect(saved).rejects.toMatchObject({ code: 'refused' });
    expect(luis.names()).toEqual(['Owned']);
  });
});
