import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOLDEN_SET, goldenDifferences, goldenDocuments } from '@crece/reports/testing';
import { readSheet } from 'read-excel-file/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databasesFolder, openDataStores } from '../../start/data-folder.ts';
import type { DraftDocument } from '../../store/document-store.ts';
import { IS_DEEP } from '../../testing/deep.ts';
import { aFolder } from '../../testing/test-app.ts';
import { runCli } from '../run-cli.ts';
import { aServerProcess, crece } from '../testing/processes.ts';
import { run } from '../testing/run.ts';

/** A data folder with the units of the golden set, as they are stored. */
async function aGoldenFolder(): Promise<string> {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  for (const { stakeDB } of GOLDEN_SET.units) {
    const store = await stores.open(`unit_${stakeDB}`);
    await store.write(goldenDocuments(stakeDB) as DraftDocument[]);
  }
  await stores.close();
  return dataDir;
}

async function runOn(dataDir: string, command: string) {
  vi.stubEnv('CRECE_DATA_DIR', dataDir);
  return run(command, '');
}

/** Of each type the first for each scope, which is what a command may say; a release makes all of them. */
const REPORTS = GOLDEN_SET.reports.filter(
  ({ type, scope }, at, all) =>
    IS_DEEP || all.findIndex((other) => other.type === type && other.scope === scope) === at,
);

const TODAY = `--today ${GOLDEN_SET.today}`;
const COUNTRY = `--scope country --country gtm ${TODAY}`;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('crece report', { timeout: 120_000 }, () => {
  it('writes every report of the golden set from stored documents', async () => {
    const dataDir = await aGoldenFolder();
    for (const report of REPORTS) {
      const { type, scope, unit, country, sort, months } = report;
      const place = `${unit ? `--unit ${unit} ` : ''}${country ? `--country ${country} ` : ''}`;
      const asked = `report --type ${type} --scope ${scope} ${place}--sort ${sort} --months ${months}`;
      const { exitCode, output } = await runOn(dataDir, `${asked} ${TODAY}`);
      expect([report.file, exitCode, goldenDifferences(report, output)]).toEqual([
        report.file,
        0,
        [],
      ]);
    }
  });

  it('gives the same with the real command while a server runs, and names records without a row', async () => {
    const dataDir = await aGoldenFolder();
    const [report] = GOLDEN_SET.reports.filter(({ file }) => file === 'all-country-GTM.csv');
    if (report === undefined) throw new Error('the report is not in the set');
    await aServerProcess(dataDir);
    const args = `report --type all ${COUNTRY}`.split(' ');
    const { exitCode, out, log } = await crece(dataDir, args);
    expect([exitCode, goldenDifferences(report, out)]).toEqual([0, []]);
    expect(log).toContain('chld_coban_stake_gtm_1602728489653_n0ej0p (birth-date-invalid)');
    expect(log).toContain('(without a child)');
    expect(log.trimEnd().split('\n')).toHaveLength(2);
  });

  it('continues without an unreadable unit, names it and exits with an error', async () => {
    const dataDir = await aGoldenFolder();
    const file = join(databasesFolder(dataDir), 'units', 'peten_stake_gtm.sqlite');
    writeFileSync(file, 'not a database\n'.repeat(500));
    const { exitCode, said, rows } = await runOn(dataDir, `report --type women ${COUNTRY}`);
    expect(exitCode).toBe(1);
    expect(said.join('\n')).toContain('peten_stake_gtm could not be read and is missing');
    expect(said.at(-1)).toMatch(/^1 of \d+ units are missing\.$/);
    expect(new Set(rows.map(({ stake }) => stake))).toEqual(new Set(['Cobán Stake']));
  });

  it('prints Spanish', async () => {
    const dataDir = await aGoldenFolder();
    const { header, rows } = await runOn(
      dataDir,
      `report --type sup --language es --unit coban_stake_gtm ${TODAY}`,
    );
    expect(header.slice(6, 10)).toEqual(['supl.', 'edad en meses', 'supl. anterior', 'nombre']);
    expect(rows.map((row) => row['alerta'])).toContain(
      'referir: hinchazón; referir: severa, menor de 6 meses',
    );
  });

  it('writes a workbook that another library can read', async () => {
    vi.stubEnv('CRECE_DATA_DIR', await aGoldenFolder());
    const pieces: Uint8Array[] = [];
    const args = `report --type women --format xlsx --unit coban_stake_gtm ${TODAY}`.split(' ');
    const exitCode = await runCli(args, {
      input: (async function* () {})(),
      write: async (piece) => void pieces.push(Buffer.from(piece)),
      say: () => undefined,
    });
    const [header, ...rows] = await readSheet(Buffer.concat(pieces));
    expect([exitCode, rows.length, header?.[0]]).toEqual([0, 7, 'firstName']);
    const registered = header?.indexOf('screenDate') ?? -1;
    expect(rows.some((row) => row[registered] instanceof Date)).toBe(true);
  });
});

describe('a mistyped crece report', () => {
  it.each([
    ['report', '--type is one of all, sup, summary, missedScreening, women, referrals.'],
    ['report --type all --scope world', '--scope is one of stake, country, countries.'],
    ['report --type all', '--scope stake needs --unit DB.'],
    ['report --type all --scope country', '--scope country needs --country CODE.'],
    ['report --type all --unit a --sort age', '--sort is one of firstName, lastName, ward'],
    ['report --type all --unit a --months 7', '--months is one of 6, 12, 18'],
    ['report --type all --unit a --language fr', '--language is one of en, es.'],
    ['report --type all --unit a --format pdf', '--format is one of csv, xlsx.'],
    ['report --type all --unit a --today 28.2.2026', '--today is a date'],
  ])('"%s" is answered with the allowed values', async (command, sentence) => {
    const { exitCode, said } = await runOn(aFolder(), command);
    expect(exitCode).toBe(2);
    expect(said.join('\n')).toContain(sentence);
    expect(said.join('\n')).toContain('Usage: ');
  });

  it('names a unit or country that does not exist', async () => {
    const dataDir = await aGoldenFolder();
    const unit = await runOn(dataDir, 'report --type all --unit nowhere_gtm');
    expect([unit.exitCode, unit.said]).toEqual([1, ['There is no unit "nowhere_gtm".']]);
    const country = await runOn(dataDir, 'report --type all --scope country --country XX');
    expect(country.exitCode).toBe(1);
    expect(country.said[0]).toMatch(/^There is no country "XX": .*GTM/);
  });
});
