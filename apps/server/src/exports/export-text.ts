import type { ExportedScreenings, IsoDate, UnitDatabase } from '@crece/domain';
import type { Cell, ReportRecords } from '@crece/reports';
import { csvLine } from '@crece/reports/csv';
import {
  ANTHRO_COLUMNS,
  anthroRows,
  type DataValue,
  type Dhis2Mapping,
  dataValueSet,
  dataValuesOf,
  fhirBundle,
  monthFigures,
  monthsBefore,
  unmapped,
} from '@crece/reports/exports';
import { uuidOf } from './uuid-of.ts';

/** The request, apart from the place. */
export type ExportAsked =
  | { readonly format: 'anthro'; readonly screenings: ExportedScreenings }
  | {
      readonly format: 'fhir';
      readonly screenings: ExportedScreenings;
      readonly withContact: boolean;
    }
  | { readonly format: 'dhis2'; readonly months: number; readonly mapping: Dhis2Mapping };

/** A gap in an export; it is always reported. */
export type ExportProblem =
  | { readonly code: 'unit-failed'; readonly unit: UnitDatabase; readonly error: unknown }
  | { readonly code: 'unreadable'; readonly unit: UnitDatabase; readonly count: number }
  /** Screened at an age that no indicator of DHIS2 counts. */
  | { readonly code: 'outside-age'; readonly unit: UnitDatabase; readonly count: number }
  | {
      readonly code: 'unmapped';
      readonly figures: readonly string[];
      readonly units: readonly string[];
    };

export interface ExportSource {
  /** In the order of the file. */
  readonly units: readonly UnitDatabase[];
  readonly read: (unit: UnitDatabase) => Promise<ReportRecords>;
  readonly todayOf: (unit: UnitDatabase) => IsoDate;
  readonly problem: (problem: ExportProblem) => void;
  /** Called before a unit is read. */
  readonly begins?: (unit: UnitDatabase, index: number) => void;
}

/** The records of the units one after the other, without unreadable units. */
async function* recordsOf(source: ExportSource): AsyncGenerator<ReportRecords> {
  for (const [index, unit] of source.units.entries()) {
    source.begins?.(unit, index);
    let records: ReportRecords;
    try {
      records = await source.read(unit);
    } catch (error) {
      source.problem({ code: 'unit-failed', unit, error });
      continue;
    }
    const count = records.unreadable.length + records.withoutChild.length;
    if (count > 0) source.problem({ code: 'unreadable', unit, count });
    yield records;
  }
}

function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

async function* anthroText(
  { screenings }: Extract<ExportAsked, { format: 'anthro' }>,
  source: ExportSource,
): AsyncGenerator<string> {
  yield csvLine(ANTHRO_COLUMNS.map(({ name }) => name));
  const numbers = new Map(source.units.map(({ stakeDB }, index) => [stakeDB, index + 1]));
  for await (const records of recordsOf(source)) {
    const { unit } = records;
    let text = '';
    for (const row of anthroRows(records, {
      today: source.todayOf(unit),
      screenings,
      unitNumber: source.units.length === 1 ? null : (numbers.get(unit.stakeDB) ?? null),
    }))
      text += csvLine(row.map(cellText));
    yield text;
  }
}

/** The values of the mapped units, month by month. */
async function* dhis2Values(
  { months, mapping }: Extract<ExportAsked, { format: 'dhis2' }>,
  source: ExportSource,
): AsyncGenerator<readonly DataValue[]> {
  const lacking = unmapped(source.units, mapping);
  if (lacking.figures.length + lacking.units.length > 0)
    source.problem({ code: 'unmapped', ...lacking });
  const units = source.units.filter(({ stakeDB }) => mapping.orgUnits.has(stakeDB));
  for await (const records of recordsOf({ ...source, units })) {
    const { unit } = records;
    const today = source.todayOf(unit);
    let outsideAge = 0;
    for (const month of monthsBefore(today, months)) {
      const figures = monthFigures(records, month, today);
      outsideAge += figures.outsideAge;
      yield dataValuesOf(unit, figures, mapping);
    }
    if (outsideAge > 0) source.problem({ code: 'outside-age', unit, count: outsideAge });
  }
}

/**
 * A standard export as text, unit by unit, so that memory does not grow with the number of units.
 */
export function exportText(asked: ExportAsked, source: ExportSource): AsyncGenerator<string> {
  switch (asked.format) {
    case 'anthro':
      return anthroText(asked, source);
    case 'dhis2':
      return dataValueSet(dhis2Values(asked, source), asked.mapping);
    case 'fhir': {
      const { screenings, withContact } = asked;
      return fhirBundle(recordsOf(source), {
        todayOf: source.todayOf,
        screenings,
        uuidOf,
        withContact,
      });
    }
  }
}
