import { createHash } from 'node:crypto';
import { type Child, DEFAULT_PROGRAMME_RULES, type Screening, USUAL_CHOICE } from '@crece/domain';
import { exactReading } from '@crece/domain/exact';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { collectUnit } from './base/report-records.ts';
import { deskFigures } from './desk/desk-figures.ts';
import { readDeskUnit } from './desk/desk-unit.ts';
import { ANTHRO_COLUMNS, anthroRows } from './exports/anthro.ts';
import { monthFigures } from './exports/dhis2-figures.ts';
import { fhirResources } from './exports/fhir-bundle.ts';
import { reportColumns, reportRows } from './report-rows.ts';

/* A height of 150 cm and a weight of 45 kg cannot be right. Whoever judges the measuring must see
   them, whoever judges the child must not. */

const TODAY = '2025-06-01';
const UNIT = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Cobán',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};
const CHILD = aChild();

function wrong(measures: Pick<Screening, 'height' | 'weight'>): Screening {
  const { height: _h, weight: _w, muac: _m, ...bare } = aScreening();
  return { ...bare, zScore: {}, ...measures } as Screening;
}

const unitOf = (screening: Screening) =>
  collectUnit(UNIT, [CHILD, screening] as (Child | Screening)[]);

function anthroLine(screening: Screening) {
  const options = { today: TODAY, screenings: 'newest', unitNumber: null } as const;
  const [row] = [...anthroRows(unitOf(screening), options)];
  return Object.fromEntries(ANTHRO_COLUMNS.map(({ name }, at) => [name, row?.[at]]));
}

function deskOf(screening: Screening) {
  const rules = {
    today: TODAY,
    timeZone: 'America/Guatemala',
    countryCode: 'GTM',
    programme: DEFAULT_PROGRAMME_RULES,
  };
  return deskFigures([readDeskUnit(unitOf(screening), rules).counts], TODAY, USUAL_CHOICE);
}

function fhirKinds(screening: Screening): readonly string[] {
  const uuidOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 36);
  const options = { todayOf: () => TODAY, screenings: 'all', uuidOf, withContact: false } as const;
  return [...fhirResources(unitOf(screening), options)].flatMap(
    (resource) => /#(\w+)"/.exec(JSON.stringify(resource))?.[1] ?? [],
  );
}

function allRow(screening: Screening) {
  const [row] = [...reportRows('all', unitOf(screening), { today: TODAY, language: 'en' })];
  return Object.fromEntries(reportColumns('all').map(({ name }, at) => [name, row?.[at]]));
}

describe.each([
  ['height', { height: 150, weight: 7.1 }, 'lenhei', 'ha', 'haz-known', 'zlen'],
  ['weight', { height: 68.5, weight: 45 }, 'weight', 'wa', 'waz-known', 'zwei'],
] as const)('an implausible %s', (measure, measures, anthroColumn, base, known, score) => {
  const screening = wrong(measures);

  it('an implausible figure is in the Anthro file as it is stored', () => {
    expect(anthroLine(screening)[anthroColumn]).toBe(measures[measure]);
  });

  it('an implausible figure is flagged on the desk, not missing', () => {
    const { prevalence, quality } = deskOf(screening);
    const figure = prevalence.find(({ indicator }) =>
      base === 'ha' ? indicator === 'stunting' : indicator === 'underweight',
    );
    expect(figure).toMatchObject({ n: 0, missing: 0, flagged: 1 });
    const ofScore = quality.figures.find(({ figure }) => figure === `flagged-${score}`);
    expect(ofScore).toMatchObject({ value: 100 });
  });

  it('an implausible figure is in no figure for DHIS2', () => {
    const { counts } = monthFigures(unitOf(screening), '2025-05', TODAY);
    expect([counts.get('screened'), counts.get(known)]).toEqual([1, undefined]);
  });

  it('an implausible figure is no observation in FHIR, nor a score made of it', () => {
    const kinds = fhirKinds(screening);
    const other = measure === 'height' ? 'weight' : 'height';
    expect(kinds).toContain(other);
    expect(kinds).not.toContain(measure);
  });

  it('an implausible figure has no exact score in the report or on the screens', () => {
    const row = allRow(screening);
    expect([row[measure], row[`who_${score}`]]).toEqual([measures[measure], null]);
    expect(exactReading(screening, CHILD)[base].exact.z).toBeNull();
  });
});
