import { describe, expect, it } from 'vitest';
import type { LeafDocument } from './compare-fields.ts';
import { planMerge, settleContest } from './plan-merge.ts';

const ID = 'chld_test_stake_gtm_1746878400000_0a1b2c';
const WINNER = '4-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const OTHER = '3-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const COMMON = 2;

/**
 * The winner; its stamps tell when each field changed. The newest common revision has generation 2.
 */
function aWinner(different: object): LeafDocument {
  return { _id: ID, _rev: WINNER, firstName: 'Marisol', ward: 'A', stamp: {}, ...different };
}

/** Another leaf, by default with the same content. */
function anOther(different: object): LeafDocument {
  return { ...aWinner({}), _rev: OTHER, ...different };
}

const END_OF_OTHER = { _deleted: true, _id: ID, _rev: OTHER, why: 'merged' };

describe('planMerge', () => {
  describe('decisions about records of one child', () => {
    const same = (id: string, decided = 1) => ({ id, decided });

    it('are put together whatever the stamps say, and never asked about', () => {
      const winner = aWinner({ sameAs: [same('chld_a')], stamp: { sameAs: 3 } });
      const other = anOther({ sameAs: [same('chld_b')], stamp: { sameAs: 3 } });
      expect(planMerge(winner, other, COMMON)).toMatchObject({
        kind: 'merged',
        body: { sameAs: [same('chld_a'), same('chld_b')], stamp: { sameAs: 5 } },
      });
      const neither = planMerge(
        aWinner({ sameAs: [same('chld_a', 2)] }),
        anOther({ sameAs: [same('chld_a', 1)] }),
        COMMON,
      );
      expect(neither).toEqual({ kind: 'merged', body: null, deleteOther: END_OF_OTHER });
    });

    it('leave nothing to ask when the record was removed by somebody who had not seen the merge', () => {
      const removal = anOther({ _deleted: true, why: 'removed' });
      const merged = { sameAs: [same('chld_a')], stamp: { sameAs: 3, supType: 3 } };
      expect(planMerge(aWinner(merged), removal, COMMON)).toEqual({
        kind: 'merged',
        body: null,
        deleteOther: END_OF_OTHER,
      });
      // What was typed before the removal is not lost.
      const typed = { ...removal, ward: 'B', stamp: { ward: 3, why: 4 } };
      expect(planMerge(aWinner(merged), typed, COMMON)).toMatchObject({
        kind: 'merged',
        body: { ward: 'B', sameAs: [same('chld_a')], stamp: { ward: 5 } },
        deleteOther: END_OF_OTHER,
      });
      const undone = { ...merged, sameAs: [same('chld_a', 2)] };
      const edited = { ...merged, stamp: { sameAs: 3, ward: 3 } };
      const before = { ...merged, stamp: { sameAs: 2 } };
      for (const each of [undone, edited, before]) {
        expect(planMerge(aWinner(each), removal, COMMON).kind).toBe('removed');
      }
    });
  });

  it('asks nothing about what was changed beside a move: it follows the record', () => {
    const moved = anOther({
      _deleted: true,
      why: 'moved',
      movedTo: { stakeDB: 'coro_ven', id: 'x' },
    });
    expect(planMerge(aWinner({ ward: 'B', stamp: { ward: 4 } }), moved, COMMON)).toEqual({
      kind: 'settled',
    });
  });

  it('keeps the longer way of two versions that moved', () => {
    const [first, second] = [
      { stakeDB: 'a', id: 'x' },
      { stakeDB: 'b', id: 'y' },
    ];
    const winner = aWinner({ movedFrom: [first] });
    const other = anOther({ movedFrom: [first, second] });
    expect(planMerge(winner, other, COMMON)).toMatchObject({
      kind: 'merged',
      body: { movedFrom: [first, second] },
    });
    expect(planMerge({ ...other, _rev: WINNER }, { ...winner, _rev: OTHER }, COMMON)).toMatchObject(
      {
        kind: 'merged',
        body: null,
      },
    );
  });

  it('takes fields that only the other side changed, stamped with the new generation', () => {
    const winner = aWinner({ stamp: { firstName: 1, ward: 1 }, updatedBy: 'Ana', device: 'd1' });
    const other = anOther({ ward: 'B', stamp: { ward: 3 }, updatedBy: 'Luis', device: 'd2' });
    expect(planMerge(winner, other, COMMON)).toEqual({
      kind: 'merged',
      body: { ...winner, ward: 'B', stamp: { firstName: 1, ward: 5 } },
      deleteOther: END_OF_OTHER,
    });
  });

  it('keeps fields that only the winner changed, and only ends the other leaf', () => {
    const winner = aWinner({ ward: 'B', stamp: { ward: 3 } });
    const plan = planMerge(winner, anOther({ stamp: { ward: 2 } }), COMMON);
    expect(plan).toEqual({ kind: 'merged', body: null, deleteOther: END_OF_OTHER });
  });

  it('contests fields that both sides changed, or neither according to the stamps', () => {
    const contested = { kind: 'contested', body: null, fields: ['ward'] };
    const both = [{ ward: 4 }, { ward: 3 }];
    const neither = [{ ward: 2 }, { ward: 1 }];
    for (const [ofWinner, ofOther] of [both, neither, [{}, {}], [undefined, 'x']]) {
      const winner = aWinner({ ward: 'B', stamp: ofWinner });
      expect(planMerge(winner, anOther({ stamp: ofOther }), COMMON)).toEqual(contested);
    }
  });

  it('counts a change from one generation above the common revision', () => {
    const kindAt = (generation: number) => {
      const other = anOther({ ward: 'B', stamp: { ward: generation } });
      return planMerge(aWinner({}), other, COMMON).kind;
    };
    expect([1, 2, 3, 4].map(kindAt)).toEqual(['contested', 'contested', 'merged', 'merged']);
  });

  it('contests every difference between stamped records without a common revision', () => {
    const winner = aWinner({ stamp: { firstName: 1, ward: 1 } });
    const other = anOther({ firstName: 'Ana', ward: 'B', stamp: { firstName: 1, ward: 1 } });
    const fields = ['firstName', 'ward'];
    expect(planMerge(winner, other, 0)).toEqual({ kind: 'contested', body: null, fields });
  });

  it('takes uncontested fields while others are contested, and leaves the other leaf open', () => {
    const winner = aWinner({ firstName: 'Mari', stamp: { firstName: 4 } });
    const other = anOther({ firstName: 'Sol', ward: 'B', stamp: { firstName: 3, ward: 3 } });
    expect(planMerge(winner, other, COMMON)).toEqual({
      kind: 'contested',
      body: { ...winner, ward: 'B', stamp: { firstName: 4, ward: 5 } },
      fields: ['firstName'],
    });
  });

  it('contests a field that follows a contested one, whichever side changed it', () => {
    const birthDates = { birthDate: '2024-04-10', stamp: { birthDate: 3 } };
    const estimated = { birthDateEstimated: true, stamp: { birthDate: 4, birthDateEstimated: 4 } };
    const fields = ['birthDate', 'birthDateEstimated'];
    const contested = { kind: 'contested', body: null, fields };
    const byOther = { birthDate: '2024-01-10', ...estimated };
    expect(planMerge(aWinner(birthDates), anOther(byOther), COMMON)).toEqual(contested);
    expect(planMerge(aWinner(byOther), anOther(birthDates), COMMON)).toEqual(contested);
    // Alone it is taken like any other field.
    const alone = anOther({ birthDateEstimated: true, stamp: { birthDateEstimated: 3 } });
    expect(planMerge(aWinner({}), alone, COMMON).kind).toBe('merged');
  });

  it('takes over an added or removed field', () => {
    const winner = aWinner({ phone: '555' });
    const { ward: _ward, ...rest } = anOther({
      comments: 'moved',
      stamp: { ward: 3, comments: 3, phone: 3 },
    });
    const plan = planMerge(winner, rest, COMMON);
    expect(plan).toEqual({
      kind: 'merged',
      body: {
        _id: ID,
        _rev: WINNER,
        comments: 'moved',
        firstName: 'Marisol',
        stamp: { comments: 5, phone: 5, ward: 5 },
      },
      deleteOther: END_OF_OTHER,
    });
    // Removing a field counts as a change like any other.
    const changed = aWinner({ ward: 'B', stamp: { ward: 4 } });
    expect(planMerge(changed, { ...rest, comments: undefined }, COMMON)).toMatchObject({
      kind: 'contested',
      fields: ['ward'],
    });
  });

  it('writes sorted keys for any order of input', () => {
    const winner = { stamp: {}, ward: 'A', _rev: WINNER, firstName: 'Marisol', _id: ID };
    const other = anOther({ zScore: { wl: 1, ha: null }, stamp: { zScore: 3 } });
    const plan = planMerge(winner, other, COMMON);
    expect(JSON.stringify(plan)).toBe(
      JSON.stringify({
        kind: 'merged',
        body: {
          _id: ID,
          _rev: WINNER,
          firstName: 'Marisol',
          stamp: { zScore: 5 },
          ward: 'A',
          zScore: { ha: null, wl: 1 },
        },
        deleteOther: END_OF_OTHER,
      }),
    );
  });

  it('ignores derived fields of a child, author and time', () => {
    const derived = ['zscoreStatus', 'statusColor', 'lastScreening', 'supType', 'bmi', 'obese'];
    const provenance = ['created', 'updatedAt', 'updatedBy', 'device', 'rules'];
    const different = [...derived, ...provenance].map((name) => [name, `other ${name}`]);
    const stamp = Object.fromEntries(derived.map((name) => [name, 3]));
    const other = anOther({ ...Object.fromEntries(different), stamp });
    const end = { kind: 'merged', body: null, deleteOther: END_OF_OTHER };
    expect(planMerge(aWinner({}), other, COMMON)).toEqual(end);
    expect(planMerge(aWinner({ stamp, bmi: 15 }), other, COMMON)).toEqual(end);
  });

  it("keeps the winner's derived fields when it takes other fields", () => {
    const winner = aWinner({ statusColor: 'redZoneZscore', stamp: { statusColor: 4 } });
    const other = anOther({
      statusColor: 'normalZscore',
      ward: 'B',
      stamp: { ward: 3, statusColor: 3 },
    });
    expect(planMerge(winner, other, COMMON)).toMatchObject({
      body: { statusColor: 'redZoneZscore', stamp: { statusColor: 4, ward: 5 }, ward: 'B' },
    });
  });

  it('ignores derived fields of a screening, so that two corrections leave no question', () => {
    const screening = {
      _id: 'scr_1',
      height: 68.5,
      weight: 7.1,
      gender: 'Girl',
      zScore: { wl: -1 },
    };
    const derived = ['actions', 'gender', 'monthAge', 'status', 'told', 'zScore'];
    const stamp = Object.fromEntries(derived.map((name) => [name, 4]));
    const heavier = aWinner({
      ...screening,
      weight: 8,
      zScore: { wl: 0 },
      stamp: { ...stamp, weight: 4 },
    });
    const told = Object.fromEntries(derived.map((name) => [name, `other ${name}`]));
    const taller = anOther({ ...screening, ...told, height: 70, stamp: { ...stamp, height: 3 } });
    expect(planMerge(heavier, taller, COMMON)).toEqual({
      kind: 'merged',
      body: { ...heavier, height: 70, stamp: { ...stamp, height: 5, weight: 4 } },
      deleteOther: { ...END_OF_OTHER, _id: 'scr_1' },
    });
    // A mother has no such derived fields: these names would hold other data.
    const mother = { ...taller, _id: 'mthr_1' };
    expect(planMerge({ ...heavier, _id: 'mthr_1' }, mother, COMMON)).toMatchObject({
      kind: 'contested',
      fields: derived,
    });
  });

  it('contests an age override like a measure, also a declined one', () => {
    const winner = aWinner({ _id: 'scr_1', ageOverride: 30, stamp: { ageOverride: 4 } });
    const declined = anOther({ _id: 'scr_1', ageOverride: false, stamp: { ageOverride: 3 } });
    expect(planMerge(winner, declined, COMMON)).toMatchObject({ fields: ['ageOverride'] });
    const untouched = aWinner({ _id: 'scr_1', stamp: {} });
    expect(planMerge(untouched, declined, COMMON)).toMatchObject({
      kind: 'merged',
      body: { ageOverride: false, stamp: { ageOverride: 5 } },
    });
  });

  it('contests "save anyway" together with measures, and never alone', () => {
    const winner = aWinner({ _id: 'scr_1', weight: 8, zScoreConfirmed: true });
    const figures = anOther({ _id: 'scr_1', weight: 9 });
    expect(planMerge(winner, figures, COMMON)).toMatchObject({
      kind: 'contested',
      fields: ['weight', 'zScoreConfirmed'],
    });
    const alone = anOther({ _id: 'scr_1', weight: 8 });
    expect(planMerge(winner, alone, COMMON)).toMatchObject({ kind: 'merged', body: null });
  });

  it('compares content, ignoring the order of keys', () => {
    const winner = aWinner({ zScore: { ha: 1, wa: 2 } });
    const plan = planMerge(winner, anOther({ zScore: { wa: 2, ha: 1 } }), COMMON);
    expect(plan).toEqual({ kind: 'merged', body: null, deleteOther: END_OF_OTHER });
  });

  it('treats fields named like object methods as ordinary fields', () => {
    // Neither leaf has its own stamp for them, and inherited properties must not count as stamps.
    const other = anOther({ constructor: 'x', toString: 'y' });
    const fields = ['constructor', 'toString'];
    expect(planMerge(aWinner({}), other, COMMON)).toMatchObject({ kind: 'contested', fields });
    const stamped = anOther({ constructor: 'x', stamp: { constructor: 3 } });
    expect(planMerge(aWinner({}), stamped, COMMON)).toMatchObject({
      kind: 'merged',
      body: { constructor: 'x', stamp: { constructor: 5 } },
    });
  });

  it('ignores fields that begin with an underscore', () => {
    const other = { ...anOther({}), _local_seq: 7, ['__proto__']: 'y' };
    const end = { kind: 'merged', body: null, deleteOther: END_OF_OTHER };
    expect(planMerge(aWinner({}), other, COMMON)).toEqual(end);
  });

  it('changes neither leaf', () => {
    const winner = Object.freeze(aWinner({ stamp: Object.freeze({ ward: 1 }) }));
    const other = Object.freeze(anOther({ ward: 'B', stamp: Object.freeze({ ward: 3 }) }));
    planMerge(winner, other, COMMON);
    settleContest(winner, other, COMMON, ['ward']);
    expect(winner.stamp).toEqual({ ward: 1 });
    expect(other.ward).toBe('B');
  });
});

describe('planMerge with a deletion', () => {
  it('returns settled for a leaf that a merge ended, and when every leaf is deleted', () => {
    const ended = { _id: ID, _rev: OTHER, _deleted: true, why: 'merged' };
    expect(planMerge(aWinner({}), ended, COMMON)).toEqual({ kind: 'settled' });
    const removed = anOther({ _deleted: true, why: 'removed', ward: 'B' });
    expect(planMerge({ ...removed, _rev: WINNER }, removed, COMMON)).toEqual({ kind: 'settled' });
  });

  it('asks about a record that was removed there in any way and is living here', () => {
    const winner = aWinner({ ward: 'B', stamp: { ward: 4 } });
    const removal = { _deleted: true, why: 'removed', removedAt: 'then', removedBy: 'Luis' };
    const removed = anOther({ ...removal, stamp: { why: 3, removedAt: 3, removedBy: 3 } });
    expect(planMerge(winner, removed, COMMON)).toEqual({ kind: 'removed', fields: [] });
    const changedToo = anOther({ ...removal, ward: 'C', stamp: { ward: 3 } });
    expect(planMerge(winner, changedToo, COMMON)).toEqual({ kind: 'removed', fields: ['ward'] });
    const erased = { _id: ID, _rev: OTHER, _deleted: true };
    expect(planMerge(winner, erased, COMMON)).toMatchObject({ kind: 'removed' });
  });

  it.each([
    ['slip', ['0123456789ABCDEF']],
    ['clinicAnswers', [{ day: '2025-06-12', outcome: 'seen' }]],
  ])('asks about a removal by whoever had not seen %s, though both are unions', (name, value) => {
    const _id = 'scr_coro_ven_1748880000001_aaaaaa';
    const [winner, removed] = [aWinner({ _id, [name]: value }), { _deleted: true, why: 'removed' }];
    expect(planMerge(winner, anOther({ _id, ...removed }), COMMON).kind).toBe('removed');
  });

  it('keeps a data field called `why` of a living record', () => {
    const other = anOther({ why: 'far from the road', stamp: { why: 3 } });
    expect(planMerge(aWinner({}), other, COMMON)).toMatchObject({
      kind: 'merged',
      body: { why: 'far from the road' },
    });
  });
});

describe('settleContest', () => {
  const winner = aWinner({ firstName: 'Mari', ward: 'B', stamp: { firstName: 4, ward: 4 } });
  const other = anOther({
    firstName: 'Sol',
    ward: 'C',
    phone: '555',
    stamp: { firstName: 3, ward: 3, phone: 3 },
  });

  it('writes the chosen values, stamps them all, and ends the other leaf', () => {
    expect(settleContest(winner, other, COMMON, ['ward'])).toEqual({
      body: {
        ...winner,
        firstName: 'Mari',
        ward: 'C',
        phone: '555',
        stamp: { firstName: 5, phone: 5, ward: 5 },
      },
      deleteOther: END_OF_OTHER,
    });
  });

  it("ignores a choice of the other leaf's value for a field that is not contested", () => {
    const plain = aWinner({ ward: 'B', stamp: { ward: 4 } });
    const { body } = settleContest(plain, anOther({ ward: 'A' }), COMMON, ['ward', 'firstName']);
    expect(body).toEqual(plain);
  });

  it('makes two different choices meet as a contested field', () => {
    const one = settleContest(winner, other, COMMON, []).body;
    const two = settleContest(winner, other, COMMON, ['ward', 'firstName']).body;
    const plan = planMerge({ ...one, _rev: '5-b' }, { ...two, _rev: '5-a' }, 4);
    expect(plan).toMatchObject({ kind: 'contested', fields: ['firstName', 'ward'] });
  });

  it('keeps a record that was removed elsewhere, with changes made there before the removal', () => {
    const removal = { _deleted: true, why: 'removed', removedAt: 'then', removedBy: 'Luis' };
    const removed = { ...other, ...removal };
    const { body, deleteOther } = settleContest(winner, removed, COMMON, []);
    expect(body).toEqual({
      ...winner,
      phone: '555',
      stamp: { firstName: 5, phone: 5, ward: 5 },
    });
    expect(deleteOther).toEqual(END_OF_OTHER);
  });
});
