import { findUnit } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { describe, expect, it, vi } from 'vitest';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { Joiner } from './joiner.ts';
import { Mover } from './mover.ts';

const UNITS = ['coban_stake_gtm', 'jalapa_stake_gtm', 'senahu_gtm'] as const;
const PRACTICE = 'test_stake_gtm';
const [HERE, THERE, ELSEWHERE] = UNITS;
const asked = { from: HERE, to: THERE, who: 'ben', by: 'Ben Tzul', address: null };
const EVA = { who: 'eva', by: 'Eva Coc', address: null };
const AT = Date.parse('2026-11-28T10:00:00.000Z');
const DAY = 24 * 60 * 60 * 1_000;

const idIn = (kind: 'chld' | 'scr' | 'mthr', unit: string, place: number) =>
  `${kind}_${unit}_${1_748_880_000_000 + place}_aaaaaa`;

async function put(store: DocumentStore, documents: readonly { _id: string }[]): Promise<void> {
  for (const written of await store.write(documents.map((each) => ({ ...each })))) {
    if (!written.ok) throw new Error('not written');
  }
}

/** Two units: three children here, two of whose records are one child, and a woman; one child there. */
async function open() {
  const stores = await aStores();
  const notes = await stores.open('sys_accounts');
  const catalogue = await openCatalogue(stores, null);
  const told: unknown[] = [];
  const faults: unknown[] = [];
  let now = AT;
  const onTold: { act: () => Promise<void> } = { act: async () => undefined };
  const options = {
    ...{ stores, notes, catalogue, clock: () => new Date(now) },
    log: { error: (fault: unknown) => void faults.push(fault) },
    audit: {
      recordOnce: async (entries: readonly object[]) => {
        told.push(...entries);
        await onTold.act();
        return true;
      },
    },
  };
  const mover = new Mover({
    ...options,
    erased: { refresh: async () => undefined, has: () => false },
    onWritten: async (stakeDB) => joiner.arrived(stakeDB),
  });
  const joiner = new Joiner({ ...options, mover });
  const unit = (stakeDB: string) => stores.open(`unit_${stakeDB}`);
  const here = await unit(HERE);
  const [ana, eva, luz] = [idIn('chld', HERE, 1), idIn('chld', HERE, 2), idIn('chld', HERE, 3)];
  await put(here, [
    aChild({ _id: ana, firstName: 'Ana' }),
    aChild({ _id: eva, firstName: 'Eva' }),
    aChild({ _id: luz, firstName: 'Luz', sameAs: [{ id: eva, decided: 1 }] }),
    aScreening({ _id: idIn('scr', HERE, 1), owner: ana }),
    aScreening({ _id: idIn('scr', HERE, 2), owner: eva }),
    aScreening({ _id: idIn('scr', HERE, 3), owner: luz }),
    aMother({ _id: idIn('mthr', HERE, 1), firstName: 'Rosa' }),
  ]);
  await put(await unit(THERE), [aChild({ _id: idIn('chld', THERE, 9), firstName: 'Sol' })]);
  const edit = async (stakeDB: string, wards: readonly string[]) => {
    const { rev, catalogue: places } = await catalogue.current();
    const countries = places.countries.map((country) => ({
      ...country,
      stakes: country.stakes.map((each) =>
        each.stakeDB === stakeDB
          ? { ...each, wards: wards.map((wardName) => ({ wardName })) }
          : each,
      ),
    }));
    expect(await catalogue.change(rev, { countries }, () => true)).toMatchObject({ ok: true });
  };
  await edit(HERE, ['Barrio Norte', 'San José']);
  await edit(THERE, ['Centro', 'BARRIO NORTE']);
  return {
    ...{ stores, mover, joiner, unit, told, onTold, faults, catalogue },
    later: (days: number) => {
      now += days * DAY;
    },
    joinerWith: (different: { moveOneOf: Mover['moveOneOf'] }, retryMs?: number) =>
      new Joiner({
        ...options,
        ...(retryMs === undefined ? {} : { retryMs }),
        mover: { follow: (each) => mover.follow(each), ...different },
      }),
    unitNow: async (stakeDB: string) =>
      findUnit((await catalogue.current()).catalogue, stakeDB)?.unit,
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function living({ unit }: Opened, stakeDB: string): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const document of (await unit(stakeDB)).list()) found.push(document);
  return found;
}
const idsOf = (documents: readonly StoredDocument[]) => documents.map(({ _id }) => _id).sort();

const MOVED = [
  ...[1, 2, 3].map((place) => idIn('chld', THERE, place)),
  idIn('chld', THERE, 9),
  idIn('mthr', THERE, 1),
  ...[1, 2, 3].map((place) => idIn('scr', THERE, place)),
].sort();

describe('a unit that is joined to another', () => {
  it('ends, and everybody lives in the other with their screenings; wards of one name are one', async () => {
    const opened = await open();
    const { joiner, unitNow, told, faults } = opened;
    expect(await joiner.begin(asked)).toMatchObject({ state: 'joining', wards: ['San José'] });
    await joiner.settled();
    expect(faults).toEqual([]);
    expect(joiner.of(HERE)).toMatchObject({ to: THERE, state: 'joined', progress: null });
    expect(await living(opened, HERE)).toEqual([]);
    const there = await living(opened, THERE);
    expect(idsOf(there)).toEqual(MOVED);
    const screening = there.find(({ _id }) => _id === idIn('scr', THERE, 3));
    expect(screening?.['owner']).toBe(idIn('chld', THERE, 3));
    const luz = there.find(({ _id }) => _id === idIn('chld', THERE, 3));
    expect(luz?.['sameAs']).toEqual([{ id: idIn('chld', THERE, 2), decided: 1 }]);
    expect(await unitNow(HERE)).toMatchObject({ retired: true });
    expect((await unitNow(THERE))?.wards?.map(({ wardName }) => wardName)).toEqual([
      ...['Centro', 'BARRIO NORTE', 'San José'],
    ]);
    expect(told).toMatchObject([{ what: 'units-joined', who: 'ben', whom: HERE, detail: THERE }]);
  });

  it('what a phone sends to it later moves on, an edit too', async () => {
    const opened = await open();
    const { joiner, unit } = opened;
    await joiner.begin(asked);
    await joiner.settled();
    const late = idIn('chld', HERE, 7);
    await put(await unit(HERE), [
      aChild({ _id: late, firstName: 'Late' }),
      aScreening({ _id: idIn('scr', HERE, 7), owner: late }),
      aScreening({ _id: idIn('scr', HERE, 8), owner: idIn('chld', HERE, 1) }),
    ]);
    joiner.arrived(HERE);
    await joiner.settled();
    expect(await living(opened, HERE)).toEqual([]);
    const there = await living(opened, THERE);
    expect(idsOf(there)).toEqual(
      [
        ...MOVED,
        idIn('chld', THERE, 7),
        ...[7, 8].map((place) => idIn('scr', THERE, place)),
      ].sort(),
    );
  });

  it('what a phone sends when the last look at it is over moves on too', async () => {
    const opened = await open();
    const { joiner, unit, onTold } = opened;
    onTold.act = async () => {
      onTold.act = async () => undefined;
      await put(await unit(HERE), [aChild({ _id: idIn('chld', HERE, 7), firstName: 'Late' })]);
      joiner.arrived(HERE);
    };
    await joiner.begin(asked);
    await joiner.settled();
    expect(joiner.of(HERE)?.state).toBe('joined');
    expect(await living(opened, HERE)).toEqual([]);
    expect(idsOf(await living(opened, THERE))).toEqual([...MOVED, idIn('chld', THERE, 7)].sort());
  });

  it('who comes to a unit that was joined to a third one lives in the third one', async () => {
    const opened = await open();
    const { joiner, unit } = opened;
    await joiner.begin(asked);
    await joiner.settled();
    await joiner.begin({ ...asked, from: THERE, to: ELSEWHERE });
    await joiner.settled();
    await put(await unit(HERE), [aChild({ _id: idIn('chld', HERE, 7), firstName: 'Late' })]);
    joiner.arrived(HERE);
    await joiner.settled();
    expect([await living(opened, HERE), await living(opened, THERE)]).toEqual([[], []]);
    expect(idsOf(await living(opened, ELSEWHERE))).toContain(idIn('chld', ELSEWHERE, 7));
    expect(await living(opened, ELSEWHERE)).toHaveLength(MOVED.length + 1);
  });

  it('a server that is stopped at any record goes on, and nobody is missing or there twice', async () => {
    for (let stopAt = 0; stopAt < 4; stopAt += 1) {
      const opened = await open();
      let moves = 0;
      const stopping = opened.joinerWith({
        moveOneOf(each, groups) {
          moves += 1;
          return moves > stopAt
            ? Promise.reject(new Error('the power is cut'))
            : opened.mover.moveOneOf(each, groups);
        },
      });
      await stopping.begin(asked);
      await stopping.settled();
      expect(opened.faults, `${stopAt}`).toHaveLength(1);
      expect(stopping.of(HERE)?.state).toBe('joining');
      const next = opened.joinerWith({ moveOneOf: (...given) => opened.mover.moveOneOf(...given) });
      await next.resume();
      await next.settled();
      expect(next.of(HERE)?.state).toBe('joined');
      expect(await living(opened, HERE)).toEqual([]);
      expect(idsOf(await living(opened, THERE))).toEqual(MOVED);
    }
  });

  it('goes on by itself when a database that was away is there again', async () => {
    const opened = await open();
    let isAway = true;
    const joiner = opened.joinerWith(
      {
        moveOneOf: (...given) =>
          isAway ? Promise.reject(new Error('away')) : opened.mover.moveOneOf(...given),
      },
      10,
    );
    await joiner.begin(asked);
    await joiner.settled();
    expect(joiner.of(HERE)?.state).toBe('joining');
    isAway = false;
    await vi.waitFor(() => expect(joiner.of(HERE)?.state).toBe('joined'));
    expect(await living(opened, HERE)).toEqual([]);
    await joiner.close();
  });
});

describe('wards of a list that is older than the rules for them', () => {
  /** Puts wards into the stored list as they are, as a list of an older system does. */
  async function aged({ stores }: Opened, stakeDB: string, names: readonly string[]) {
    const places = await stores.open('sys_catalogue');
    const kept = await places.read('catalogue');
    const countries = ((kept?.['countries'] ?? []) as readonly { stakes: readonly object[] }[]).map(
      (country) => ({
        ...country,
        stakes: country.stakes.map((unit) =>
          'stakeDB' in unit && unit.stakeDB === stakeDB
            ? { ...unit, wards: names.map((wardName) => ({ wardName })) }
            : unit,
        ),
      }),
    );
    const aged = { ...kept, _id: 'catalogue', countries };
    await put(places, [aged]);
  }
  const LONG = 'x'.repeat(101);

  it.each([
    ['twice or too long in the unit that ends', HERE, ['San José', 'SAN JOSE', LONG], 3],
    ['twice in the other unit', THERE, ['Centro', 'centro'], 2],
  ])('%s: everybody moves, and it can be undone', async (_what, stakeDB, names, wards) => {
    const opened = await open();
    await aged(opened, stakeDB, names);
    const { joiner, faults, unitNow } = opened;
    expect(await joiner.begin(asked)).not.toBeNull();
    await joiner.settled();
    expect(faults).toEqual([]);
    expect(joiner.of(HERE)?.state).toBe('joined');
    expect(idsOf(await living(opened, THERE))).toEqual(MOVED);
    expect((await unitNow(THERE))?.wards).toHaveLength(wards);
    await joiner.part(HERE, EVA);
    await joiner.settled();
    expect([faults, joiner.of(HERE)]).toEqual([[], null]);
    expect((await unitNow(THERE))?.wards).toHaveLength(2);
  });
});

describe('an undone joining', () => {
  it('everybody is back under the first ids with what was typed meanwhile, and the unit is open', async () => {
    const opened = await open();
    const { joiner, unit, unitNow, told } = opened;
    const before = idsOf(await living(opened, HERE));
    await joiner.begin(asked);
    await joiner.settled();
    await put(await unit(THERE), [
      aScreening({ _id: idIn('scr', THERE, 5), owner: idIn('chld', THERE, 1) }),
    ]);
    opened.later(30);
    expect(await joiner.part(HERE, EVA)).toBe(true);
    await joiner.settled();
    expect(opened.faults).toEqual([]);
    expect(idsOf(await living(opened, HERE))).toEqual([...before, idIn('scr', HERE, 5)].sort());
    expect(idsOf(await living(opened, THERE))).toEqual([idIn('chld', THERE, 9)]);
    expect(await unitNow(HERE)).not.toHaveProperty('retired');
    expect((await unitNow(THERE))?.wards).toHaveLength(2);
    expect(joiner.of(HERE)).toBeNull();
    expect(told).toMatchObject([
      { what: 'units-joined' },
      { what: 'units-parted', who: 'eva', whom: HERE },
    ]);
    // And it can be done again.
    expect(await joiner.begin(asked)).not.toBeNull();
    await joiner.settled();
    expect(await living(opened, HERE)).toEqual([]);
  });

  it('who came by it after a clock that was ahead was put right is back too', async () => {
    const opened = await open();
    const { joiner, unit } = opened;
    await joiner.begin(asked);
    await joiner.settled();
    opened.later(-1);
    await put(await unit(HERE), [aChild({ _id: idIn('chld', HERE, 7), firstName: 'Late' })]);
    joiner.arrived(HERE);
    await joiner.settled();
    expect(idsOf(await living(opened, THERE))).toContain(idIn('chld', THERE, 7));
    await joiner.part(HERE, EVA);
    await joiner.settled();
    expect(idsOf(await living(opened, THERE))).toEqual([idIn('chld', THERE, 9)]);
    expect(idsOf(await living(opened, HERE))).toContain(idIn('chld', HERE, 7));
  });

  it('who was moved on, or made one with a child of the other unit since, stays', async () => {
    const opened = await open();
    const { joiner, mover, unit } = opened;
    await joiner.begin(asked);
    await joiner.settled();
    const [ana, rosa] = [idIn('chld', THERE, 1), idIn('mthr', THERE, 1)];
    await mover.move({ ...asked, from: THERE, to: ELSEWHERE, childId: ana });
    const there = await unit(THERE);
    const [sol] = [await there.read(idIn('chld', THERE, 9))];
    const sameAs = [{ id: idIn('chld', THERE, 2), decided: 1 }];
    await there.write([{ ...sol, _id: sol?._id ?? '', sameAs }]);
    await joiner.part(HERE, EVA);
    await joiner.settled();
    expect(idsOf(await living(opened, HERE))).toEqual([idIn('mthr', HERE, 1)]);
    expect(idsOf(await living(opened, ELSEWHERE))).toContain(idIn('chld', ELSEWHERE, 1));
    const left = idsOf(await living(opened, THERE));
    expect(left).toContain(idIn('chld', THERE, 2));
    expect(left).not.toContain(rosa);
  });

  it('who is one with a child whose record is not there, as after an erasure, is back too', async () => {
    const opened = await open();
    const { joiner, unit } = opened;
    const here = await unit(HERE);
    const before = idsOf(await living(opened, HERE));
    const ana = await here.read(idIn('chld', HERE, 1));
    const sameAs = [{ id: idIn('chld', HERE, 77), decided: 1 }];
    await here.write([{ ...ana, _id: ana?._id ?? '', sameAs }]);
    await joiner.begin(asked);
    await joiner.settled();
    await joiner.part(HERE, EVA);
    await joiner.settled();
    expect(idsOf(await living(opened, HERE))).toEqual(before);
    expect((await here.read(idIn('chld', HERE, 1)))?.['sameAs']).toEqual(sameAs);
  });

  it('is refused after 30 days', async () => {
    const { joiner, later } = await open();
    await joiner.begin(asked);
    await joiner.settled();
    later(30.1);
    expect(await joiner.part(HERE, EVA)).toBe(false);
    expect(joiner.of(HERE)?.state).toBe('joined');
  });
});

describe('two administrators at once', () => {
  it.each([
    ['join each unit to the other', { from: THERE, to: HERE }],
    ['join one unit to two others', { to: ELSEWHERE }],
  ])('%s: the first is done, the second refused', async (_what, second) => {
    const opened = await open();
    const { joiner, faults, unitNow } = opened;
    const begun = [joiner.begin(asked), joiner.begin({ ...asked, ...second })];
    expect(await Promise.all(begun)).toEqual([expect.objectContaining(asked), null]);
    await joiner.settled();
    expect(faults).toEqual([]);
    expect(idsOf(await living(opened, THERE))).toEqual(MOVED);
    expect(await unitNow(THERE)).not.toHaveProperty('retired');
  });

  it('one undoes what the other has just begun: everybody is back', async () => {
    const opened = await open();
    const { joiner, unitNow } = opened;
    const before = idsOf(await living(opened, HERE));
    await joiner.begin(asked);
    expect(await joiner.part(HERE, EVA)).toBe(true);
    await joiner.settled();
    expect(joiner.of(HERE)).toBeNull();
    expect(idsOf(await living(opened, HERE))).toEqual(before);
    expect(await unitNow(HERE)).not.toHaveProperty('retired');
  });
});

describe('units that cannot be joined', () => {
  it.each([
    ['a unit to itself', { to: HERE }],
    ['an unknown unit', { from: 'nowhere_gtm' }],
    ['to an unknown unit', { to: 'nowhere_gtm' }],
    ['a unit that is joined already', { to: ELSEWHERE }],
    ['to a unit that has ended', { from: ELSEWHERE, to: HERE }],
    ['a unit to one for practice', { from: ELSEWHERE, to: PRACTICE }],
    ['a unit for practice to another', { from: PRACTICE, to: ELSEWHERE }],
  ])('%s', async (_what, different) => {
    const { joiner } = await open();
    await joiner.begin(asked);
    await joiner.settled();
    expect(await joiner.begin({ ...asked, ...different })).toBeNull();
  });
});
