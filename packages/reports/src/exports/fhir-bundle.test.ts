import { createHash } from 'node:crypto';
import type { Child, Screening } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, aScreening } from '@crece/domain/testing';
import { Fhir } from 'fhir/fhir.js';
import { describe, expect, it } from 'vitest';
import { collectUnit, type ReportRecords } from '../base/report-records.ts';
import { type FhirOptions, fhirBundle, fhirResources } from './fhir-bundle.ts';

const TODAY = '2025-06-01';
const UNIT = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Test',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

/** Any function from names to UUIDs suffices here. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-');
}

const OPTIONS: FhirOptions = {
  todayOf: () => TODAY,
  screenings: 'all',
  uuidOf,
  withContact: false,
};

function unitOf(...documents: readonly (Child | Screening)[]): ReportRecords {
  return collectUnit(UNIT, documents);
}

function demoUnit(): ReportRecords {
  const { children, screenings } = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY });
  return unitOf(...children, ...screenings);
}

type Json = Record<string, unknown>;

function resourcesOf(records: ReportRecords, options: Partial<FhirOptions> = {}): Json[] {
  return [...fhirResources(records, { ...OPTIONS, ...options })];
}

function patientOf(child: Child, options: Partial<FhirOptions> = {}): Json | undefined {
  return resourcesOf(unitOf(child), options).find(({ resourceType }) => resourceType === 'Patient');
}

/** The observations of one screening of `aChild`, by the last part of their identifier. */
function observationsOf(
  screening: Screening,
  options: Partial<FhirOptions> = {},
): Record<string, Json | undefined> {
  const found: Record<string, Json> = {};
  for (const resource of resourcesOf(unitOf(aChild(), screening), options)) {
    const kind = /#(.+?)"/.exec(JSON.stringify(resource['identifier']))?.[1];
    if (kind !== undefined) found[kind] = resource;
  }
  return found;
}

function codesOf(resource: Json | undefined, element = 'code'): string[] {
  return [...JSON.stringify(resource?.[element] ?? '').matchAll(/"code":"([^"]+)"/g)].flatMap(
    ([, code]) => code ?? [],
  );
}

async function* unitsOf(...units: readonly ReportRecords[]): AsyncGenerator<ReportRecords> {
  for (const unit of units) yield await Promise.resolve(unit);
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('FHIR resources', () => {
  const fhir = new Fhir();
  const problemsOf = (resource: unknown) =>
    fhir
      .validate(resource as object, { errorOnUnexpected: true })
      .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal');

  it('FHIR resources are valid by the definitions of R4', () => {
    const resources = resourcesOf(demoUnit(), { withContact: true });
    expect(resources.length).toBeGreaterThan(500);
    for (const resource of resources) expect(problemsOf(resource)).toEqual([]);
  });

  it('the check refuses a wrong code, an unknown element or no status', () => {
    const [, patient, , observation] = resourcesOf(demoUnit());
    expect(problemsOf({ ...patient, gender: 'Girl' })).toHaveLength(1);
    expect(problemsOf({ ...patient, birthdate: '2024-01-01' })).toHaveLength(1);
    expect(problemsOf({ ...observation, status: undefined })).not.toEqual([]);
  });

  it("dates, ids and texts are in R4's formats, and no element is empty", () => {
    const json = JSON.stringify(resourcesOf(demoUnit(), { withContact: true }));
    const valuesOf = (name: string) =>
      [...json.matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map(([, value]) => value);
    for (const date of valuesOf('birthDate')) expect(date).toMatch(/^\d{4}-\d{2}(?:-\d{2})?$/);
    for (const date of valuesOf('effectiveDateTime')) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const id of valuesOf('id')) expect(id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/);
    expect(json).not.toMatch(/:""|:\[\]|:\{\}|:null|:" |[^\\] "[,}]/);
  });

  it('say of a child that died that it did, and nothing of one that was seen since', () => {
    const deceased = (...entries: readonly Screening[]) =>
      resourcesOf(unitOf(aChild(), ...entries)).find(
        ({ resourceType }) => resourceType === 'Patient',
      )?.['deceasedBoolean'];
    const said = { referralOutcome: 'died', referralDate: '2025-05-20' } as const;
    const died = aScreening({ muac: 11.1, ...said });
    expect(deceased(died)).toBe(true);
    expect(deceased(aScreening({ muac: 11.1 }))).toBeUndefined();
    const since = aScreening({
      _id: 'scr_test_stake_gtm_1748520000000_3d4e60',
      surveyDate: '2025-05-29',
    });
    expect(deceased(died, since)).toBeUndefined();
    const { referralOutcome: departure, referralDate: departureDate } = said;
    const never = aChild({ departure, departureDate });
    expect(patientOf(never)?.['deceasedBoolean']).toBe(true);
    for (const resource of resourcesOf(unitOf(aChild(), died))) {
      expect(problemsOf(resource)).toEqual([]);
    }
  });

  it("contain a child's names, sex and birth date, its id and its unit", () => {
    expect(patientOf(aChild())).toEqual({
      resourceType: 'Patient',
      id: uuidOf('child test_stake_gtm chld_test_stake_gtm_1746878400000_0a1b2c'),
      identifier: [
        {
          system: 'https://crece.example/fhir/identifier/child',
          value: 'chld_test_stake_gtm_1746878400000_0a1b2c',
        },
      ],
      name: [{ family: 'Xicay', given: ['Marisol'] }],
      gender: 'female',
      birthDate: '2024-03-10',
      managingOrganization: { reference: `urn:uuid:${uuidOf('unit test_stake_gtm')}` },
    });
  });

  it('contain phone, address, parents and comments only on request', () => {
    const told = (options: Partial<FhirOptions>) =>
      JSON.stringify(
        resourcesOf(unitOf(aChild(), aScreening({ comments: 'sleeps badly' })), options),
      );
    const secrets = ['5550 1234', 'Patzicía', 'Elena Xicay', 'Tomás', 'sleeps badly'];
    for (const secret of secrets) {
      expect(told({})).not.toContain(secret);
      expect(told({ withContact: true })).toContain(secret);
    }
    for (const never of ['Ana Morales', 'Lives with her grandmother', 'builder-device'])
      expect(told({ withContact: true })).not.toContain(never);
  });

  it('shorten a birth date calculated from months to its month', () => {
    expect(patientOf(aChild({ birthDateEstimated: true }))?.['birthDate']).toBe('2024-03');
  });

  it('omit an empty part of a name', () => {
    expect(patientOf(aChild({ lastName: '' }))?.['name']).toEqual([{ given: ['Marisol'] }]);
  });

  it('contain weight, height and MUAC in UCUM units with LOINC codes', () => {
    const { weight, height, muac } = observationsOf(aScreening());
    expect(codesOf(weight)).toEqual(['29463-7']);
    expect(weight?.['valueQuantity']).toEqual({
      value: 7.1,
      unit: 'kg',
      system: 'http://unitsofmeasure.org',
      code: 'kg',
    });
    expect(codesOf(height)).toEqual(['8302-2']);
    expect(height?.['valueQuantity']).toMatchObject({ value: 68.5, code: 'cm' });
    expect(codesOf(muac)).toEqual(['muac', '56072-2']);
    expect(codesOf(muac, 'interpretation')).toEqual(['muac-yellow']);
    expect(muac?.['effectiveDateTime']).toBe('2025-05-10');
  });

  it('code a lying length specifically, and a standing height generally', () => {
    const codes = (screening: Screening) => codesOf(observationsOf(screening)['height']);
    expect(codes(aScreening({ measured: 'lying' }))).toEqual(['8302-2', '8306-3']);
    expect(codes(aScreening({ measured: 'standing' }))).toEqual(['8302-2']);
  });

  it("contain WHO's exact z-scores, each with the observations it was calculated from", () => {
    const { haz, waz, weight, whz, baz, acz } = observationsOf(
      aScreening({ surveyDate: '2025-05-25', measured: 'lying' }),
    );
    // The child of the example in `exactReading`: day 441.
    expect(haz?.['valueQuantity']).toMatchObject({ value: -3.11, unit: 'z-score', code: '1' });
    expect(waz?.['derivedFrom']).toEqual([{ reference: `urn:uuid:${String(weight?.['id'])}` }]);
    expect(whz?.['derivedFrom']).toHaveLength(2);
    expect([baz, acz]).not.toContain(undefined);
  });

  it('mark an implausible z-score', () => {
    const { haz, waz } = observationsOf(aScreening({ height: 45 }));
    expect(codesOf(haz, 'interpretation')).toEqual(['implausible']);
    expect(waz?.['interpretation']).toBeUndefined();
  });

  it('oedema leaves no weight-based z-score, and refers the child to a clinic', () => {
    const { oedema, haz, waz, whz, baz, status } = observationsOf(aScreening({ oedema: true }));
    expect(oedema?.['valueBoolean']).toBe(true);
    expect([waz, whz, baz]).toEqual([undefined, undefined, undefined]);
    expect(haz).toBeDefined();
    expect(codesOf(status, 'interpretation')).toEqual(['refer']);
  });

  it('contain the reassessed status, not the stored one', () => {
    const { status } = observationsOf(aScreening({ weight: 5 }));
    expect(codesOf(status, 'valueCodeableConcept')).toEqual(['sam']);
    expect(codesOf(status, 'interpretation')).toEqual(['refer']);
  });

  it('never say normal when nothing was assessed', () => {
    const nothing = observationsOf(
      aScreening({
        height: undefined,
        weight: undefined,
        muac: 119,
        zScore: { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null },
      } as unknown as Screening),
    );
    expect(Object.keys(nothing)).toEqual(['status']);
    expect(codesOf(nothing['status'], 'dataAbsentReason')).toEqual(['not-performed']);
  });

  it('contain the age that replaced the calendar age', () => {
    const { haz } = observationsOf(aScreening({ ageOverride: 30 }));
    expect(haz?.['note']).toEqual([{ text: 'Age taken as 30 months' }]);
  });
});

describe('a FHIR bundle', () => {
  it('a bundle is a transaction whose entries have unique URLs and refer only to each other', async () => {
    const bundle = JSON.parse(await textOf(fhirBundle(unitsOf(demoUnit()), OPTIONS))) as {
      resourceType: string;
      type: string;
      entry: { fullUrl: string; resource: Json; request: { method: string; url: string } }[];
    };
    expect([bundle.resourceType, bundle.type]).toEqual(['Bundle', 'transaction']);
    const urls = new Set(bundle.entry.map(({ fullUrl }) => fullUrl));
    expect(urls.size).toBe(bundle.entry.length);
    for (const { resource, request } of bundle.entry)
      expect(request).toEqual({
        method: 'PUT',
        url: `${String(resource['resourceType'])}/${String(resource['id'])}`,
      });
    const named = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(bundle.entry.length);
    for (const [, url] of named) expect(urls.has(url ?? '')).toBe(true);
    expect(
      new Fhir().validate(bundle).messages.filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  });

  it('a bundle is complete when no unit has a child, and when there is no unit', async () => {
    const entriesOf = async (...units: ReportRecords[]) =>
      (JSON.parse(await textOf(fhirBundle(unitsOf(...units), OPTIONS))) as { entry?: unknown[] })
        .entry;
    expect(await entriesOf(unitOf())).toHaveLength(1);
    expect(await entriesOf()).toBeUndefined();
  });

  it('a bundle of any number of units is returned in chunks', async () => {
    let longest = 0;
    const unit = demoUnit();
    const units = unitsOf(...Array.from({ length: 6 }, () => unit));
    for await (const piece of fhirBundle(units, OPTIONS)) longest = Math.max(longest, piece.length);
    expect(longest).toBeLessThan(80_000);
  });
});
