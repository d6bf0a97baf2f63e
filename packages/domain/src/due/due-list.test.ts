import { describe, expect, it } from 'vitest';
import type { VisitFinding } from '../screening/next-visit.ts';
import { DEFAULT_PROGRAMME_RULES as RULES } from '../settings/programme-settings.ts';
import { NO_STANDING_FACTS, type StandingFacts } from '../standing/facts.ts';
import type { OpenSign } from '../standing/open-signs.ts';
import type { ReferSign } from '../standing/refer-signs.ts';
import { byWardAndFamily, type DueChild, dueList } from './due-list.ts';

const TODAY = '2025-05-10';
const zScore = { ha: 0, wa: 0, wl: 0, haStatus: null, waStatus: null, wlStatus: null };

function found(surveyDate: string, sign: VisitFinding['sign']): NonNullable<DueChild['newest']> {
  return { surveyDate, sign, zScore, supType: 'none', monthAge: 14, zscoreStatus: 'Normal' };
}

/** A sign that the newest screening shows. */
function open(sign: ReferSign, date: string): StandingFacts {
  const openSign: OpenSign = {
    sign,
    since: date,
    shown: { date, figure: null },
    isShownByNewest: true,
    isFutureDated: false,
    near: null,
    answers: [],
  };
  return { ...NO_STANDING_FACTS, openSigns: [openSign] };
}

const SIGN_OF: Partial<Record<VisitFinding['sign'], ReferSign>> = {
  swelling: 'swelling',
  severe: 'whz',
  'muac-red': 'muac',
};

/** The newest screening with its leading sign, and the referral that follows from it. */
function screenedOn(surveyDate: string, sign: VisitFinding['sign']): Partial<DueChild> {
  const refer = SIGN_OF[sign];
  return {
    newest: found(surveyDate, sign),
    standing: refer === undefined ? NO_STANDING_FACTS : open(refer, surveyDate),
  };
}

function child(id: string, different: Partial<DueChild> = {}): DueChild {
  const names = { firstName: id, lastName: 'Xicay', ward: 'Centro', mother: 'Elena' };
  return { id, birthDate: '2024-01-10', ...names, standing: NO_STANDING_FACTS, ...different };
}

const referred = (id: string, different: Partial<DueChild> = {}) =>
  child(id, { ...screenedOn('2025-05-01', 'muac-red'), ...different });

const idsIn = (children: readonly DueChild[], section: 'refer' | 'overdue') =>
  dueList(children, TODAY, RULES)
    .get(section)
    ?.map((each) => each.child.id);

/** "Centro: Elena a b, Rosa c; : –d": wards, families by mother, and their children. */
function walked(children: readonly DueChild[]): string {
  const entries = dueList(children, TODAY, RULES).get('refer') ?? [];
  return byWardAndFamily(entries)
    .map(({ ward, families }) => {
      const each = families.map(
        ({ mother = '–', entries: of }) =>
          `${mother} ${of.map((entry) => entry.child.id).join(' ')}`,
      );
      return `${ward}: ${each.join(', ')}`;
    })
    .join('; ');
}

describe('dueList', () => {
  it('puts each child in its section and leaves out whoever is not due', () => {
    const list = dueList(
      [child('new'), referred('low'), child('well', screenedOn('2025-05-01', 'green'))],
      TODAY,
      RULES,
    );
    const counts = [...list].map(([section, { length }]) => [section, length]);
    expect(counts).toEqual([
      ['refer', 1],
      ['overdue', 0],
      ['unscreened', 1],
      ['week', 0],
      ['month', 0],
      ['closed', 0],
    ]);
  });

  it('orders a section by danger, then by day', () => {
    const of = (id: string, day: string, sign: VisitFinding['sign']) =>
      child(id, screenedOn(day, sign));
    expect(
      idsIn(
        [
          of('arm', '2025-05-01', 'muac-red'),
          of('later', '2025-05-03', 'severe'),
          of('sooner', '2025-05-02', 'severe'),
          of('swollen', '2025-05-09', 'swelling'),
        ],
        'refer',
      ),
    ).toEqual(['swollen', 'sooner', 'later', 'arm']);
    expect(
      idsIn([of('well', '2024-01-10', 'green'), of('thin', '2024-09-01', 'moderate')], 'overdue'),
    ).toEqual(['thin', 'well']);
  });
});

describe('byWardAndFamily', () => {
  it('walks ward by ward and family by family, those without a ward last', () => {
    expect(
      walked([
        referred('z', { ward: 'Sarco' }),
        referred('y', { ward: '' }),
        referred('b', { lastName: 'Ajú', mother: 'Rosa' }),
        referred('a'),
      ]),
    ).toBe('Centro: Rosa b, Elena a; Sarco: Elena z; : Elena y');
  });

  it('keeps siblings together, however their names are accented, the one in danger first', () => {
    const severe = screenedOn('2025-05-05', 'severe');
    expect(walked([referred('arm'), referred('thin', { ...severe, mother: 'ELÉNA' })])).toBe(
      'Centro: ELÉNA thin arm',
    );
  });

  it('leaves a child without a mother on record alone, and takes the first number there is', () => {
    const { mother: _none, ...orphan } = referred('a');
    const { mother: _gone, ...other } = referred('b');
    expect(walked([orphan, other])).toBe('Centro: – a, – b');
    const entries = dueList([referred('c'), referred('d', { phone: '700' })], TODAY, RULES);
    const [ward] = byWardAndFamily(entries.get('refer') ?? []);
    expect(ward?.families[0]?.phone).toBe('700');
  });
});
