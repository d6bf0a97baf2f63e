import { addMonths, type IsoDate, type UnitDatabase } from '@crece/domain';
import { DHIS2_FIGURES, type MonthFigures, partKey } from './dhis2-figures.ts';
import type { Dhis2Mapping } from './dhis2-mapping.ts';

/** One value in the format of DHIS2's call `dataValueSets`. */
export interface DataValue {
  readonly dataElement: string;
  /** `202505`. */
  readonly period: string;
  readonly orgUnit: string;
  readonly categoryOptionCombo?: string;
  readonly attributeOptionCombo?: string;
  readonly value: string;
}

/**
 * The values of a unit in a month, zeros included, because "nobody screened" differs from "nothing
 * reported". Empty for a unit that is not mapped.
 */
export function dataValuesOf(
  { stakeDB }: Pick<UnitDatabase, 'stakeDB'>,
  { month, counts }: MonthFigures,
  { figures, orgUnits, attributeOptionCombo }: Dhis2Mapping,
): DataValue[] {
  const orgUnit = orgUnits.get(stakeDB);
  if (orgUnit === undefined) return [];
  const period = month.replace('-', '');
  return [...figures].flatMap(([code, { dataElement, categoryOptionCombo, parts }]) => {
    const valueFor = (key: string, combo: string | undefined) => ({
      dataElement,
      period,
      orgUnit,
      ...(combo === undefined ? {} : { categoryOptionCombo: combo }),
      ...(attributeOptionCombo === undefined ? {} : { attributeOptionCombo }),
      value: String(counts.get(key) ?? 0),
    });
    if (parts === undefined) return [valueFor(code, categoryOptionCombo)];
    return Object.entries(parts).map(([part, combo]) => valueFor(partKey(code, part), combo));
  });
}

/** Figures and units without a mapping: they are not exported, and the user must be told. */
export function unmapped(
  units: readonly Pick<UnitDatabase, 'stakeDB'>[],
  { figures, orgUnits }: Dhis2Mapping,
): { readonly figures: readonly string[]; readonly units: readonly string[] } {
  return {
    figures: DHIS2_FIGURES.flatMap(({ code }) => (figures.has(code) ? [] : [code])),
    units: units.flatMap(({ stakeDB }) => (orgUnits.has(stakeDB) ? [] : [stakeDB])),
  };
}

/** The set as JSON in chunks, one per group of values; each value is on its own line. */
export async function* dataValueSet(
  groups: Iterable<readonly DataValue[]> | AsyncIterable<readonly DataValue[]>,
  { dataSet }: Dhis2Mapping,
): AsyncGenerator<string> {
  const head = dataSet === undefined ? '' : `"dataSet":${JSON.stringify(dataSet)},`;
  yield `{${head}"dataValues":[`;
  let separator = '\n';
  for await (const values of groups) {
    if (values.length === 0) continue;
    yield separator + values.map((value) => JSON.stringify(value)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/**
 * The calendar months before that of `today`, the oldest first: with a count of 1 and 2025-06-01 it
 * is 2025-05.
 */
export function monthsBefore(today: IsoDate, count: number): string[] {
  const firstOfMonth = `${today.slice(0, 'YYYY-MM'.length)}-01`;
  return Array.from({ length: count }, (_, place) =>
    addMonths(firstOfMonth, place - count).slice(0, 'YYYY-MM'.length),
  );
}
