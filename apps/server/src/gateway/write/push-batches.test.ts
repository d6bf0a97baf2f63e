import { describe, expect, it, vi } from 'vitest';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { MAX_DOCUMENT_BYTES } from './bulk-docs.ts';
import { TRANSACTION_BYTES, TRANSACTION_DOCUMENTS } from './incoming-push.ts';
import { type Carried, carried, childOf, removal, screeningOf } from './testing/carried.ts';
import { outcomes, pushed, pushedOutcomes } from './testing/push.ts';
import { somebodyElse } from './testing/somebody.ts';

/** This many of the largest documents fill a transaction. */
const FULL = TRANSACTION_BYTES / MAX_DOCUMENT_BYTES;

/** A document with a comment that makes it exactly this long. */
function sized(document: Carried, bytes: number): Carried {
  const empty = { ...document, comments: '' };
  return { ...empty, comments: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(empty))) };
}

function largest(count: number, from = 0): Carried[] {
  return Array.from({ length: count }, (_, i) =>
    sized(carried(childOf(from + i), ['a']), MAX_DOCUMENT_BYTES),
  );
}

/** Records how many documents each transaction has from now on. */
function transactionsOf({ store }: Gateway): number[] {
  const sizes: number[] = [];
  const write = store.writeRevisions.bind(store);
  vi.spyOn(store, 'writeRevisions').mockImplementation((revisions, check) => {
    sizes.push(revisions.length);
    return write(revisions, check);
  });
  return sizes;
}

const asTaken = (documents: readonly Carried[]) =>
  documents.map(({ _id: id, _rev: rev }) => ({ ok: true, id, rev }));

describe('a transaction of a push', () => {
  it.each([
    ['just below 4 MiB', -1, [FULL + 1]],
    ['of 4 MiB', 0, [FULL + 1]],
    ['a byte above 4 MiB', 1, [FULL, 1]],
  ])('a transaction has at most 4 MiB: a push %s', async (_name, more, expected) => {
    const gateway = await aGateway();
    const sizes = transactionsOf(gateway);
    const documents = [
      ...largest(FULL - 1),
      sized(carried(childOf(100), ['a']), MAX_DOCUMENT_BYTES / 2),
      sized(carried(childOf(101), ['a']), MAX_DOCUMENT_BYTES / 2 + more),
    ];
    expect(await pushed(gateway, documents)).toEqual(asTaken(documents));
    expect(sizes).toEqual(expected);
  });

  it.each([
    [TRANSACTION_DOCUMENTS - 1, [TRANSACTION_DOCUMENTS - 1]],
    [TRANSACTION_DOCUMENTS, [TRANSACTION_DOCUMENTS]],
    [TRANSACTION_DOCUMENTS + 1, [TRANSACTION_DOCUMENTS, 1]],
  ])(
    'a transaction has at most 500 documents: a push of %i small documents',
    async (count, expected) => {
      const gateway = await aGateway();
      const sizes = transactionsOf(gateway);
      const documents = Array.from({ length: count }, (_, i) => carried(childOf(i), ['a']));
      expect(await pushed(gateway, documents)).toEqual(asTaken(documents));
      expect(sizes).toEqual(expected);
    },
  );

  it('transactions stay within their size when the body names new_edits at its end', async () => {
    const gateway = await aGateway();
    const sizes = transactionsOf(gateway);
    const docs = largest(2 * FULL + 3);
    const answer = await gateway.post('/_bulk_docs', { docs, new_edits: false });
    expect(await answer.json()).toEqual(asTaken(docs));
    expect(sizes).toEqual([FULL, FULL, 3]);
  });

  it('a push gets a row for each document in its place, even when others in between are refused', async () => {
    const gateway = await aGateway();
    const documents = largest(2 * FULL);
    const odd = documents.map((document, i) =>
      i % 5 === 0 ? { ...document, gender: '?' } : document,
    );
    const rows = await pushed(gateway, odd);
    expect(rows.map(({ id }) => id)).toEqual(documents.map(({ _id }) => _id));
    expect(outcomes(rows)).toEqual(odd.map((_, i) => (i % 5 === 0 ? 'unreadable' : 'ok')));
  });
});

describe('the revisions of one record in a push', () => {
  const child = childOf(1);
  const versions = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      sized(carried(child, ['a', `v${i}`]), MAX_DOCUMENT_BYTES),
    );

  it('revisions of one record that come together are judged together, even across transactions', async () => {
    const gateway = await aGateway();
    const writer = await somebodyElse(gateway, { username: 'sync-alone', roles: ['sync'] });
    await pushed(writer, [carried(child, ['a'])]);
    const sizes = transactionsOf(writer);
    // The removal would fit into the first transaction, the living version would not.
    const batch = [
      ...largest(FULL - 1, 100),
      removal(child, ['a', 'x']),
      ...versions(2),
      ...largest(1, 200),
    ];
    expect(await pushedOutcomes(writer, batch)).toEqual(batch.map(() => 'ok'));
    expect(sizes).toEqual([FULL + 2, 1]);
  });

  it('beyond the limit of a transaction are refused for now, and accepted when offered again', async () => {
    const gateway = await aGateway();
    const sizes = transactionsOf(gateway);
    const batch = versions(FULL + 2);
    const told = [...Array<string>(FULL).fill('ok'), 'too-many-versions', 'too-many-versions'];
    expect(await pushedOutcomes(gateway, batch)).toEqual(told);
    expect(await pushedOutcomes(gateway, batch.slice(FULL))).toEqual(['ok', 'ok']);
    expect(sizes).toEqual([FULL, 2]);
    expect(await gateway.store.leaves(child._id)).toHaveLength(FULL + 2);
  });
});

describe('removals without the right, in a push of several transactions', () => {
  const child = childOf(1);

  async function aWriter(): Promise<Gateway> {
    const gateway = await aGateway();
    return somebodyElse(gateway, { username: 'sync-alone', roles: ['sync'] });
  }

  it('keep the screenings of the child that come in a later transaction', async () => {
    const writer = await aWriter();
    const screening = screeningOf(1, { owner: child._id });
    await pushed(writer, [carried(child, ['a']), carried(screening, ['a'])]);
    const sizes = transactionsOf(writer);
    const batch = [
      removal(child, ['a', 'x']),
      ...largest(FULL, 100),
      removal(screening, ['a', 'x']),
    ];
    const told = (await pushedOutcomes(writer, batch)).filter((outcome) => outcome !== 'ok');
    expect(told).toEqual(['removal', 'removal']);
    expect(sizes).toEqual([FULL, 2]);
    expect((await writer.store.read(screening._id))?._rev).toBe(carried(screening, ['a'])._rev);
  });

  it('a removal is a merge when a living version comes in a later transaction', async () => {
    const writer = await aWriter();
    await pushed(writer, [carried(child, ['a'])]);
    const batch = [removal(child, ['a', 'x']), ...largest(FULL, 100), carried(child, ['a', 'b'])];
    const sizes = transactionsOf(writer);
    expect(await pushedOutcomes(writer, batch)).toEqual(batch.map(() => 'ok'));
    // The third transaction offers the removal again.
    expect(sizes).toEqual([FULL, 2, 1]);
    expect((await writer.store.leaves(child._id)).map(({ deleted }) => deleted)).toEqual([
      false,
      true,
    ]);
  });

  it('removals are tried again up to one full transaction; the rest is refused until the next push', async () => {
    const writer = await aWriter();
    const children = Array.from({ length: FULL + 1 }, (_, i) => childOf(i));
    await pushed(
      writer,
      children.map((each) => carried(each, ['a'])),
    );
    const removals = children.map((each) => sized(removal(each, ['a', 'x']), MAX_DOCUMENT_BYTES));
    const living = children.map((each) => carried(each, ['a', 'b']));
    // Between the two, so that no removal shares its transaction with a living version.
    const batch = [...removals, ...largest(FULL, 100), ...living];
    const told = await pushedOutcomes(writer, batch);
    const last = removals.length - 1;
    expect(told).toEqual(batch.map((_, i) => (i === last ? 'removal' : 'ok')));
    // Offered by itself later, it is accepted as a merge.
    expect(await pushedOutcomes(writer, removals.slice(last))).toEqual(['ok']);
  });
});
