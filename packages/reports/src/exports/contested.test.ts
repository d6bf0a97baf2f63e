import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { UnitCollector } from '../base/report-records.ts';
import { UNIT } from '../testing/records.ts';
import { ANTHRO_COLUMNS, anthroRows } from './anthro.ts';
import { monthFigures } from './dhis2-figures.ts';
import { fhirResources } from './fhir-bundle.ts';

const TODAY = '2025-06-01';
/** A girl of 14 months whose only screening is normal. */
const CHILD = aChild({ birthDate: '2024-03-10' });
const VISIT = aScreening({ surveyDate: '2025-05-10', height: 76, weight: 9.5, muac: 14 });
const THIN = { ...VISIT, weight: 7 };

/** The unit's records while these versions are in conflict. */
function recordsWith(...versions: object[]) {
  const collector = new UnitCollector(UNIT);
  for (const document of [CHILD, VISIT]) collector.add(document);
  for (const version of versions) collector.addVersion(version);
  return collector.finish();
}

function anthroLine(...versions: object[]) {
  const options = { today: TODAY, screenings: 'newest', unitNumber: null } as const;
  const [row] = anthroRows(recordsWith(...versions), options);
  return Object.fromEntries(ANTHRO_COLUMNS.map(({ name }, place) => [name, row?.[place]]));
}

function dhis2Figures(...versions: object[]) {
  return Object.fromEntries(monthFigures(recordsWith(...versions), '2025-05', TODAY).counts);
}

function fhirTexts(...versions: object[]) {
  const resources = fhirResources(recordsWith(...versions), {
    todayOf: () => TODAY,
    screenings: 'all',
    uuidOf: (name) => name,
    withContact: false,
  });
  const observations = [...resources].filter(({ resourceType }) => resourceType === 'Observation');
  return {
    states: new Set(observations.map(({ status }) => status)),
    text: JSON.stringify(observations),
  };
}

describe('exports of a record in conflict use the most severe outcome', () => {
  it('in the Anthro Survey Analyser file, with the sex, dates and measures that give it', () => {
    expect(anthroLine(THIN)).toMatchObject({ weight: 7, sex: 2, age: 426 });
    const boy = { ...CHILD, gender: 'Boy', birthDate: '2024-01-10' };
    expect(anthroLine(boy)).toMatchObject({ sex: 1, date_birth: '10/01/2024', age: 486 });
  });

  it('in the DHIS2 file', () => {
    expect(dhis2Figures()).toMatchObject({ screened: 1, 'status-green': 1 });
    const thin = dhis2Figures(THIN);
    expect(thin).toMatchObject({ screened: 1, sam: 1, refer: 1, 'wasted-severe': 1 });
    expect(thin).not.toHaveProperty('status-green');
    expect(dhis2Figures({ ...VISIT, oedema: true })).toMatchObject({ oedema: 1, refer: 1 });
  });

  it('in FHIR, as preliminary until somebody has chosen', () => {
    const chosen = fhirTexts();
    expect([...chosen.states]).toEqual(['final']);
    expect(chosen.text).not.toContain('"refer"');
    const open = fhirTexts(THIN);
    expect([...open.states]).toEqual(['preliminary']);
    expect(open.text).toContain('"refer"');
    expect(open.text).toContain('"value":7,');
  });

  it('a milder version changes no figure', () => {
    expect(anthroLine({ ...VISIT, weight: 10 })).toEqual(anthroLine());
    expect(dhis2Figures({ ...VISIT, weight: 10 })).toEqual(dhis2Figures());
  });
});
