import type { Child, Screening } from '@crece/domain';
import { plausibleExactMeasures } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, aScreening } from '@crece/domain/testing';
import { prevalence } from '@crece/growth/prevalence';
import { describe, expect, it } from 'vitest';
import { collectUnit, type ReportRecords } from '../base/report-records.ts';
import { DHIS2_FIGURES, DHIS2_PARTS, monthFigures } from './dhis2-figures.ts';
import {
  type Dhis2Mapping,
  dhis2MappingExample,
  mappingSentences,
  readDhis2Mapping,
} from './dhis2-mapping.ts';
import {
  type DataValue,
  dataValueSet,
  dataValuesOf,
  monthsBefore,
  unmapped,
} from './dhis2-values.ts';

const TODAY = '2025-06-01';
const UNIT = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Test',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

function unitOf(...documents: readonly (Child | Screening)[]): ReportRecords {
  return collectUnit(UNIT, documents);
}

/** The figures of May 2025 that are not zero. */
function mayOf(...documents: readonly (Child | Screening)[]): Record<string, number> {
  return Object.fromEntries(monthFigures(unitOf(...documents), '2025-05', TODAY).counts);
}

/** The set as parsed by the receiver. */
async function setOf(groups: readonly (readonly DataValue[])[], mapping: Dhis2Mapping) {
  const pieces: string[] = [];
  for await (const piece of dataValueSet(groups, mapping)) pieces.push(piece);
  return JSON.parse(pieces.join('')) as unknown;
}

function mappingOf(json: unknown) {
  const read = readDhis2Mapping(json);
  if (!read.ok) throw new Error(read.problems.join(' '));
  return read.mapping;
}

describe('DHIS2 figures of a month', () => {
  it('count a child by its screening in that month', () => {
    const figures = mayOf(aChild(), aScreening());
    const whole = Object.entries(figures).filter(([code]) => !code.includes(' '));
    expect(Object.fromEntries(whole)).toEqual({
      screened: 1,
      'screened-first': 1,
      'status-red': 1,
      'muac-yellow': 1,
      'haz-known': 1,
      stunted: 1,
      'waz-known': 1,
      underweight: 1,
      'whz-known': 1,
      'supplement-sup': 1,
    });
    expect(figures['screened girls 6-23']).toBe(1);
  });

  it('count a child once, by its last screening of the month', () => {
    const figures = mayOf(
      aChild(),
      aScreening(),
      aScreening({ _id: 'scr_later', surveyDate: '2025-05-31', oedema: true, muac: 13 }),
    );
    expect(figures).toMatchObject({ screened: 1, oedema: 1, refer: 1 });
    expect(figures['muac-yellow']).toBeUndefined();
  });

  it.each([
    ['once in its first month', ['2025-05-10'], 1],
    ['weekly in its first month', ['2025-05-01', '2025-05-08', '2025-05-31'], 1],
    ['on the last day of the month before', ['2025-04-30', '2025-05-10'], undefined],
    ['for the first time after the month', ['2025-05-10', '2025-06-01'], 1],
  ])('count a child screened %s as first by the screenings before the month', (_, days, first) => {
    const screenings = days.map((surveyDate) =>
      aScreening({ _id: `scr_${surveyDate}`, surveyDate }),
    );
    expect(mayOf(aChild(), ...screenings)['screened-first']).toBe(first);
  });

  it.each(['2025-04-30', '2025-06-01'])('a screening of %s is not counted in May', (surveyDate) => {
    expect(mayOf(aChild(), aScreening({ surveyDate }))).toEqual({});
  });

  it('include oedema, and a MUAC just below but not at its lines', () => {
    const at = (muac: number) => mayOf(aChild(), aScreening({ muac }));
    expect(at(11.4)).toMatchObject({ 'muac-red': 1, refer: 1 });
    expect(at(11.5)).toMatchObject({ 'muac-yellow': 1 });
    expect(at(11.5)['refer']).toBeUndefined();
    expect(at(12.5)['muac-yellow']).toBeUndefined();
  });

  it.each([
    ['2024-11-11', 'girls 0-5'],
    ['2024-11-10', 'girls 6-23'],
    ['2023-05-11', 'girls 6-23'],
    ['2023-05-10', 'girls 24-59'],
    ['2020-05-10', 'girls 24-59'],
  ])('put a child born on %s, screened on 10 May 2025, in the part %s', (birthDate, part) => {
    expect(mayOf(aChild({ birthDate }), aScreening())[`screened ${part}`]).toBe(1);
  });

  it('exclude and report children older than 60 months or not yet born', () => {
    for (const birthDate of ['2020-05-09', '2025-05-11']) {
      const { counts, outsideAge } = monthFigures(
        unitOf(aChild({ birthDate }), aScreening()),
        '2025-05',
        TODAY,
      );
      expect([counts.size, outsideAge]).toEqual([0, 1]);
    }
  });

  it("agree with WHO's prevalence of the same children, and their parts add up to the total", () => {
    const { children, screenings } = demoRecords({
      stakeDB: 'test_stake_gtm',
      today: TODAY,
      children: 200,
    });
    const records = unitOf(...children, ...screenings);
    const [month = ''] = monthsBefore(TODAY, 1);
    const { counts } = monthFigures(records, month, TODAY);
    const survey = records.children.flatMap(({ child, screenings: entries }) => {
      const entry = entries.find(({ surveyDate }) => surveyDate.startsWith(month));
      return entry === undefined ? [] : [plausibleExactMeasures(entry, child)];
    });
    const all = prevalence(survey)[0]?.figures;
    expect(counts.get('screened')).toBeGreaterThan(10);
    for (const [known, low, name] of [
      ['haz-known', 'stunted', 'HA'],
      ['waz-known', 'underweight', 'WA'],
      ['whz-known', 'wasted', 'WH'],
    ] as const) {
      const count = counts.get(known) ?? 0;
      expect(count).toBe(all?.[`${name}Z_unwpop`]);
      expect((100 * (counts.get(low) ?? 0)) / count).toBeCloseTo(all?.[`${name}_2_r`] ?? -1, 8);
    }
    for (const { code } of DHIS2_FIGURES) {
      const sum = DHIS2_PARTS.reduce((so, part) => so + (counts.get(`${code} ${part}`) ?? 0), 0);
      expect(sum, code).toBe(counts.get(code) ?? 0);
    }
  });
});

describe('the DHIS2 mapping file', () => {
  it('a faulty mapping file is refused with a list of all errors', () => {
    const read = readDhis2Mapping({
      dataSet: 7,
      figures: {
        screend: { dataElement: 'a' },
        oedema: { dataElement: 'a', parts: { 'girls 0-4': 'b' } },
        refer: 'c',
      },
      orgUnits: { test_stake_gtm: false },
    });
    const said = (mapping: typeof read, language: 'en' | 'es') =>
      mapping.ok ? [] : mappingSentences(mapping.problems, language);
    expect(said(read, 'en')).toEqual([
      'dataSet is not a text.',
      'There is no figure “screend”.',
      'figures / oedema: there is no part “girls 0-4”.',
      'figures / refer is not a list of names and values in curly brackets.',
      'orgUnits / test_stake_gtm is not a text.',
    ]);
    expect(said(read, 'es').slice(0, 3)).toEqual([
      'dataSet no es un texto.',
      'No existe la cifra «screend».',
      'figures / oedema: no existe la parte «girls 0-4».',
    ]);
    expect(said(readDhis2Mapping([]), 'es')).toEqual([
      'El archivo no es una lista de nombres y valores entre llaves.',
    ]);
  });

  it('example contains every figure and unit, and maps nothing until it is filled in', () => {
    const mapping = mappingOf(JSON.parse(JSON.stringify(dhis2MappingExample([UNIT]))));
    expect(unmapped([UNIT], mapping)).toEqual({
      figures: DHIS2_FIGURES.map(({ code }) => code),
      units: ['test_stake_gtm'],
    });
    expect(dhis2MappingExample([UNIT])).toHaveProperty('orgUnits.test_stake_gtm');
  });
});

describe('the DHIS2 data value set', () => {
  const figures = monthFigures(unitOf(aChild(), aScreening()), '2025-05', TODAY);

  it('each mapped figure has a value, zeros included, for totals or parts', async () => {
    const mapping = mappingOf({
      dataSet: 'setUid',
      attributeOptionCombo: 'attributeUid',
      figures: {
        screened: {
          dataElement: 'elementA',
          parts: { 'girls 6-23': 'comboA', 'boys 6-23': 'comboB' },
        },
        oedema: { dataElement: 'elementB', categoryOptionCombo: 'comboC' },
        refer: { dataElement: '' },
      },
      orgUnits: { test_stake_gtm: 'unitUid' },
    });
    const common = { period: '202505', orgUnit: 'unitUid', attributeOptionCombo: 'attributeUid' };
    const values = dataValuesOf(UNIT, figures, mapping);
    expect(values).toEqual([
      { ...common, dataElement: 'elementA', categoryOptionCombo: 'comboA', value: '1' },
      { ...common, dataElement: 'elementA', categoryOptionCombo: 'comboB', value: '0' },
      { ...common, dataElement: 'elementB', categoryOptionCombo: 'comboC', value: '0' },
    ]);
    const set = { dataSet: 'setUid', dataValues: values };
    expect(await setOf([values], mapping)).toEqual(set);
    const parted = [[], values.slice(0, 1), [], values.slice(1)];
    expect(await setOf(parted, mapping)).toEqual(set);
    expect(unmapped([UNIT], mapping).figures).toContain('refer');
  });

  it('a unit that is not mapped has no values', async () => {
    const mapping = mappingOf({ figures: { screened: { dataElement: 'elementA' } } });
    expect(dataValuesOf(UNIT, figures, mapping)).toEqual([]);
    expect(await setOf([], mapping)).toEqual({ dataValues: [] });
    expect(unmapped([UNIT], mapping).units).toEqual(['test_stake_gtm']);
  });

  it('counts months back from the current month, which is not over', () => {
    expect(monthsBefore('2025-02-28', 3)).toEqual(['2024-11', '2024-12', '2025-01']);
    expect(monthsBefore('2025-03-01', 1)).toEqual(['2025-02']);
  });
});
