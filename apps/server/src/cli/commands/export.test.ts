import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestScreening, storedExactMeasures } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { PREVALENCE_FIGURES, prevalence } from '@crece/growth/prevalence';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDataStores } from '../../start/data-folder.ts';
import { aFolder } from '../../testing/test-app.ts';
import { crece } from '../testing/processes.ts';
import { run } from '../testing/run.ts';

const UNIT = 'coban_stake_gtm';
const TODAY = '2025-06-01';
const RECORDS = demoRecords({ stakeDB: UNIT, today: TODAY, children: 200 });

/** A data folder in which one unit contains the demo records. */
async function aDataFolder(): Promise<string> {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  const store = await stores.open(`unit_${UNIT}`);
  const documents = [...RECORDS.children, ...RECORDS.screenings];
  await store.write(documents.map(({ _rev, ...document }) => ({ ...document })));
  await stores.close();
  return dataDir;
}

async function runOn(dataDir: string, command: string) {
  vi.stubEnv('CRECE_DATA_DIR', dataDir);
  return run(command, '');
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('crece export --format anthro', () => {
  it('crece prevalence prints the figures of the records from the exported survey file', async () => {
    const file = await runOn(
      await aDataFolder(),
      `export --format anthro --unit ${UNIT} --today ${TODAY}`,
    );
    expect([file.exitCode, file.said]).toEqual([0, []]);
    const survey = await run('prevalence', file.output);

    const screeningsOf = (childId: string) =>
      RECORDS.screenings.filter(({ owner }) => owner === childId);
    const [expected] = prevalence(
      RECORDS.children.flatMap((child) => {
        const newest = newestScreening(screeningsOf(child._id), TODAY);
        if (newest === null) return [];
        return { ...storedExactMeasures(newest, child), cluster: child.ward };
      }),
    );
    const [all] = survey.rows;
    expect(all?.['Group']).toBe('All');
    expect(Number(all?.['HAZ_unwpop'])).toBeGreaterThan(150);
    for (const figure of PREVALENCE_FIGURES)
      expect(Number(all?.[figure]), figure).toBeCloseTo(expected?.figures[figure] ?? Number.NaN, 6);
    expect(survey.rows.map(({ Group }) => Group)).toContain(`Other grouping: ${RECORDS.wards[0]}`);
  });

  it('contains every screening if requested', async () => {
    const { rows } = await runOn(
      await aDataFolder(),
      `export --format anthro --unit ${UNIT} --today ${TODAY} --screenings all`,
    );
    expect(rows).toHaveLength(RECORDS.screenings.length);
  });
});

describe('crece export --format fhir', () => {
  it('writes a bundle with the real command, the same each time', async () => {
    const dataDir = await aDataFolder();
    const args = ['export', '--format', 'fhir', '--country', 'gtm', '--today', TODAY];
    const { exitCode, out, log } = await crece(dataDir, args);
    expect([exitCode, log]).toEqual([0, '']);
    const { entry } = JSON.parse(out) as { entry: { resource: { resourceType: string } }[] };
    const count = (type: string) =>
      entry.filter(({ resource }) => resource.resourceType === type).length;
    expect(count('Patient')).toBe(RECORDS.children.length);
    expect(count('Observation')).toBeGreaterThan(RECORDS.screenings.length);
    expect((await runOn(dataDir, args.join(' '))).output).toBe(out);
  });
});

describe('crece export --format dhis2', () => {
  it('accepts a filled-in example as its mapping', async () => {
    const dataDir = await aDataFolder();
    const example = await runOn(dataDir, `export --mapping-example --unit ${UNIT}`);
    const mapping = JSON.parse(example.output) as {
      figures: Record<string, { dataElement: string }>;
      orgUnits: Record<string, string>;
    };
    for (const [code, figure] of Object.entries(mapping.figures)) figure.dataElement = `DE ${code}`;
    mapping.orgUnits[UNIT] = 'ImspTQPwCqd';
    const file = join(dataDir, 'mapping.json');
    writeFileSync(file, JSON.stringify(mapping));
    const answer = await runOn(
      dataDir,
      `export --format dhis2 --unit ${UNIT} --mapping ${file} --months 12 --today ${TODAY}`,
    );
    expect(answer.exitCode).toBe(0);
    const { dataValues } = JSON.parse(answer.output) as {
      dataValues: { dataElement: string; period: string; value: string }[];
    };
    const screened = dataValues.filter(({ dataElement }) => dataElement === 'DE screened');
    expect(screened.map(({ period }) => period)).toEqual([
      ...['06', '07', '08', '09', '10', '11', '12'].map((month) => `2024${month}`),
      ...['01', '02', '03', '04', '05'].map((month) => `2025${month}`),
    ]);
    const screenings = RECORDS.screenings.filter(({ surveyDate }) =>
      surveyDate.startsWith('2025-05'),
    );
    expect(screened.at(-1)?.value).toBe(String(new Set(screenings.map(({ owner }) => owner)).size));
  });

  it('refuses an invalid mapping, and one that is not JSON', async () => {
    const dataDir = await aDataFolder();
    const file = join(dataDir, 'mapping.json');
    const command = `export --format dhis2 --unit ${UNIT} --mapping ${file}`;
    for (const [text, sentence] of [
      ['{"figures":{"screend":{"dataElement":"a"}}}', 'There is no figure “screend”.'],
      ['{"figures":', 'is no JSON'],
    ] as const) {
      writeFileSync(file, text);
      const { exitCode, said, output } = await runOn(dataDir, command);
      expect([exitCode, output]).toEqual([1, '']);
      expect(said.join('\n')).toContain(sentence);
    }
  });
});

describe('a mistyped crece export', () => {
  it.each([
    ['export --format anthro', 'Name a unit'],
    ['export --format anthro --unit a --country b', 'Name a unit'],
    ['export --format csv --unit a', '--format is anthro, fhir or dhis2'],
    ['export --format fhir --unit a --screenings some', '--screenings is newest or all'],
    ['export --format dhis2 --unit a', '--mapping FILE'],
    ['export --format dhis2 --unit a --mapping f --months 61', '--months is a whole number'],
    ['export --format fhir --unit a --today 1.6.2025', '--today is a date'],
    ['export --format fhir --unit a --colour', '--colour'],
  ])('"%s" is answered with a sentence and the help', async (command, sentence) => {
    const { exitCode, said } = await runOn(aFolder(), command);
    expect(exitCode).toBe(2);
    expect(said.join('\n')).toContain(sentence);
    expect(said.join('\n')).toContain('Usage: ');
  });

  it('names a unit or country that does not exist', async () => {
    const dataDir = await aDataFolder();
    for (const place of ['--unit nowhere_gtm', '--country XX']) {
      const { exitCode, said } = await runOn(dataDir, `export --format fhir ${place}`);
      expect([exitCode, said]).toEqual([1, [`There is no unit in "${place.split(' ')[1]}".`]]);
    }
  });
});
