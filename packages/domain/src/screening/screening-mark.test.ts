import { describe, expect, it } from 'vitest';
import { aChild, anAssessedScreening } from '../testing/index.ts';
import { compareWithTold } from './compare-with-told.ts';
import {
  isRefer,
  type LeadingSign,
  leadsStatus,
  type MarkSource,
  markSeverity,
  screeningMark,
} from './screening-mark.ts';

const NOTHING: MarkSource = {
  evidence: { level: 'unknown', from: null },
  includesSwelling: false,
  doubts: [],
};
const implausible = { measure: 'height', cause: 'implausible', value: 750 } as const;

/**
 * For each sign, the values that cause it, the worst first, and its colour when it stands alone.
 */
const SIGNS: readonly (readonly [LeadingSign, Partial<MarkSource>, string])[] = [
  ['swelling', { includesSwelling: true }, 'red'],
  ['severe', { evidence: { level: 'severe', from: 'whz' } }, 'red'],
  ['muac-red', { muacBand: 'red' }, 'red'],
  ['moderate', { evidence: { level: 'moderate', from: 'whz' } }, 'red'],
  ['muac-yellow', { muacBand: 'yellow' }, 'amber'],
  ['red', { statusColor: 'redZoneZscore' }, 'red'],
  ['yellow', { statusColor: 'marginalZscore' }, 'amber'],
  ['measure-again', { doubts: [implausible] }, 'grey'],
  ['green', { statusColor: 'normalZscore' }, 'green'],
];

describe('screeningMark', () => {
  it.each(SIGNS)('shows %s when it is the only finding', (sign, facts, colour) => {
    expect(screeningMark({ ...NOTHING, ...facts })).toEqual({ sign, colour });
  });

  it('the mark is grey when nothing could be assessed', () => {
    expect(screeningMark(NOTHING)).toEqual({ sign: 'none', colour: 'grey' });
  });

  const pairs = SIGNS.flatMap(([worse, its], place) =>
    SIGNS.slice(place + 1)
      // Two values of the same field cannot occur together.
      .filter(([, other]) => !Object.keys(other).some((name) => name in its))
      .map(([milder, other]) => [worse, milder, { ...NOTHING, ...other, ...its }] as const),
  );
  it.each(pairs)('%s leads when it occurs with %s', (worse, _milder, source) => {
    expect(screeningMark(source).sign).toBe(worse);
  });

  it('the mark is red for every sign while the status is red', () => {
    for (const [sign, facts] of SIGNS) {
      const source: MarkSource = { ...NOTHING, ...facts, statusColor: 'redZoneZscore' };
      expect(screeningMark(source).colour, sign).toBe('red');
    }
  });

  it('a green mark remains with a normal MUAC or one in millimetres, and not with another doubt', () => {
    const green: MarkSource = { ...NOTHING, statusColor: 'normalZscore' };
    const millimetres = { measure: 'muac', cause: 'millimetres', value: 130 } as const;
    expect(screeningMark({ ...green, muacBand: 'green' }).colour).toBe('green');
    expect(screeningMark({ ...green, doubts: [millimetres], muacBand: 'green' }).colour).toBe(
      'green',
    );
    expect(screeningMark({ ...green, doubts: [millimetres, implausible] }).colour).toBe('grey');
  });
});

describe('the order of marks', () => {
  it('ranks each sign above the next one', () => {
    const ranks = [...SIGNS.map(([sign]) => sign), 'none' as const].map((sign) =>
      markSeverity({ sign }),
    );
    expect(ranks).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('refers for oedema, severe evidence and a red MUAC only', () => {
    const referred = SIGNS.map(([sign]) => sign).filter((sign) => isRefer({ sign }));
    expect(referred).toEqual(['swelling', 'severe', 'muac-red']);
  });

  it('replaces the status word for findings that the status does not show', () => {
    const above = SIGNS.map(([sign]) => sign).filter((sign) =>
      leadsStatus({ sign, colour: 'red' }),
    );
    expect(above).toEqual(['swelling', 'muac-red', 'muac-yellow', 'measure-again']);
    expect(leadsStatus({ sign: 'none', colour: 'grey' })).toBe(false);
  });
});

describe('the mark of a screening', () => {
  const child = aChild({ gender: 'Boy', birthDate: '2023-11-10' });
  const normal = { height: 82, weight: 11 };
  const markOf = (measures: Parameters<typeof anAssessedScreening>[1]) => {
    const screening = anAssessedScreening(child, measures);
    return screeningMark(compareWithTold(screening, child, [screening]));
  };

  it.each([
    [11.4, 'muac-red', 'red'],
    [11.5, 'muac-yellow', 'amber'],
    [12.4, 'muac-yellow', 'amber'],
    [12.5, 'green', 'green'],
    [108, 'muac-red', 'red'],
    [114, 'muac-red', 'red'],
    [115, 'muac-yellow', 'amber'],
    [124, 'muac-yellow', 'amber'],
    [125, 'green', 'green'],
    [27, 'measure-again', 'grey'],
  ] as const)('with a normal WHZ and a MUAC of %d is %s', (muac, sign, colour) => {
    expect(markOf({ ...normal, muac })).toEqual({ sign, colour });
  });

  it('oedema is the mark also with a MUAC of 13.5 alone', () => {
    expect(markOf({ muac: 13.5, oedema: true })).toEqual({ sign: 'swelling', colour: 'red' });
    expect(markOf({ muac: 13.5, oedema: false })).toEqual({ sign: 'green', colour: 'green' });
  });

  it('the mark is never green with an implausible height or weight', () => {
    expect(markOf({ height: 820, weight: 11, muac: 13.5 }).sign).toBe('measure-again');
    expect(markOf({ height: 82, weight: 110, muac: 13.5 }).sign).toBe('measure-again');
  });

  it('the mark is the yellow MUAC, drawn in red, for a child with low HAZ', () => {
    const short = markOf({ height: 75, weight: 9.6, muac: 12.4 });
    expect(short).toEqual({ sign: 'muac-yellow', colour: 'red' });
  });
});
