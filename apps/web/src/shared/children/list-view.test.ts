import { NO_Z_SCORES, type Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import type { ChildRow } from '@crece/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { colorFilterFromParam } from './list-filters.ts';
import { type ChildListQuery, viewChildren } from './list-view.ts';

const TODAY = '2025-06-10';
/** Measurements of a girl of 14 months: short for age, slightly thin, near every median. */
const RED = { height: 70, weight: 8.4 };
const AMBER = { height: 76, weight: 8.2 };
const NORMAL = { height: 77, weight: 9.6 };
/** Neither height nor weight: only MUAC counts. */
const NOTHING = { height: 0, weight: 0 };

let made = 0;
function row(
  different: Parameters<typeof aChild>[0] & { screening?: Partial<Screening> | null } = {},
): ChildRow {
  made += 1;
  const { screening = {}, ...fields } = different;
  const child = aChild({ _id: `chld_${made}`, ...fields });
  return rowOf(child, screening === null ? [] : [aScreening(screening)], TODAY);
}

const query = (different: Partial<ChildListQuery> = {}): ChildListQuery => ({
  search: '',
  filter: 'a',
  ward: '',
  today: TODAY,
  ...different,
});

const namesUnder = (rows: readonly ChildRow[], filter: ChildListQuery['filter']) =>
  viewChildren(rows, query({ filter })).rows.map(({ firstName }) => firstName);

describe('viewChildren', () => {
  const rows = [
    row({ firstName: 'Red', screening: { ...RED, muac: 13 } }),
    row({ firstName: 'Amber', screening: { ...AMBER, muac: 13 } }),
    row({ firstName: 'Normal', screening: { ...NORMAL, muac: 12.5 } }),
    row({ firstName: 'NormalRedArm', screening: { ...NORMAL, muac: 11.4 } }),
    row({ firstName: 'NormalSwelling', screening: { ...NORMAL, muac: 14, oedema: true } }),
    row({ firstName: 'Severe', screening: { height: 76, weight: 7, muac: 13 } }),
    row({ firstName: 'NormalYellowArm', screening: { ...NORMAL, muac: 12.4 } }),
    row({ firstName: 'RedYellowArm', screening: { ...RED, muac: 11.5 } }),
    row({ firstName: 'Unscreened', screening: null }),
    row({
      firstName: 'ArmUnder6',
      birthDate: '2025-02-10',
      screening: { ...NOTHING, zScore: NO_Z_SCORES, muac: 10.8 },
    }),
    row({ firstName: 'Graduate', birthDate: '2020-06-10', screening: { ...RED } }),
  ];

  it('shows everybody but graduates under "all"', () => {
    expect(namesUnder(rows, 'a')).toEqual([
      'Red',
      'Amber',
      'Normal',
      'NormalRedArm',
      'NormalSwelling',
      'Severe',
      'NormalYellowArm',
      'RedYellowArm',
      'Unscreened',
      'ArmUnder6',
    ]);
  });

  it('shows red MUAC and oedema under "undernourished" although height and weight are normal', () => {
    expect(namesUnder(rows, 'r')).toEqual([
      'Red',
      'NormalRedArm',
      'NormalSwelling',
      'Severe',
      'RedYellowArm',
    ]);
  });

  it('shows yellow MUAC under "at risk" whatever the colour', () => {
    expect(namesUnder(rows, 'w')).toEqual(['Amber', 'NormalYellowArm', 'RedYellowArm']);
  });

  it('shows severe children, red MUAC and oedema under "refer", but no yellow MUAC', () => {
    expect(namesUnder(rows, 'm')).toEqual(['NormalRedArm', 'NormalSwelling', 'Severe']);
  });

  it('shows under "normal" only children without any alert', () => {
    expect(namesUnder(rows, 'n')).toEqual(['Normal']);
  });

  it('shows children without a screening and without a result under "not assessed"', () => {
    expect(namesUnder(rows, 'u')).toEqual(['Unscreened', 'ArmUnder6']);
  });

  it('shows graduates only under their own filter', () => {
    expect(namesUnder(rows, 'g')).toEqual(['Graduate']);
  });

  it('counts for each filter the children that it would show', () => {
    const { counts } = viewChildren(rows, query({ filter: 'n' }));
    expect(counts).toEqual({ a: 10, r: 5, m: 3, o: 0, s: 0, w: 3, n: 1, u: 2, g: 1 });
  });

  it('puts every child of the default list under at least one filter', () => {
    const reached = new Set(
      (['r', 'w', 'n', 'u'] as const).flatMap((each) => namesUnder(rows, each)),
    );
    expect(reached.size).toBe(10);
  });

  it.each([
    ['2020-06-11', 'a', 'one day before the fifth birthday'],
    ['2020-06-10', 'g', 'on the fifth birthday'],
    ['2020-06-09', 'g', 'one day after it'],
  ] as const)('lists a child born %s under %s: %s', (birthDate, filter, _why) => {
    const edge = [row({ firstName: 'Edge', birthDate, screening: null })];
    expect(viewChildren(edge, query()).counts).toMatchObject(
      filter === 'a' ? { a: 1, g: 0 } : { a: 0, g: 1 },
    );
  });

  it('moves a child to the graduates at midnight', () => {
    const edge = [row({ firstName: 'Edge', birthDate: '2020-06-11', screening: null })];
    expect(viewChildren(edge, query()).rows).toHaveLength(1);
    expect(viewChildren(edge, query({ today: '2025-06-11' })).rows).toHaveLength(0);
  });

  it('searches within the filter and counts the matches of the search', () => {
    const view = viewChildren(rows, query({ search: 'NORMAL', filter: 'r' }));
    expect(view.rows.map(({ firstName }) => firstName)).toEqual(['NormalRedArm', 'NormalSwelling']);
    expect(view.counts).toMatchObject({ a: 4, r: 2, w: 1, n: 1, u: 0 });
  });

  it('shows one ward and counts the matches in other wards', () => {
    const wards = [
      row({ firstName: 'Ana', ward: 'Sarco', screening: null }),
      row({ firstName: 'Ana', ward: 'Cala Cala', screening: null }),
      row({ firstName: 'Ana', screening: { ...RED }, ward: 'Cala Cala' }),
    ];
    const view = viewChildren(wards, query({ search: 'ana', ward: 'SARCO', filter: 'u' }));
    expect(view.rows.map(({ ward }) => ward)).toEqual(['Sarco']);
    expect(view.inOtherWards).toBe(1);
  });

  it('finds the right children among 10,000', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      row({
        firstName: `Niño ${index}`,
        lastName: index % 1000 === 0 ? 'Zárate' : 'Quispe',
        birthDate: index % 10 === 9 ? '2019-01-01' : '2024-03-10',
        screening: index % 2 === 0 ? { ...RED } : null,
      }),
    );
    const view = viewChildren(many, query({ search: 'nino zarate', filter: 'r' }));
    expect(view.rows).toHaveLength(10);
    expect(viewChildren(many, query()).counts).toEqual({
      a: 9000,
      r: 5000,
      m: 0,
      o: 0,
      s: 0,
      w: 5000,
      n: 0,
      u: 4000,
      g: 1000,
    });
  });
});

describe('viewChildren during typing', () => {
  const names = ['Ana María', 'Mariana', 'José', 'María José', 'Josefina', 'Mar'];
  const rows = names.flatMap((firstName) => [
    row({ firstName, lastName: 'Pérez' }),
    row({ firstName, lastName: 'Marroquín', mother: 'Ana' }),
  ]);
  const found = (list: readonly ChildRow[], search: string) =>
    viewChildren(list, query({ search })).rows.map(({ id }) => id);

  it.each([
    [['m', 'ma', 'mar', 'mari', 'mar', 'mar ', 'mar p', 'mar pe', 'mar', '']],
    [['ana', 'ana m', 'ana mar', 'na mar', 'a', 'an', 'ana']],
    [['jose', 'jose m', 'josé', 'JOSEF', 'josefina p', 'josefina']],
    [['x', 'xy', '', 'y', 'perez', 'erez', 'p']],
    [['p', 'perez', 'perez m', 'perez ma', 'perez mar', 'perez mar jose', 'jose perez']],
    [['ana', 'ana a', 'ana an', 'ana ana', 'ana-', 'ana-m', 'ana, ma']],
  ])('finds after each key of %j the same as a new search', (typed) => {
    for (const search of typed) expect(found(rows, search)).toEqual(found([...rows], search));
  });

  it('loses no match by narrowing, whatever is typed, deleted and pasted', () => {
    const piece = fc.constantFrom('a', 'an', 'ma', 'mar', 'jose', 'é', ' ', ' p', '-', 'quin');
    const step = fc.oneof(
      { weight: 4, arbitrary: piece.map((more) => (text: string) => text + more) },
      { weight: 1, arbitrary: piece.map((more) => (text: string) => more + text) },
      { weight: 1, arbitrary: fc.nat(4).map((n) => (text: string) => text.slice(0, -n)) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let typed = '';
        for (const next of steps) {
          typed = next(typed);
          expect(found(rows, typed), typed).toEqual(found([...rows], typed));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds a child that was registered meanwhile', () => {
    expect(found(rows, 'zoila')).toEqual([]);
    const zoila = row({ firstName: 'Zoila' });
    expect(found([...rows, zoila], 'zoila')).toEqual([zoila.id]);
  });
});

describe('colorFilterFromParam', () => {
  it.each(['a', 'r', 'm', 'w', 'n', 'u', 'g'])('reads the filter %s', (letter) => {
    expect(colorFilterFromParam(letter)).toBe(letter);
  });

  it.each([undefined, '', 'R', 'x', 'all'])('reads %j as "all"', (letter) => {
    expect(colorFilterFromParam(letter)).toBe('a');
  });
});
