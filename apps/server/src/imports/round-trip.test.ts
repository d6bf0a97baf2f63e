import { readFileSync } from 'node:fs';
import {
  CHILD_SUMMARY_NAMES,
  canonical,
  checkDocument,
  DEPARTURES,
  databasesOf,
  PROVENANCE_NAMES,
  REFERRAL_OUTCOMES,
  rulesText,
  SCREENING_ASSESSMENT_NAMES,
  type Screening,
  withoutFields,
} from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { isContent } from '@crece/replication';
import {
  collectUnit,
  type ReportRecords,
  reportAnswers,
  reportColumns,
  reportRows,
  reportTitles,
} from '@crece/reports';
import { csvHead, csvRows } from '@crece/reports/csv';
import { xlsxBytes } from '@crece/reports/xlsx';
import { describe, expect, it } from 'vitest';
import { aPlace, NOW } from './testing/an-import.ts';

const REFERENCE = new URL('../../../../packages/reports/reference/', import.meta.url);
const UNITS = [
  'coban_stake_gtm',
  'peten_stake_gtm',
  'el_progreso_stake_hnd',
  'quito_calderon_stake_ecu',
  'test_stake_gtm',
  'esteli_district_nic',
  'atiquizaya_stake_slv',
];
const TODAY = '2026-02-28';
/** Stored figures may be outside the plausible range of their unit; they are taken unchanged. */
const AS_THEY_STAND = { muacUnit: 'cm', weightUnit: 'kg', heightUnit: 'cm' } as const;

function unitOf(stakeDB: string) {
  const unit = databasesOf(BUILT_IN_CATALOGUE).find((known) => known.stakeDB === stakeDB);
  if (unit === undefined) throw new Error(`no unit ${stakeDB}`);
  return unit;
}

function goldenUnit(stakeDB: string): ReportRecords {
  const lines = readFileSync(new URL(`${stakeDB}.ndjson`, REFERENCE), 'utf8')
    .trim()
    .split('\n');
  return collectUnit(
    unitOf(stakeDB),
    lines.map((line): unknown => JSON.parse(line)),
  );
}

function allRows(records: ReportRecords, language: 'en' | 'es') {
  return [...reportRows('all', records, { today: TODAY, language })];
}

const TOLD = reportColumns('all').findIndex(({ name }) => name === 'statusTold');

/** The `all` report as a file; `statusTold` is left blank for comparisons. */
function allReport(records: ReportRecords, language: 'en' | 'es', isCompared = false): string {
  const rows = allRows(records, language).map((row) => (isCompared ? row.with(TOLD, null) : row));
  const answers = reportAnswers(language);
  return csvHead(reportTitles('all', language)) + rows.map(csvRows(answers)).join('');
}

/** The entered fields of a record: without derived fields and provenance. */
function given(record: object): object {
  return withoutFields(record, [
    ...CHILD_SUMMARY_NAMES,
    ...SCREENING_ASSESSMENT_NAMES,
    ...PROVENANCE_NAMES.filter((name) => name !== 'created'),
    '_rev',
    'told',
    'monthAge',
  ]);
}

/** An age override that reading found in the comment, or its refusal, is written by the import. */
function answerWritten(screening: Screening | undefined): object {
  const { ageOverride } = screening ?? {};
  return ageOverride === undefined ? {} : { ageOverride };
}

async function importedAgain(stakeDB: string, file: Buffer | string) {
  const place = await aPlace();
  const imported = await place.importBytes(file, { stakeDB, answers: AS_THEY_STAND });
  return {
    ...place,
    imported,
    records: collectUnit(unitOf(stakeDB), await place.documents(stakeDB)),
  };
}

describe('the report of a whole unit, imported into the same unit of an empty server', () => {
  it.each(UNITS)('produces the report and the records of %s again', async (stakeDB) => {
    const before = goldenUnit(stakeDB);
    const { imported, records } = await importedAgain(stakeDB, allReport(before, 'en'));
    expect(imported.counts).toMatchObject({ updated: 0, duplicate: 0, rejected: 0 });
    expect(records.unreadable).toEqual([]);
    expect(allReport(records, 'en', true)).toBe(allReport(before, 'en', true));
    for (const { child, screenings } of before.children) {
      const again = records.children.find((known) => known.child._id === child._id);
      if (again === undefined) throw new Error(`${child._id} is gone`);
      expect(given(again.child)).toEqual(given(child));
      expect(again.screenings.map(given)).toEqual(
        screenings.map((screening, place) => ({
          ...answerWritten(again.screenings[place]),
          ...given(screening),
        })),
      );
    }
  });

  it('brings back what became of referrals, who left, consent, and figures outside the limits', async () => {
    const stakeDB = 'test_stake_gtm';
    const golden = goldenUnit(stakeDB);
    const said = REFERRAL_OUTCOMES.map((referralOutcome, place) => ({
      referralOutcome,
      referralDate: `2026-02-1${place}`,
      ...(place % 2 === 0 ? { referralNote: 'By bus; asked again' } : {}),
    }));
    const children = golden.children.map((of, place) => {
      const { child, screenings } = of;
      const departed = DEPARTURES[place % 5];
      return {
        child: {
          ...child,
          ...(departed === undefined ? {} : { departure: departed, departureDate: '2026-02-03' }),
          ...(place % 4 === 3
            ? {}
            : { consent: { given: place % 4 === 0, day: '2026-02-04', who: 'Ana Morales' } }),
        },
        screenings: screenings.map((screening, of) => ({
          ...withoutFields(screening, ['referralOutcome', 'referralDate', 'referralNote']),
          ...said[(place + of) % (said.length + 1)],
          ...(place % 3 === 0 ? { outsideLimits: { weight: 2.2, height: 31.5 } } : {}),
        })),
      };
    });
    const before = { ...golden, children };
    for (const language of ['en', 'es'] as const) {
      const { records, imported } = await importedAgain(stakeDB, allReport(before, language));
      expect(imported.counts).toMatchObject({ updated: 0, duplicate: 0, rejected: 0 });
      expect(allReport(records, 'en', true)).toBe(allReport(before, 'en', true));
    }
  });

  it('gives the same result from the Spanish file and from the workbook', async () => {
    const stakeDB = 'test_stake_gtm';
    const before = goldenUnit(stakeDB);
    const spanish = await importedAgain(stakeDB, allReport(before, 'es'));
    expect(allReport(spanish.records, 'en', true)).toBe(allReport(before, 'en', true));

    const pieces: Uint8Array[] = [];
    const table = {
      columns: reportColumns('all'),
      titles: reportTitles('all', 'es'),
      answers: reportAnswers('es'),
      sheet: 'all',
    };
    for await (const piece of xlsxBytes(allRows(before, 'es'), table)) pieces.push(piece);
    const workbook = await importedAgain(stakeDB, Buffer.concat(pieces));
    expect(allReport(workbook.records, 'en', true)).toBe(allReport(before, 'en', true));
  });

  it('writes documents as phones do: signed, stamped, with ordered keys, and valid for the gate', async () => {
    const stakeDB = 'test_stake_gtm';
    const file = allReport(goldenUnit(stakeDB), 'en');
    const { documents } = await importedAgain(stakeDB, file);
    for (const { _id, _rev, ...fields } of await documents(stakeDB)) {
      expect(checkDocument({ _id, ...fields })).toEqual({ ok: true });
      expect(JSON.stringify(fields)).toBe(JSON.stringify(canonical(fields)));
      expect(fields).toMatchObject({
        updatedAt: NOW.toISOString(),
        updatedBy: 'Sofía Pérez',
        device: 'server',
        rules: rulesText(0),
      });
      const content = Object.keys(fields).filter(isContent);
      expect(fields['stamp']).toEqual(Object.fromEntries(content.map((name) => [name, 1])));
    }
  });

  it('changes nothing when it is imported a second time', async () => {
    const stakeDB = 'esteli_district_nic';
    const file = allReport(goldenUnit(stakeDB), 'en');
    const { importBytes, documents } = await importedAgain(stakeDB, file);
    const before = await documents(stakeDB);
    const { counts } = await importBytes(file, { stakeDB, answers: AS_THEY_STAND });
    expect(counts).toMatchObject({ created: 0, updated: 0, rejected: 0 });
    expect(await documents(stakeDB)).toEqual(before);
  });
});
