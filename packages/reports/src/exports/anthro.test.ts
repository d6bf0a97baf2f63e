import type { Child, Screening } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { collectUnit, type ReportRecords } from '../base/report-records.ts';
import { ANTHRO_COLUMNS, type AnthroOptions, anthroRows } from './anthro.ts';

const TODAY = '2025-06-01';
const UNIT = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Test',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};
const OPTIONS: AnthroOptions = { today: TODAY, screenings: 'newest', unitNumber: null };
const SECOND = 'scr_test_stake_gtm_1748000000000_aaaaaa';

function unitOf(...documents: readonly (Child | Screening)[]): ReportRecords {
  return collectUnit(UNIT, documents);
}

/** The lines as objects by column. */
function linesOf(records: ReportRecords, options: Partial<AnthroOptions> = {}) {
  return [...anthroRows(records, { ...OPTIONS, ...options })].map((row) =>
    Object.fromEntries(ANTHRO_COLUMNS.map(({ name }, place) => [name, row[place]])),
  );
}

describe('the Anthro Survey Analyser file', () => {
  it("a line of the Anthro file has a child's newest screening, in the analyser's codes and days", () => {
    const lines = linesOf(
      unitOf(
        aChild(),
        aScreening({ measured: 'lying', oedema: false }),
        aScreening({ _id: SECOND, surveyDate: '2024-12-01' }),
      ),
    );
    expect(lines).toEqual([
      {
        id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
        cluster: null,
        team: 'T1',
        sex: 2,
        date_birth: '10/03/2024',
        date_obs: '10/05/2025',
        age: 426,
        age_estimated: 'n',
        weight: 7.1,
        lenhei: 68.5,
        measure: 'l',
        oedema: 'n',
        muac: 11.9,
        sw: null,
        gregion: 'Test',
        othergr: 'El Centro',
      },
    ]);
  });

  it('the Anthro file has every screening on request, and no child without one', () => {
    const records = unitOf(
      aChild(),
      aChild({ _id: 'chld_unseen' }),
      aScreening(),
      aScreening({ _id: SECOND, surveyDate: '2024-12-01' }),
    );
    expect(linesOf(records, { screenings: 'all' }).map(({ date_obs }) => date_obs)).toEqual([
      '10/05/2025',
      '01/12/2024',
    ]);
  });

  it('skips a screening dated after tomorrow', () => {
    const records = unitOf(
      aChild(),
      aScreening(),
      aScreening({ _id: SECOND, surveyDate: '2025-06-03' }),
    );
    for (const screenings of ['newest', 'all'] as const)
      expect(linesOf(records, { screenings }).map(({ date_obs }) => date_obs)).toEqual([
        '10/05/2025',
      ]);
  });

  it('leaves position and oedema blank when not recorded', () => {
    const [line] = linesOf(unitOf(aChild(), aScreening()));
    expect([line?.['measure'], line?.['oedema']]).toEqual([null, null]);
  });

  it('omits the birth date with an age override, so that the two cannot contradict', () => {
    const [line] = linesOf(unitOf(aChild(), aScreening({ ageOverride: 30 })));
    expect([line?.['date_birth'], line?.['age']]).toEqual([null, 913.125]);
  });

  it('marks a birth date calculated from months', () => {
    const [line] = linesOf(unitOf(aChild({ birthDateEstimated: true }), aScreening()));
    expect(line?.['age_estimated']).toBe('y');
  });

  it('a screening before birth has no age', () => {
    const [line] = linesOf(unitOf(aChild({ birthDate: '2025-05-11' }), aScreening()));
    expect(line?.['age']).toBeNull();
  });

  it('implausible figures are in the file as they are stored: the analyser flags and counts them', () => {
    const [line] = linesOf(unitOf(aChild(), aScreening({ height: 150, weight: 45, muac: 119 })));
    expect([line?.['lenhei'], line?.['weight'], line?.['muac']]).toEqual([150, 45, 119]);
  });

  it("uses wards as clusters in a unit's file, and units in a country's file", () => {
    const records = unitOf(
      aChild(),
      aScreening(),
      aChild({ _id: 'chld_other', ward: 'Aldea Norte' }),
      aScreening({ _id: SECOND, owner: 'chld_other', interviewer: 'Zoila Paz' }),
    );
    expect(linesOf(records).map(({ cluster }) => cluster)).toEqual([2, 1]);
    const ofCountry = linesOf(records, { unitNumber: 7 });
    expect(ofCountry.map(({ cluster, team }) => [cluster, team])).toEqual([
      [7, 'U7T1'],
      [7, 'U7T2'],
    ]);
  });

  it('titles and cells have formats that the analyser accepts', () => {
    const { children, screenings } = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY });
    const lines = linesOf(unitOf(...children, ...screenings), { screenings: 'all' });
    expect(lines.length).toBeGreaterThan(100);
    for (const { name } of ANTHRO_COLUMNS) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,30}$/);
    const forms = {
      sex: /^[12]$/,
      date_birth: /^\d{2}\/\d{2}\/\d{4}$/,
      date_obs: /^\d{2}\/\d{2}\/\d{4}$/,
      age: /^\d+(?:\.\d+)?$/,
      weight: /^\d+(?:\.\d+)?$/,
      lenhei: /^\d+(?:\.\d+)?$/,
      measure: /^[lh]$/,
      oedema: /^[yn]$/,
      cluster: /^\d+$/,
    };
    for (const [name, form] of Object.entries(forms)) {
      const filled = lines.flatMap((line) => line[name] ?? []);
      expect(filled.length, name).toBeGreaterThan(0);
      for (const cell of filled) expect(String(cell), name).toMatch(form);
    }
  });
});
