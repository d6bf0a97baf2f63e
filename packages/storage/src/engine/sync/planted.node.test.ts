import { describe, expect, it } from 'vitest';
import { doctoredFetch } from '../../testing/node/doctored-fetch.ts';
import {
  aPhone,
  freshUnit,
  PILOT,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import type { LedgerNote } from '../ledger/ledger.ts';

/**
 * Each of these faults was once made in earlier versions. Every scenario runs twice: without the
 * fault, and with the fault planted from outside. The checks must tell the two runs apart.
 */

const server = useSharedServer();

const PIECES = { pushDocuments: 4, pullPage: 6, pullDocuments: 3, snapshotBatch: 5 };

/** Leaves that exist on one side only although the phone reports synced. */
async function lies(phone: SyncPhone): Promise<string[]> {
  const { pending, sync } = phone.unit.snapshot();
  if (pending > 0 || sync.stamp === null || sync.refused.length > 0) return [];
  const here = await phone.leaves();
  const there = await serverLeaves(server.current, phone.stakeDB);
  const ids = new Set([...here.keys(), ...there.keys()]);
  return [...ids].filter((id) => String(here.get(id)) !== String(there.get(id))).sort();
}

/** Replaces methods of the phone's ledger for a test. */
function overLedger(phone: SyncPhone, own: object): void {
  const { engine } = phone.phone;
  const { ledger } = engine;
  engine.ledger = new Proxy(ledger, {
    get(target, name): unknown {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a record typed during the first download', () => {
  async function typeDuringDownload(isPlanted: boolean): Promise<string[]> {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(20);
    await ana.complete();
    const luis = await aPhone(server.current, { stakeDB: unit, sync: { limits: PIECES } });
    const { ledger } = luis.phone.engine;
    const { store } = luis.phone.engine;
    let typed = 0;
    overLedger(luis, {
      async receive(...given: Parameters<typeof ledger.receive>) {
        const taken = await ledger.receive(...given);
        if (typed < 3) {
          typed += 1;
          await luis.addChild();
          // The planted fault: after a batch, everything stored here counts as being on the server.
          if (isPlanted)
            await ledger.settle({ offered: await store.lastSequence(), now: new Date() });
        }
        return taken;
      },
    });
    await luis.complete();
    expect(luis.names()).toHaveLength(23);
    return lies(luis);
  }

  it('a typed record is lost when it falls below the offered sequence by mistake, and kept without that fault', async () => {
    expect(await typeDuringDownload(true)).toHaveLength(3);
    expect(await typeDuringDownload(false)).toEqual([]);
  });
});

describe('a record refused with forbidden', () => {
  async function removeWithoutRight(isPlanted: boolean): Promise<string[]> {
    const unit = PILOT.units[isPlanted ? 0 : 1];
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    const person = await server.current.addPerson(PILOT.roles);
    const luis = await aPhone(server.current, { stakeDB: unit, person });
    const { ledger } = luis.phone.engine;
    overLedger(luis, {
      settle({ refused = [], ...rest }: Parameters<typeof ledger.settle>[0]) {
        // The planted fault: "forbidden" counts as done, as in a standard replicator.
        return ledger.settle(isPlanted ? rest : { ...rest, refused });
      },
    });
    await luis.complete();
    await luis.removeChild(child._id);
    await luis.run();
    return lies(luis);
  }

  it('counts as sent when its refusal is ignored, and stays pending without that fault', async () => {
    expect(await removeWithoutRight(true)).toHaveLength(1);
    expect(await removeWithoutRight(false)).toEqual([]);
  });
});

describe('an empty page before the end of the feed', () => {
  async function meetAnEmptyPage(isPlanted: boolean): Promise<string[]> {
    const unit = freshUnit();
    let pages = 0;
    const own = doctoredFetch(/_changes/, (body, path) => {
      pages += 1;
      const since = new URLSearchParams(path.split('?')[1]).get('since');
      const empty = { results: [], last_seq: since, pending: 9 };
      // The planted fault: a page has lost its rows except one, and claims to be the end.
      const [row] = (body as { results: object[] }).results;
      const end = { results: [{ ...row, seq: '15' }], last_seq: '15', pending: 0 };
      return pages === 3 ? (isPlanted ? end : empty) : body;
    });
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: own,
      sync: { limits: PIECES },
    });
    await luis.complete();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(15);
    await ana.complete();
    pages = 1;
    await luis.complete();
    return lies(luis);
  }

  it('hides records when it is taken for the end, and hides none without that fault', async () => {
    expect(await meetAnEmptyPage(true)).toHaveLength(8);
    expect(await meetAnEmptyPage(false)).toEqual([]);
  });
});

describe('a snapshot cut and resumed against a newer one', () => {
  async function resume(isPlanted: boolean): Promise<string[]> {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const children = await ana.addChildren(20);
    await ana.complete();
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      sync: { limits: PIECES },
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init?.headers, 'accept-encoding': 'identity' } }),
    });
    const { ledger } = luis.phone.engine;
    let newest = '';
    overLedger(luis, {
      async note(note: LedgerNote) {
        // The planted fault: the feed is read from the newest of the snapshots used.
        const isEnd = note.download?.state === 'complete';
        await ledger.note(isPlanted && isEnd ? { ...note, pulledTo: newest } : note);
      },
    });
    let nth = 0;
    luis.proxy.plan(({ path }) => {
      if (!path.includes('_snapshot')) return undefined;
      nth += 1;
      if (nth === 1) return { kind: 'cut-answer', after: 3_000 };
      return {
        kind: 'first',
        act: async () => {
          const [first] = [...children].sort((a, b) => (a._id < b._id ? -1 : 1));
          await ana.editChild(first?._id ?? '', { ward: 'La Loma' });
          newest = (await ana.complete()).kind === 'complete' ? '21' : '';
        },
      };
    });
    await luis.complete();
    return lies(luis);
  }

  it('loses an edit when the newest sequence is kept, and none when the oldest is kept', async () => {
    expect(await resume(true)).toHaveLength(1);
    expect(await resume(false)).toEqual([]);
  });
});

describe('a place in the feed stored before its records', () => {
  async function crash(isPlanted: boolean): Promise<string[]> {
    const unit = freshUnit();
    const limits = PIECES;
    const luis = await aPhone(server.current, { stakeDB: unit, sync: { limits } });
    await luis.complete();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(12);
    await ana.complete();
    const { ledger } = luis.phone.engine;
    let hasCrashed = false;
    overLedger(luis, {
      async receive(...given: Parameters<typeof ledger.receive>) {
        // The planted fault: the page is noted as received before its records are stored.
        if (isPlanted) await ledger.note({ pulledTo: '12' });
        if (!hasCrashed) {
          hasCrashed = true;
          throw new Error('the page was closed');
        }
        return ledger.receive(...given);
      },
    });
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    await luis.complete();
    return lies(luis);
  }

  it('makes a crash skip records; stored with them, none is skipped', async () => {
    expect((await crash(true)).length).toBeGreaterThan(0);
    expect(await crash(false)).toEqual([]);
  });
});
