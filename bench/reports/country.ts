import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';

/** The benchmark's country: 100,000 children with three screenings each, in a hundred units. */
export const COUNTRY = 'GTM';
export const UNITS = 100;
const CHILDREN_PER_UNIT = 1_000;
export const SCREENINGS_PER_CHILD = 3;
export const ROWS = UNITS * CHILDREN_PER_UNIT * SCREENINGS_PER_CHILD;
const BATCH = 4_000;

const NAMES = ['Ana', 'Luz', 'Eva', 'Sol', 'Mía', 'José', 'Leo', 'Ángel', 'Noé', 'Iván'];
const SURNAMES = [
  'Xol',
  'Caal',
  'Choc',
  'López',
  'Pérez',
  'Cucul',
  'Tiul',
  'Ical',
  'Coc',
  'Maquín',
];

/** The databases of the country's units. */
export const unitNames = (): string[] =>
  Array.from({ length: UNITS }, (_, i) => `bench_${String(i).padStart(3, '0')}_gtm`);

const of = <T>(values: readonly T[], number: number): T => values[number % values.length] as T;

/** Children of a unit, each with its screenings behind it. */
export function* recordsOf(
  unit: string,
  children = CHILDREN_PER_UNIT,
): Generator<{ _id: string; [field: string]: unknown }> {
  for (let i = 0; i < children; i += 1) {
    const number = String(i).padStart(6, '0');
    const child = `chld_${unit}_1748880000000_${number}`;
    const gender = i % 2 === 0 ? 'Girl' : 'Boy';
    const written = { device: 'a-phone', updatedBy: 'Ana Morales', rules: '1', stamp: {} };
    yield {
      _id: child,
      ...{ firstName: of(NAMES, i), lastName: `${of(SURNAMES, i * 7)} ${of(SURNAMES, i * 3)}` },
      ...{ gender, birthDate: `202${3 + (i % 3)}-0${1 + (i % 9)}-1${i % 9}`, memberStatus: 'Yes' },
      ...{ mother: `${of(NAMES, i * 3)} ${of(SURNAMES, i)}`, ward: `Barrio ${i % 6}` },
      ...{ address: `${i}a calle, zona ${i % 9}`, created: '2025-06-02T15:00:00.000Z' },
      ...written,
    };
    for (let screening = 0; screening < SCREENINGS_PER_CHILD; screening += 1) {
      yield {
        _id: `scr_${unit}_174888000000${screening}_${number}`,
        ...{ owner: child, gender, surveyDate: `2026-0${1 + screening * 3}-1${i % 9}` },
        ...{
          weight: 7 + ((i * 13 + screening) % 90) / 10,
          height: 66 + ((i * 7 + screening) % 300) / 10,
        },
        ...{ muac: 11 + ((i + screening) % 50) / 10, oedema: false, interviewer: 'Ana Morales' },
        ...written,
      };
    }
  }
}

/** Fills a data folder: the catalogue with a country of a hundred units, and their records. */
export async function fillCountry(dataDir: string): Promise<void> {
  const countries = BUILT_IN_CATALOGUE.countries.map((country) =>
    country.code === COUNTRY
      ? {
          ...country,
          stakes: [
            ...country.stakes.filter(({ stakeDB }) => stakeDB.startsWith('test_stake_')),
            ...unitNames().map((stakeDB) => ({ stakeDB, stakeName: stakeDB })),
          ],
        }
      : country,
  );
  writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify({ countries }));
  const stores = await openDataStores(dataDir);
  for (const unit of unitNames()) {
    const store = await stores.open(`unit_${unit}`);
    const records = [...recordsOf(unit)];
    for (let from = 0; from < records.length; from += BATCH) {
      await store.write(records.slice(from, from + BATCH));
    }
  }
  await stores.close();
}
