import { describe, expect, it } from 'vitest';
import { type Doctor, doctoredFetch, gatewayAnswer } from '../../testing/node/doctored-fetch.ts';
import {
  aPhone,
  epochOf,
  freshUnit,
  PILOT,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const server = useSharedServer();

const PIECES = { pushDocuments: 4, pullPage: 6, pullDocuments: 3, snapshotBatch: 5 };

interface Row {
  [name: string]: unknown;
}

/** A phone whose server answers are changed on the way. */
function aPhoneWith(unit: string, address: RegExp, doctor: Doctor): Promise<SyncPhone> {
  const own = doctoredFetch(address, doctor);
  return aPhone(server.current, { stakeDB: unit, fetch: own, sync: { limits: PIECES } });
}

/** A phone that already has the unit, while a second phone then writes `count` children. */
async function aPhoneBehind(count: number, address: RegExp, doctor: Doctor): Promise<SyncPhone> {
  const unit = freshUnit();
  const luis = await aPhoneWith(unit, address, doctor);
  await luis.complete();
  const ana = await aPhone(server.current, { stakeDB: unit });
  await ana.addChildren(count);
  await ana.complete();
  return luis;
}

describe('the result rows of a push', () => {
  it('missing rows make the phone ask the server for the revisions', async () => {
    const unit = freshUnit();
    const luis = await aPhoneWith(unit, /_bulk_docs/, (body) => (body as Row[]).slice(1));
    await luis.addChildren(9);
    expect(await luis.complete()).toMatchObject({ sent: 9, pending: 0 });
    const questions = luis.asked().filter((path) => path === 'POST /db/_revs_diff');
    // One question for the page, and one for each batch with a missing row.
    expect(questions).toHaveLength(4);
    expect(await serverLeaves(server.current, unit)).toEqual(await luis.leaves());
  });

  it('without revisions are matched by their document id', async () => {
    const unit = PILOT.units[0];
    const nameless: Doctor = (body) => (body as Row[]).map(({ rev: _rev, ...row }) => row);
    const person = await server.current.addPerson(PILOT.roles);
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    const own = doctoredFetch(/_bulk_docs/, nameless);
    const luis = await aPhone(server.current, { stakeDB: unit, person, fetch: own });
    await luis.complete();
    await luis.removeChild(child._id);
    await luis.addChild();
    expect(await luis.complete()).toMatchObject({ sent: 1, refused: 1, pending: 1 });
  });

  it('rows that never come for a record the server does not store end the run', async () => {
    const unit = freshUnit();
    let isBroken = true;
    const epoch = await epochOf(server.current);
    const own: typeof fetch = async (input, init) => {
      const isPush = String(input).includes('_bulk_docs');
      // Fault: the server answers success and stores nothing.
      return isPush && isBroken ? gatewayAnswer([], 201, { epoch, unit }) : fetch(input, init);
    };
    const luis = await aPhone(server.current, { stakeDB: unit, fetch: own });
    await luis.addChildren(3);
    expect(await luis.run()).toMatchObject({
      kind: 'failed',
      step: 'up',
      fault: { code: 'server', reason: 'not-acknowledged' },
    });
    expect(luis.unit.snapshot().pending).toBe(3);
    isBroken = false;
    expect(await luis.complete()).toMatchObject({ sent: 3, pending: 0 });
  });

  it('with an error other than forbidden keep that record waiting; the others are sent', async () => {
    const unit = freshUnit();
    const luis = await aPhone(server.current, { stakeDB: unit });
    const [first] = await luis.addChildren(3);
    const own = doctoredFetch(/_bulk_docs/, (body) =>
      (body as Row[]).map((row) =>
        row['id'] === first?._id ? { id: row['id'], error: 'internal_server_error' } : row,
      ),
    );
    luis.sync = luis.newSync({}, own);
    expect(await luis.complete()).toMatchObject({ sent: 2, refused: 1, pending: 1 });
    expect(luis.unit.snapshot().sync.refused).toMatchObject([
      { id: first?._id, reason: 'internal_server_error' },
    ]);
    // The server had stored the record in spite of the error: the next offer finds it there.
    luis.sync = luis.newSync();
    expect(await luis.complete()).toMatchObject({ sent: 0, refused: 0, pending: 0 });
  });
});

describe('a batch that is too large for one request', () => {
  it('a batch that is too large is halved until it passes', async () => {
    const unit = freshUnit();
    const sizes: number[] = [];
    const own: typeof fetch = async (input, init) => {
      if (!String(input).includes('_bulk_docs')) return fetch(input, init);
      const { docs } = JSON.parse(String(init?.body)) as { docs: unknown[] };
      sizes.push(docs.length);
      return docs.length > 3
        ? gatewayAnswer({ error: 'too_large', reason: 'too-large' }, 413, { epoch: 'any', unit })
        : fetch(input, init);
    };
    const luis = await aPhone(server.current, { stakeDB: unit, fetch: own });
    await luis.addChildren(10);
    expect(await luis.complete()).toMatchObject({ sent: 10, refused: 0 });
    expect(sizes).toEqual([10, 5, 3, 2, 5, 3, 2]);
  });

  it('holds back, with its reason, only the one record that never passes', async () => {
    const unit = freshUnit();
    let poison = '';
    const own: typeof fetch = async (input, init) =>
      String(input).includes('_bulk_docs') && String(init?.body).includes(poison)
        ? gatewayAnswer({ error: 'bad_request', reason: 'bad-request' }, 400, {
            epoch: 'any',
            unit,
          })
        : fetch(input, init);
    const luis = await aPhone(server.current, { stakeDB: unit, fetch: own });
    const [, , third] = await luis.addChildren(7);
    poison = third?._id ?? '';
    expect(await luis.complete()).toMatchObject({ sent: 6, refused: 1, pending: 1 });
    expect(luis.unit.snapshot().sync.refused).toMatchObject([
      { id: poison, reason: 'bad-request' },
    ]);
  });
});

describe('a document that the server cannot deliver', () => {
  it('holds the stored place in the feed, delays no other document, and comes when it is available', async () => {
    let hidden: string | null = '';
    let questions = 0;
    const luis = await aPhoneBehind(13, /_bulk_get/, (body) => {
      questions += 1;
      const { results } = body as { results: Row[] };
      hidden = hidden === '' ? String(results[1]?.['id']) : hidden;
      const error = { error: 'not_found', reason: 'missing' };
      return {
        results: results.map((row) => (row['id'] === hidden ? { ...row, docs: [{ error }] } : row)),
      };
    });
    const stamp = luis.unit.snapshot().sync.stamp;
    const notGiven = {
      kind: 'failed',
      step: 'down',
      fault: { code: 'server', reason: 'document-not-given' },
    };
    expect(await luis.run()).toMatchObject(notGiven);
    expect(luis.unit.snapshot().children).toHaveLength(12);
    expect(luis.unit.snapshot().sync.stamp).toEqual(stamp);
    expect(questions).toBe(5);
    // The next run asks for it again, exactly once.
    questions = 0;
    expect(await luis.run()).toMatchObject(notGiven);
    expect(questions).toBe(1);
    hidden = null;
    expect(await luis.complete()).toMatchObject({ received: 1 });
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, luis.stakeDB));
  });
});

describe('an empty page of the feed', () => {
  it('an empty page is not the end while the server says that more rows follow', async () => {
    let pages = 0;
    const luis = await aPhoneBehind(13, /_changes/, (body, path) => {
      pages += 1;
      const since = new URLSearchParams(path.split('?')[1]).get('since');
      return pages % 2 === 0 ? { results: [], last_seq: since, pending: 5 } : body;
    });
    expect(await luis.complete()).toMatchObject({ received: 13 });
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, luis.stakeDB));
  });

  it('an empty page is not the end before the place the server had named as its end', async () => {
    let pages = 0;
    const luis = await aPhoneBehind(13, /_changes/, (body, path) => {
      pages += 1;
      const since = new URLSearchParams(path.split('?')[1]).get('since');
      return pages === 3 ? { results: [], last_seq: since, pending: 0 } : body;
    });
    expect(await luis.complete()).toMatchObject({ received: 13 });
  });

  it('an empty page that comes again and again is reported, and the unit is not called synced', async () => {
    let isStuck = false;
    const luis = await aPhoneBehind(3, /_changes/, (body, path) => {
      const since = new URLSearchParams(path.split('?')[1]).get('since');
      return isStuck ? { results: [], last_seq: since, pending: 3 } : body;
    });
    const stamp = luis.unit.snapshot().sync.stamp;
    isStuck = true;
    expect(await luis.run()).toMatchObject({
      kind: 'failed',
      step: 'down',
      fault: { code: 'server', reason: 'feed-stuck' },
    });
    expect(luis.unit.snapshot().sync.stamp).toEqual(stamp);
  });

  it('an empty page is the end when the server does not say whether more rows follow', async () => {
    const luis = await aPhoneBehind(13, /_changes/, (body) => {
      const { pending: _pending, ...page } = body as Row;
      return page;
    });
    expect(await luis.complete()).toMatchObject({ received: 13 });
  });
});
