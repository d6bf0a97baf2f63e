import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GOLDEN_SET,
  type GoldenReport,
  goldenDifferences,
  goldenDocumentsText,
} from '@crece/reports/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAuditLog } from '../audit/audit-log.ts';
import { openDataStores } from '../start/data-folder.ts';
import { aFolder } from '../testing/test-app.ts';
import { run } from './testing/run.ts';

/** The most informative reports, one of each kind. */
const REPORTS = GOLDEN_SET.reports.filter(({ file }) =>
  [
    'all-countries.csv',
    'all-test_stake_gtm.csv',
    'sup-countries.csv',
    'summary-countries-24.csv',
    'missedScreening-countries.csv',
    'women-countries.csv',
  ].includes(file),
);

afterEach(() => {
  vi.unstubAllEnvs();
});

async function typed(dataDir: string, command: string) {
  vi.stubEnv('CRECE_DATA_DIR', dataDir);
  return run(command, '');
}

/** Imports a unit of the golden set from a file into a data folder, with the command line. */
async function imported(dataDir: string, stakeDB: string) {
  const file = join(aFolder(), 'documents.ndjson');
  writeFileSync(file, goldenDocumentsText(stakeDB));
  return typed(dataDir, `import --unit ${stakeDB} --documents ${file}`);
}

async function differences(dataDir: string, report: GoldenReport): Promise<readonly string[]> {
  const { type, scope, unit, sort, months } = report;
  const place = unit === undefined ? '' : ` --unit ${unit}`;
  const asked = `report --type ${type} --scope ${scope}${place} --sort ${sort} --months ${months}`;
  const { output } = await typed(dataDir, `${asked} --today ${GOLDEN_SET.today}`);
  return goldenDifferences(report, output).map((difference) => `${report.file}: ${difference}`);
}

async function allDifferences(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const report of REPORTS) found.push(...(await differences(dataDir, report)));
  return found;
}

/** The last three entries of the audit log, the newest first. */
async function auditedIn(dataDir: string): Promise<string[]> {
  const stores = await openDataStores(dataDir);
  const clock = () => new Date();
  const log = await openAuditLog({ stores, clock, onFault: () => undefined });
  const { entries } = await log.page({ who: '', what: '' }, 1);
  await stores.close();
  return entries.slice(0, 3).map(({ what, whom, detail }) => `${what} ${whom} ${detail}`);
}

describe('an organisation that moves from an older system', { timeout: 120_000 }, () => {
  it('a moved organisation gets the expected reports, before and after "Convert z-scores"', async () => {
    const dataDir = aFolder();
    for (const { stakeDB } of GOLDEN_SET.units) {
      const { exitCode, said } = await imported(dataDir, stakeDB);
      expect([stakeDB, exitCode]).toEqual([stakeDB, 0]);
      expect(said.join()).toMatch(/^Documents: \d+ taken, \d+ taken and repaired at reading/);
    }
    expect(await allDifferences(dataDir)).toEqual([]);

    await typed(dataDir, 'convert --scope countries');
    await typed(dataDir, 'convert --scope stake --unit test_stake_gtm');
    expect(await allDifferences(dataDir)).toEqual([]);

    // A second import of the file finds the converted records unchanged.
    const again = await imported(dataDir, 'coban_stake_gtm');
    expect(again.said).toEqual(['Documents: 232 already there.']);
    expect(await auditedIn(dataDir)).toEqual([
      'records-imported coban_stake_gtm command line; Documents: 232 already there.',
      expect.stringMatching(
        /^records-converted test_stake_gtm command line; 14 screenings of 4 child/,
      ),
      expect.stringMatching(/^records-converted all command line; 5\d\d screenings of 3\d\d child/),
    ]);
  });
});
