import { MAX_FIRST_GENERATION, MAX_LEAP } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { all } from '../../store/testing/support.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { digestLike } from '../testing/many-records.ts';
import { type Carried, carried, childOf } from './testing/carried.ts';
import { pushed, pushedOutcomes } from './testing/push.ts';
import { inHandsOf, somebodyElse } from './testing/somebody.ts';

const DAY_MS = 86_400_000;
const child = childOf(1);
const hash = (name: string): string => digestLike(name);

/** A gateway whose clock a test moves on, with a child of one revision. */
async function aClockedGateway() {
  let now = new Date('2025-06-02T08:00:00.000Z').getTime();
  const gateway = await aGateway({ clock: () => new Date(now) });
  await pushed(gateway, [carried(child, ['a'])]);
  /** Lets time pass and signs in again. */
  const after = async (ms: number): Promise<Gateway> => {
    now += ms;
    return inHandsOf(gateway, gateway.account);
  };
  return { gateway, after };
}

/** A version whose ancestry, newest first, begins at `generation` and ends after `names`. */
function version(generation: number, names: readonly string[], different: object = {}): Carried {
  const ids = names.map(hash);
  return {
    ...child,
    ...different,
    _rev: `${generation}-${ids[0] ?? ''}`,
    _revisions: { start: generation, ids },
  };
}

const leap = (generation: number, name: string) => version(generation, [name]);

function merged(generation: number, names: readonly string[]): Carried {
  const { _id, _rev, _revisions } = version(generation, names);
  return { _id, _rev, _revisions, _deleted: true, why: 'merged' };
}

async function leapsAudited({ app }: Gateway): Promise<string[]> {
  const { audit } = app.services;
  const entries = await all(audit.entries({ who: '', what: 'revision-leapt' }));
  return entries.map(({ whom, detail }) => `${whom} ${detail}`);
}

describe('edits made offline', () => {
  it.each([
    ['two, of which only the last is sent', ['c', 'b', 'a']],
    ['900', Array.from({ length: 900 }, (_, age) => `e${900 - age}`)],
  ])('offline edits that reach the first generation are no leap: %s', async (_, names) => {
    const { gateway } = await aClockedGateway();
    const last = version(names.length, names);
    expect(await pushedOutcomes(gateway, [last, last])).toEqual(['ok', 'ok']);
    expect(await leapsAudited(gateway)).toEqual([]);
  });

  it('1,500 offline edits are a leap: phones send the last 1,000. It is taken and noted once', async () => {
    const { gateway } = await aClockedGateway();
    const last = version(
      1_500,
      Array.from({ length: 1_000 }, (_, age) => `e${age}`),
    );
    expect(await pushedOutcomes(gateway, [last])).toEqual(['ok']);
    expect(await pushedOutcomes(gateway, [last])).toEqual(['ok']);
    expect((await gateway.store.read(child._id))?._rev).toBe(last._rev);
    expect(await leapsAudited(gateway)).toEqual([`${TEST_UNIT} ${child._id} ${last._rev}`]);
  });

  it('any number of offline edits is taken where the server has nothing of the record', async () => {
    const { gateway } = await aClockedGateway();
    const other = { _id: childOf(2)._id };
    const rows = [
      { ...leap(MAX_FIRST_GENERATION + 1, 'z'), ...other },
      { ...leap(MAX_FIRST_GENERATION, 'y'), ...other },
      { ...version(MAX_FIRST_GENERATION + 1, ['x', 'y']), ...other },
    ];
    for (const [place, expected] of ['malformed-revision', 'ok', 'ok'].entries()) {
      expect(await pushedOutcomes(gateway, [rows[place]])).toEqual([expected]);
    }
    expect(await leapsAudited(gateway)).toEqual([]);
  });
});

describe('leaps', () => {
  it('leaps do not add up: of 101 one is taken, whoever sends them, and the record stays editable', async () => {
    const { gateway } = await aClockedGateway();
    const others = await somebodyElse(gateway, { username: 'other-one', roles: ['user', 'sync'] });
    const outcomes: string[] = [];
    for (let at = 1; at <= 101; at += 1) {
      const sender = at % 2 === 0 ? others : gateway;
      const before =
        at === 1 ? merged(2, ['m1', 'root']) : merged(at * 9_999 - 9_997, [`m${at}`, `l${at - 1}`]);
      outcomes.push(...(await pushedOutcomes(sender, [leap(at * 9_999, `l${at}`), before])));
    }
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeLessThanOrEqual(2);
    expect(await leapsAudited(gateway)).toHaveLength(1);
    const [edited] = await gateway.store.write([
      { ...child, ...(await gateway.store.read(child._id)) },
    ]);
    expect(edited?.ok).toBe(true);
  });

  it('one leap a day is taken, and each is in the log', async () => {
    const { gateway, after } = await aClockedGateway();
    expect(await pushedOutcomes(gateway, [leap(1 + MAX_LEAP, 'b')])).toEqual(['ok']);
    const nearly = await after(DAY_MS - 1);
    expect(await pushedOutcomes(nearly, [leap(9_000, 'c')])).toEqual(['malformed-revision']);
    const next = await after(1);
    const far = 2 + MAX_LEAP + MAX_LEAP;
    expect(await pushedOutcomes(next, [leap(far, 'd')])).toEqual(['malformed-revision']);
    expect(await pushedOutcomes(next, [leap(far - 1, 'd')])).toEqual(['ok']);
    expect(await leapsAudited(gateway)).toHaveLength(2);
  });

  it('leaps of many records in one request are decided together; what is in order beside them is taken', async () => {
    const { gateway } = await aClockedGateway();
    const many = Array.from({ length: 150 }, (_, i) => childOf(100 + i));
    await pushed(
      gateway,
      many.map((each) => carried(each, ['a'])),
    );
    const leaps = many.map((each, i) => ({ ...leap(10_001, `l${i}`), _id: each._id }));
    const rows = await pushedOutcomes(gateway, [...leaps, carried(childOf(2), ['a'])]);
    expect(new Set(rows)).toEqual(new Set(['ok']));
    expect(await leapsAudited(gateway)).toHaveLength(150);
  });

  it('edits that join a leap are in order, however high', async () => {
    const { gateway } = await aClockedGateway();
    await pushed(gateway, [leap(9_000, 'b')]);
    expect(await pushedOutcomes(gateway, [version(9_001, ['c', 'b'])])).toEqual(['ok']);
    expect(await leapsAudited(gateway)).toHaveLength(1);
  });
});

describe('a version that cannot be read', () => {
  const unreadable = { ...version(2, ['u', 'a']), gender: 'x' };
  const closes = merged(2, ['m', 'a']);

  it.each([
    ['after', [closes, unreadable], 2],
    ['before', [unreadable, closes], 2],
    ['beside one that can', [version(2, ['r', 'a']), unreadable, closes], 3],
  ])(
    'lets nothing of its record be taken, a deletion least of all: it comes %s',
    async (_, docs, count) => {
      const { gateway } = await aClockedGateway();
      const outcomes = await pushedOutcomes(gateway, [...docs, carried(childOf(2), ['a'])]);
      expect(outcomes).toEqual([...Array.from({ length: count }, () => 'unreadable'), 'ok']);
      expect((await gateway.store.read(child._id))?._rev).toMatch(/^1-/);
    },
  );
});
