import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS, type ReportJobsBody } from '@crece/contract';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';
import { takeSession } from '../pages/accounts.ts';
import {
  answerOf,
  call,
  makeFirstAdmin,
  signInByCall,
  somebody,
} from '../support/account-server.ts';
import { fillUnit } from '../support/fill-unit.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePort, startServer } from '../support/server-process.ts';

test.describe.configure({ timeout: 180_000 });

const UNIT = 'test_stake_gtm';
const DAY_MS = 86_400_000;
const [FILE_DAYS, AUDIT_DAYS] = [3, 100];
const CLI = join(import.meta.dirname, '../../apps/server/src/cli/main.ts');

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Makes the data of a stopped server older: its reports, and two entries of the audit log. */
async function grow(dataDir: string, ageOfReport: (place: number) => number): Promise<void> {
  const stores = await openDataStores(dataDir);
  const jobs = await stores.open('sys_jobs');
  let place = 0;
  for await (const job of jobs.list({ from: 'job_', to: 'job_~', limit: 100 })) {
    const { _revisions: _, ...fields } = job;
    await jobs.write([{ ...fields, endedAt: daysAgo(ageOfReport(place)) }]);
    place += 1;
  }
  const audit = await stores.open('sys_audit');
  for await (const entry of audit.list({ from: '0', to: '9', limit: 1 })) {
    const { _rev, _revisions: _, ...fields } = entry;
    for (const [who, days] of Object.entries({ older: AUDIT_DAYS + 1, younger: AUDIT_DAYS - 1 })) {
      const at = daysAgo(days);
      await audit.write([{ ...fields, _id: `${at}_${who}`, at, who }]);
    }
  }
  await stores.close();
}

test('files of reports and the audit log are kept as long as the page of the programme says', {
  tag: '@deep',
}, async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-terms-'));
  await fillUnit(dataDir, UNIT, 30);
  const environment = {
    CRECE_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    CRECE_SECRET: 'a secret of terms, which nobody keeps',
  };
  let server = await startServer(environment);
  try {
    const admin = somebody('Julia');
    const token = await makeFirstAdmin(server, admin);
    await takeSession(page, await signInByCall(server, admin), server.url);
    await page.goto(`${server.url}/admin/programme`);
    await page.getByLabel('Files of reports, in days').fill(String(FILE_DAYS));
    await page.getByLabel('Audit log, in days').fill(String(AUDIT_DAYS));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The settings of the programme were saved.')).toBeVisible();

    const reports = async () =>
      (await answerOf<ReportJobsBody>(server, 'GET', API_PATHS.reportJobs, { token })).jobs;
    for (const type of ['all', 'summary']) {
      const path = `/api/children/report/${UNIT}/GTM/stake/firstName/en/${type}/12`;
      expect((await call(server, 'GET', path, { token })).status).toBe(202);
      await expect.poll(async () => (await reports())[0]?.state).toBe('done');
    }
    expect((await reports()).filter(({ fileName }) => fileName !== undefined)).toHaveLength(2);

    // Of both reports and both entries one is past its term when the server sweeps at its start.
    await server.kill();
    await grow(dataDir, (place) => (place === 0 ? FILE_DAYS + 0.1 : FILE_DAYS - 0.1));
    server = await startServer(environment);
    const kept = async () => (await reports()).filter(({ fileName }) => fileName !== undefined);
    await expect.poll(async () => (await kept()).length).toBe(1);
    expect(readdirSync(join(dataDir, 'reports')).filter((name) => /\.csv/.test(name))).toHaveLength(
      1,
    );
    const audit = async () => (await call(server, 'GET', API_PATHS.auditCsv, { token })).text();
    await expect.poll(audit).not.toContain('older');
    expect(await audit()).toContain('younger');
    await page.goto(`${server.url}/admin/audit`);
    await expect(page.getByRole('main')).toContainText(`fileDays 7 → ${FILE_DAYS}`);

    const doctor = spawnSync(process.execPath, [CLI, 'doctor'], {
      env: { ...process.env, ...environment, CRECE_AUDIT_DAYS: '730' },
      encoding: 'utf8',
    });
    expect(doctor.stdout + doctor.stderr).toContain(
      `The settings of the programme keep the audit log for ${AUDIT_DAYS} days: CRECE_AUDIT_DAYS=730 has no effect.`,
    );
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
