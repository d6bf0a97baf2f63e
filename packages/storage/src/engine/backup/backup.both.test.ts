import { MAX_FIRST_GENERATION, MAX_GENERATION } from '@crece/replication';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { NOW } from '../../testing/open-test-unit.ts';
import { quickKeys } from '../../testing/quick-keys.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import { screeningsHere } from '../../unit/known/arrival.ts';
import { hand } from '../conflicts/testing/exchange.ts';
import {
  ANA,
  aNewPhone,
  JOSE,
  type TestPhone,
  twoPhones,
} from '../conflicts/testing/two-phones.ts';
import { lineOf } from './entries.ts';
import { headerOf, SALT_BYTES } from './format.ts';
import { type Backup, decideFileRemovals, fileRemovals, makeBackup, openBackup } from './index.ts';
import { deriveKey } from './passphrase.ts';
import { SealedWriter } from './sealed-writer.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const PASSPHRASE = 'lluvia de mayo';

beforeEach(quickKeys);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function fileOf(...phones: readonly TestPhone[]): Promise<Blob> {
  const stakes = phones.map(({ unit }) => unit);
  const made = await makeBackup(stakes, PASSPHRASE, { now: NOW });
  if (!made.ok) throw new Error(made.code);
  return made.file;
}

async function opened(file: Blob): Promise<Backup> {
  const answer = await openBackup(file, PASSPHRASE);
  if (!answer.ok) throw new Error(answer.code);
  return answer.backup;
}

/** What a push would offer: every leaf that the server is not known to have. */
async function offered({ engine }: TestPhone): Promise<string[]> {
  const { ledger } = engine;
  const { changes } = await ledger.toOffer(ledger.offered, 100_000);
  return changes.flatMap(({ id, leaves }) => leaves.map((rev) => `${id} ${rev}`)).sort();
}

/** Notes that the server has everything the phone has up to now. */
async function acknowledge({ engine }: TestPhone): Promise<void> {
  const { ledger, store } = engine;
  await ledger.settle({ offered: await store.lastSequence(), now: NOW });
}

describe('a backup file', () => {
  it('carries what the server lacks to another phone, where it is pending', async () => {
    const { ana, jose } = await twoPhones();
    const sent = await ana.unit.createChild(childFields({ firstName: 'Antes' }), ANA, NOW);
    await acknowledge(ana);
    const child = await ana.unit.createChild(childFields({ comments: 'ñandú 🌽' }), ANA, NOW);
    const screening = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const mother = await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
    await ana.unit.removeMother(mother._id, ANA, LATER);
    expect(ana.unit.snapshot().pending).toBe(3);

    const made = await makeBackup([ana.unit], PASSPHRASE, { now: NOW });
    const { stakeDB } = ana.unit;
    expect(made).toMatchObject({ ok: true, units: [{ stakeDB, records: 3 }] });
    if (!made.ok) return;
    const backup = await opened(made.file);
    expect(backup).toMatchObject({ madeAt: NOW.toISOString(), units: [{ stakeDB, records: 3 }] });

    const asked: string[] = [];
    const loaded = await backup.load(async (name) => {
      asked.push(name);
      return jose.unit;
    });
    expect(asked).toEqual([stakeDB]);
    expect(loaded).toEqual([
      { stakeDB, skipped: false, added: 2, removals: 1, alreadyHere: 0, refused: [] },
    ]);
    const removals = await fileRemovals(jose.unit);
    expect(removals).toMatchObject([{ id: mother._id, kind: 'mthr', removedBy: ANA.name }]);
    await decideFileRemovals(jose.unit, removals, 'carry-out');
    const file = await jose.unit.readChildFile(child._id);
    // The child has a later revision than `createChild` returned, because the screening changed its
    // copy.
    expect(file?.child).toMatchObject({ _id: child._id, comments: 'ñandú 🌽' });
    expect(file?.screenings).toEqual([screening]);
    expect(await jose.unit.readChildFile(sent._id)).toBeNull();
    expect(await jose.unit.readRemoved(mother._id)).toMatchObject({ removedBy: ANA.name });
    for (const id of [child._id, screening._id, mother._id]) {
      expect(await jose.engine.store.leaves(id)).toEqual(await ana.engine.store.leaves(id));
    }
    expect(jose.unit.snapshot().pending).toBe(3);
    expect(jose.engine.deviceIds()).toEqual(new Set([jose.deviceId]));
    expect(await offered(jose)).toEqual(await offered(ana));
    expect(await offered(jose)).toHaveLength(3);
  });

  it('adds nothing when it is loaded a second time', async () => {
    const { ana, jose } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const backup = await opened(await fileOf(ana));
    await backup.load(async () => jose.unit);
    const sequence = await jose.engine.store.lastSequence();
    const again = await (await opened(await fileOf(ana))).load(async () => jose.unit);
    expect(again).toMatchObject([{ added: 0, alreadyHere: 2, refused: [] }]);
    expect(await backup.load(async () => jose.unit)).toMatchObject([{ added: 0, alreadyHere: 2 }]);
    expect(await jose.engine.store.lastSequence()).toBe(sequence);
    // Nothing is added on the phone that made the file either.
    expect(await backup.load(async () => ana.unit)).toMatchObject([{ added: 0, alreadyHere: 2 }]);
  });

  it('reports how many records got something new, and how many were already here', async () => {
    const { ana, jose, meet } = await twoPhones();
    const [here, both] = [
      await ana.unit.createChild(childFields({ firstName: 'Luz' }), ANA, NOW),
      await ana.unit.createChild(childFields(), ANA, NOW),
    ];
    await meet();
    await ana.unit.editChild(both, childFields({ phone: '1' }), ANA, LATER);
    const { jose: third } = await twoPhones();
    await hand(ana.engine, third.engine);
    await jose.unit.editChild(both, childFields({ phone: '2' }), JOSE, LATER);
    await jose.unit.createChild(childFields({ firstName: 'Eva' }), JOSE, LATER);
    await meet();
    // The file has two versions of one record, one of them known here, a record known here, and an
    // unknown one.
    expect(await jose.engine.store.leaves(both._id)).toHaveLength(2);
    const report = await (await opened(await fileOf(jose))).load(async () => third.unit);
    expect(report).toMatchObject([{ added: 2, alreadyHere: 1, refused: [] }]);
    const ids = third.unit.snapshot().children.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids).toContain(here._id);
    const fresh = (await twoPhones()).jose;
    const first = await (await opened(await fileOf(jose))).load(async () => fresh.unit);
    expect(first).toMatchObject([{ added: 3, alreadyHere: 0 }]);
  });

  it('contains both versions of an open conflict, unsent merges and refused removals', async () => {
    const { ana, jose, meet } = await twoPhones();
    const base = await ana.unit.createChild(childFields(), ANA, NOW);
    const gone = await ana.unit.createChild(childFields({ firstName: 'Lucía' }), ANA, NOW);
    await meet();
    await acknowledge(ana);
    await ana.unit.editChild(base, childFields({ phone: '1', ward: 'Sur' }), ANA, LATER);
    await jose.unit.editChild(base, childFields({ phone: '2', city: 'Tecpán' }), JOSE, LATER);
    await meet();
    await ana.unit.removeChild(gone._id, ANA, LATER);
    const [removal] = await ana.engine.store.leaves(gone._id);
    if (removal === undefined) throw new Error('no removal');
    const refused = [{ document: removal, reason: 'removal' }];
    await ana.engine.ledger.settle({
      offered: (await ana.engine.store.lastSequence()) - 1,
      refused,
      now: NOW,
    });
    await ana.engine.ledger.settle({ offered: await ana.engine.store.lastSequence(), now: NOW });
    const third = (await twoPhones()).jose;
    // Everything else is acknowledged: only the refused removal remains.
    expect((await opened(await fileOf(ana))).units).toMatchObject([{ records: 1 }]);
    await (await opened(await fileOf(ana))).load(async () => third.unit);
    expect(await third.engine.store.leaves(gone._id)).toEqual([]);
    await decideFileRemovals(third.unit, await fileRemovals(third.unit), 'carry-out');
    expect(await third.unit.readRemoved(gone._id)).toMatchObject({ firstName: 'Lucía' });
    // José's phone has sent nothing: both versions and the merge of the other fields go into his
    // file.
    const report = await (await opened(await fileOf(jose))).load(async () => third.unit);
    expect(report).toMatchObject([{ refused: [] }]);
    expect(await third.engine.store.leaves(base._id)).toEqual(
      await jose.engine.store.leaves(base._id),
    );
    expect(await third.unit.readTask(base._id)).toMatchObject({ fields: ['phone'] });
  });

  it('contains several units, and leaves out those that cannot be opened', async () => {
    const { ana, jose } = await twoPhones();
    const { ana: here } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await jose.unit.createChild(childFields({ firstName: 'Lucía' }), JOSE, NOW);
    const backup = await opened(await fileOf(ana, jose));
    expect(backup.units.map(({ stakeDB }) => stakeDB)).toEqual([
      ana.unit.stakeDB,
      jose.unit.stakeDB,
    ]);
    const loaded = await backup.load(async (name) =>
      name === jose.unit.stakeDB ? here.unit : null,
    );
    expect(loaded).toMatchObject([
      { stakeDB: ana.unit.stakeDB, skipped: true, added: 0 },
      { stakeDB: jose.unit.stakeDB, skipped: false, added: 1 },
    ]);
    expect(here.unit.snapshot().children.map(({ firstName }) => firstName)).toEqual(['Lucía']);
  });

  it('no file is made when no record is unsent, or only demonstration records are', async () => {
    const { ana } = await twoPhones();
    const nothing = { ok: false, code: 'nothing-to-save' };
    expect(await makeBackup([ana.unit], PASSPHRASE, { now: NOW })).toEqual(nothing);
    await ana.unit.fill([{ ...childFields(), _id: 'chld_test_stake_gtm_1_abcdef' }]);
    expect(await makeBackup([ana.unit], PASSPHRASE, { now: NOW })).toEqual(nothing);
  });

  it('of all records carries what the server has too, as the same revisions', async () => {
    const [ana, jose] = [await aNewPhone(), await aNewPhone()];
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const gone = await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
    await ana.unit.removeMother(gone._id, ANA, LATER);
    await ana.unit.fill([{ ...childFields(), _id: 'chld_test_stake_gtm_1_abcdef' }]);
    await acknowledge(ana);
    const made = await makeBackup([ana.unit], PASSPHRASE, { now: NOW, isAll: true });
    if (!made.ok) throw new Error(made.code);
    expect(made.units).toMatchObject([{ records: 3 }]);
    const answer = await openBackup(made.file, PASSPHRASE);
    if (!answer.ok) throw new Error(answer.code);
    await answer.backup.load(async () => jose.unit);
    const leavesOf = async ({ engine }: TestPhone, id: string) => engine.store.leaves(id);
    const there = await jose.unit.readChildFile(child._id);
    expect(there?.screenings).toHaveLength(1);
    expect(await leavesOf(jose, child._id)).toEqual(await leavesOf(ana, child._id));
    expect((await offered(jose)).some((leaf) => leaf.startsWith(child._id))).toBe(true);
  });

  it('names children that it contains completely: those registered in a unit that received nothing', async () => {
    const [ana, jose] = [await aNewPhone(), await aNewPhone()];
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    // The screening changes the child's copy, so only the note in the file says where the child was
    // registered.
    await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const { engine } = ana;
    const foreign = carriedDocument('chld_test_stake_gtm_1746889200000_aaaaaa', ['a'], {
      ...childFields({ firstName: 'Otra' }),
      device: 'another-phone',
    });
    await engine.ledger.receive([foreign]);
    await engine.announce();
    const [here] = ana.unit.snapshot().children.filter(({ id }) => id === foreign._id);
    const stored = await ana.unit.readChildFile(here?.id ?? '');
    if (stored === null) throw new Error('no child');
    await ana.unit.editChild(stored.child, childFields({ ward: 'La Loma' }), ANA, NOW);
    const backup = await opened(await fileOf(ana));
    await backup.load(async () => jose.unit);

    const { children, sync } = jose.unit.snapshot();
    expect(children.map(({ id }) => id).sort()).toEqual([foreign._id, child._id].sort());
    const told = (id: string, count: number) => screeningsHere(sync, id, count);
    expect(told(child._id, 1)).toBe('all');
    expect(told(foreign._id, 0)).toBe('none');
  });

  it('a file of a whole unit names as complete only children that were registered and not changed', async () => {
    const { ana } = await twoPhones();
    const jose = await aNewPhone();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const edited = await ana.unit.createChild(childFields({ firstName: 'Luz' }), ANA, NOW);
    await ana.unit.editChild(edited, childFields({ ward: 'La Loma' }), ANA, NOW);
    const backup = await opened(await fileOf(ana));
    await backup.load(async () => jose.unit);
    const { sync } = jose.unit.snapshot();
    expect(screeningsHere(sync, child._id, 0)).toBe('all');
    expect(screeningsHere(sync, edited._id, 0)).toBe('none');
  });

  it('reports its progress while it is made and read', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await ana.unit.createChild(childFields({ firstName: 'Lucía' }), ANA, NOW);
    const records: number[] = [];
    const made = await makeBackup([ana.unit], PASSPHRASE, {
      now: NOW,
      onProgress: (count) => records.push(count),
    });
    expect(records.at(-1)).toBe(2);
    const shares: number[] = [];
    if (made.ok) {
      await openBackup(made.file, PASSPHRASE, { onProgress: (share) => shares.push(share) });
    }
    expect(shares).toEqual([1]);
  });
});

describe('opening a backup', () => {
  it('reports a wrong passphrase or damaged beginning, and writes nothing', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    const answer = await openBackup(await fileOf(ana), 'lluvia de abril');
    expect(answer).toEqual({ ok: false, code: 'wrong-passphrase-or-damaged' });
  });

  it.each([
    ['nueve car', 'passphrase-too-short'],
    ['diez carac', 'wrong-passphrase-or-damaged'],
  ])('requires ten characters: "%s" is %s', async (passphrase, code) => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    expect(await openBackup(await fileOf(ana), passphrase)).toEqual({ ok: false, code });
    const made = await makeBackup([ana.unit], passphrase, { now: NOW });
    expect(made.ok ? 'made' : made.code).toBe(code === 'passphrase-too-short' ? code : 'made');
  });

  it('reports that a file is no backup before it asks for the passphrase', async () => {
    const answer = await openBackup(new Blob(['GIF89a and more of it']), '');
    expect(answer).toEqual({ ok: false, code: 'not-a-backup' });
  });

  it('refuses a cut file as a whole, even if its first records are readable', async () => {
    const { ana, jose } = await twoPhones();
    for (let i = 0; i < 120; i += 1) {
      const fields = childFields({ firstName: `Niña ${i}`, comments: 'x'.repeat(1_000) });
      await ana.unit.createChild(fields, ANA, NOW);
    }
    const file = await fileOf(ana);
    expect(file.size).toBeGreaterThan(131_072);
    expect(await openBackup(file.slice(0, -1), PASSPHRASE)).toEqual({ ok: false, code: 'cut' });
    expect(await openBackup(file.slice(0, 100_000), PASSPHRASE)).toEqual({
      ok: false,
      code: 'cut',
    });
    expect(jose.unit.snapshot().children).toEqual([]);
    const whole = await (await opened(file)).load(async () => jose.unit);
    expect(whole).toMatchObject([{ added: 120 }]);
    expect(jose.unit.snapshot().children).toHaveLength(120);
  });

  it('reports not-available where the browser offers no encryption', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    const file = await fileOf(ana);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await openBackup(file, PASSPHRASE)).toEqual({ ok: false, code: 'not-available' });
    expect(await makeBackup([ana.unit], PASSPHRASE, { now: NOW })).toEqual({
      ok: false,
      code: 'not-available',
    });
  });
});

describe("the validation of a backup's lines", () => {
  const child = (rev: string, fields: object): object => ({
    ...childFields(),
    ...fields,
    _id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
    _rev: rev,
    _revisions: { start: 1, ids: [rev.slice(2)] },
  });

  /** A correctly sealed file with these lines. */
  async function sealedFile(...lines: readonly (object | string)[]): Promise<Blob> {
    const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    const writer = new SealedWriter(header, await deriveKey(PASSPHRASE, header));
    for (const line of lines) {
      const text = typeof line === 'string' ? line : JSON.stringify(line);
      await writer.add(new TextEncoder().encode(`${text}\n`));
    }
    return writer.finish();
  }

  const HEAD = { kind: 'backup', madeAt: NOW.toISOString() };
  const UNIT = { kind: 'unit', stakeDB: 'test_stake_gtm', devices: ['abc'] };

  it('refuses a version with an impossible generation, and loads the rest', async () => {
    const { ana } = await twoPhones();
    const hash = 'a'.repeat(32);
    const version = (id: string, start: number) => ({
      kind: 'revision',
      document: {
        ...child(`${start}-${hash}`, {}),
        _id: id,
        _revisions: { start, ids: [hash] },
      },
    });
    const file = await sealedFile(
      HEAD,
      UNIT,
      version('chld_at_the_edge', MAX_FIRST_GENERATION),
      version('chld_above', MAX_GENERATION + 1),
      version('chld_far', Number.MAX_SAFE_INTEGER),
    );
    expect(await (await opened(file)).load(async () => ana.unit)).toMatchObject([
      {
        added: 1,
        refused: [
          { id: 'chld_above', codes: ['generation-too-high'] },
          { id: 'chld_far', codes: ['generation-too-high'] },
        ],
      },
    ]);
  });

  it('lists refused records and loads the rest', async () => {
    const { ana } = await twoPhones();
    const rev = `1-${'a'.repeat(32)}`;
    const file = await sealedFile(
      HEAD,
      UNIT,
      { kind: 'revision', document: child(rev, { gender: 'unknown' }) },
      `{"kind":"revision","document":{"_id":"scr_x","_rev":"${rev}","__proto__":{"a":1},"_deleted":true,"_revisions":{"start":1,"ids":["${'a'.repeat(32)}"]}}}`,
      { kind: 'revision', document: { ...child(rev, {}), _id: 'order_1' } },
      { kind: 'revision', document: { ...child(rev, {}), _id: 'chld_good' } },
    );
    const backup = await opened(file);
    expect(backup.units).toEqual([{ stakeDB: 'test_stake_gtm', records: 4 }]);
    expect(await backup.load(async () => ana.unit)).toEqual([
      {
        stakeDB: 'test_stake_gtm',
        skipped: false,
        added: 1,
        removals: 0,
        alreadyHere: 0,
        refused: [
          { id: 'chld_test_stake_gtm_1746878400000_0a1b2c', codes: ['gender-invalid'] },
          { id: 'scr_x', codes: ['forbidden-name'] },
          { id: 'order_1', codes: ['unknown-kind'] },
        ],
      },
    ]);
    expect(ana.unit.snapshot().children.map(({ id }) => id)).toEqual(['chld_good']);
  });

  it.each([
    ['no head', [UNIT]],
    ['two heads', [HEAD, HEAD]],
    ['a record before its unit', [HEAD, { kind: 'revision', document: child('1-a', {}) }]],
    ['a line that is no JSON', [HEAD, '{"kind":']],
    ['a line of another kind', [HEAD, UNIT, { kind: 'attachment' }]],
    [
      'a revision that is not the first of its ancestry',
      [HEAD, UNIT, { kind: 'revision', document: { ...child('1-a', {}), _rev: '1-b' } }],
    ],
    [
      'an ancestry that does not count down',
      [
        HEAD,
        UNIT,
        {
          kind: 'revision',
          document: { ...child('1-a', {}), _revisions: { start: 1, ids: ['a', 'b'] } },
        },
      ],
    ],
  ])('reports damaged for %s', async (_what, lines) => {
    const answer = await openBackup(await sealedFile(...lines), PASSPHRASE);
    expect(answer).toEqual({ ok: false, code: 'damaged' });
  });

  it('reports damaged when the last line has no line end', async () => {
    const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    const writer = new SealedWriter(header, await deriveKey(PASSPHRASE, header));
    await writer.add(lineOf({ kind: 'backup', madeAt: NOW.toISOString() }).slice(0, -1));
    const answer = await openBackup(await writer.finish(), PASSPHRASE);
    expect(answer).toEqual({ ok: false, code: 'damaged' });
  });
});

describe('records loaded from a file and also pulled from the server', () => {
  it('a record from a file and from the server is one, because the file contains revisions and not copies', async () => {
    const { ana, jose } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const file = await fileOf(ana);
    await hand(ana.engine, jose.engine);
    const loaded = await (await opened(file)).load(async () => jose.unit);
    expect(loaded).toMatchObject([{ added: 0, alreadyHere: 1 }]);
    expect(await jose.engine.store.leaves(child._id)).toHaveLength(1);
    // The file added nothing, so Ana's writes do not become this phone's.
    expect(jose.engine.deviceIds()).toEqual(new Set([jose.deviceId]));
  });
});
