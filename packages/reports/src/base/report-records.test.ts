import { type Child, FORMER_VOLUNTEER, nameMark, type Screening } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { collectUnit } from './report-records.ts';

const UNIT = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Coban',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

const child = (id: string) => ({
  _id: `chld_${id}`,
  firstName: 'Ana',
  lastName: 'Xol',
  gender: 'Girl',
  birthDate: '2024-05-03',
  memberStatus: 'Yes',
});
const screening = (id: string, owner: string, more: object = {}) => ({
  _id: `scr_${id}`,
  owner: `chld_${owner}`,
  surveyDate: '2025-06-01',
  gender: 'Girl',
  ...more,
});

describe('collectUnit', () => {
  it('assigns screenings to their child, the newest first, for any order of documents', () => {
    const { children } = collectUnit(UNIT, [
      screening('old', 'a'),
      screening('new', 'a', { surveyDate: '2025-09-01' }),
      child('a'),
      child('b'),
    ]);
    expect(children.map((one) => one.screenings.map(({ _id }) => _id))).toEqual([
      ['scr_new', 'scr_old'],
      [],
    ]);
  });

  it('takes the sex of a screening without one from a child that comes later', () => {
    const { children, unreadable } = collectUnit(UNIT, [
      screening('a', 'a', { gender: undefined }),
      child('a'),
    ]);
    expect(unreadable).toEqual([]);
    expect(children[0]?.screenings[0]?.gender).toBe('Girl');
  });

  it('gives a child of several records once, with the screenings of all of them', () => {
    const same = (id: string, as: string, decided = 1) => ({
      ...child(id),
      sameAs: [{ id: `chld_${as}`, decided }],
    });
    const documents = [
      screening('1', 'a'),
      screening('2', 'b', { surveyDate: '2025-09-01' }),
      screening('3', 'c', { surveyDate: '2025-07-01' }),
      same('c', 'b'),
      same('b', 'a'),
      child('a'),
      same('d', 'a', 2),
    ];
    const shown = (given: readonly object[]) =>
      collectUnit(UNIT, given).children.map((one) => [
        one.child._id,
        one.others?.map(({ _id }) => _id),
        one.screenings.map(({ _id }) => _id),
      ]);
    const once = ['chld_a', ['chld_b', 'chld_c'], ['scr_2', 'scr_3', 'scr_1']];
    expect(shown(documents)).toEqual([once, ['chld_d', undefined, []]]);
    // The leading record was removed: the next one leads.
    const without = documents.filter(({ _id }) => _id !== 'chld_a');
    expect(shown(without)[0]).toEqual(['chld_b', ['chld_c'], ['scr_2', 'scr_3']]);
    expect(collectUnit(UNIT, without).withoutChild.map(({ _id }) => _id)).toEqual(['scr_1']);
  });

  it('gives a child of several records the refusal that stands in any of them', () => {
    const given = { given: true, day: '2025-05-01', who: 'Ana' };
    const refused = { given: false, day: '2025-05-02', who: 'Eva' };
    const second = { ...child('b'), sameAs: [{ id: 'chld_a', decided: 1 }] };
    const { children } = collectUnit(UNIT, [
      { ...child('a'), consent: given, mayMessage: given },
      { ...second, consent: refused },
    ]);
    expect(children[0]?.child).toMatchObject({
      _id: 'chld_a',
      consent: refused,
      mayMessage: given,
    });
  });

  it('lists unreadable records, and keeps screenings whose child is missing', () => {
    const { unreadable, withoutChild, children } = collectUnit(UNIT, [
      { ...child('a'), birthDate: 'ayer' },
      screening('a', 'a'),
      screening('b', 'nobody', { gender: undefined }),
    ]);
    expect(children).toEqual([]);
    expect(unreadable.map(({ id, codes }) => [id, codes])).toEqual([
      ['chld_a', ['birth-date-invalid']],
      ['scr_b', ['gender-invalid']],
    ]);
    expect(withoutChild.map(({ _id }) => _id)).toEqual(['scr_a']);
  });

  it("converts an instant to the date in the time zone of the unit's country", () => {
    const { children } = collectUnit(UNIT, [
      child('a'),
      screening('a', 'a', { surveyDate: '2025-06-02T03:00:00.000Z' }),
    ]);
    expect(children[0]?.screenings[0]?.surveyDate).toBe('2025-06-01');
  });

  it('puts a word in place of the name of an erased account, and of no other', () => {
    const by = (interviewer: string, created: string) => ({
      ...{ interviewer, updatedBy: interviewer, created, updatedAt: created },
    });
    const [early, late] = ['2026-03-01T10:00:00.000Z', '2026-06-01T10:00:00.000Z'];
    const documents = [
      {
        ...{ ...child('a'), ...by('Eva Ruiz', late) },
        consent: { given: true, day: '2026-03-01', who: 'Ana Soto' },
        mayMessage: { given: true, day: '2026-06-01', who: 'Ana Soto' },
        messaged: {
          ...{ day: '2026-06-02', who: 'Eva Ruiz', way: 'sms' },
          before: [
            { day: '2026-04-01', who: 'Ana Soto', way: 'copy' },
            { day: '2026-03-01', who: 'Luz Paz', way: 'copy' },
          ],
        },
      },
      screening('1', 'a', by('EVA  RUÍZ', early)),
      screening('2', 'a', { ...by('Ana Soto', early), surveyDate: '2025-05-01' }),
      screening('3', 'a', { ...by('Ana Soto', late), surveyDate: '2025-04-01' }),
    ];
    const former = new Map([
      [nameMark('Eva Ruiz'), null],
      [nameMark('Ana Soto'), '2026-05-01T00:00:00.000Z'],
    ]);
    const [found] = collectUnit(UNIT, documents, former).children;
    const namesOf = (record?: Screening | Child) => [record?.interviewer, record?.updatedBy];
    expect([found?.child, ...(found?.screenings ?? [])].map(namesOf)).toEqual([
      [FORMER_VOLUNTEER, FORMER_VOLUNTEER],
      [FORMER_VOLUNTEER, FORMER_VOLUNTEER],
      [FORMER_VOLUNTEER, FORMER_VOLUNTEER],
      ['Ana Soto', 'Ana Soto'],
    ]);
    const { consent, mayMessage, messaged } = found?.child ?? {};
    expect([consent, mayMessage, messaged].map((said) => said?.who)).toEqual([
      FORMER_VOLUNTEER,
      'Ana Soto',
      FORMER_VOLUNTEER,
    ]);
    expect(messaged?.before?.map(({ who }) => who)).toEqual([FORMER_VOLUNTEER, 'Luz Paz']);
  });
});
