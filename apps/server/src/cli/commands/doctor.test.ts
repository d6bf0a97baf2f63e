import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aDataFolder } from '../../backup/testing/a-data-folder.ts';
import { startSmtpSink } from '../../mail/testing/smtp-sink.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { aFolder } from '../../testing/test-app.ts';
import { accountIn } from '../../testing/test-people.ts';
import { aServerProcess, crece } from '../testing/processes.ts';
import { typed } from '../testing/typed.ts';

interface Report {
  code: number;
  findings: { check: string; level: string; says: string; mend: string }[];
}

describe('crece doctor', { timeout: 120_000 }, () => {
  it('ends with 0 where all is well, 1 with a warning, 2 with a fault, as text and for programs', async () => {
    const dataDir = await aDataFolder();
    const stores = await openDataStores(dataDir);
    for (const username of ['luis', 'maria']) await accountIn(stores, username, ['user', 'admin']);
    await stores.close();
    const sink = await startSmtpSink();
    onTestFinished(() => sink.close());
    const environment = { CRECE_SMTP_URL: sink.url, CRECE_MAIL_FROM: 'crece@example.org' };
    await aServerProcess(dataDir, environment);
    const doctor = (args: string[], more = {}) =>
      crece(dataDir, ['doctor', ...args], '', { ...environment, ...more });
    await typed(dataDir, ['backup', join(aFolder(), 'crece.backup')]);
    const well = await doctor([]);
    // Not every machine that runs the tests has room.
    if (!well.out.includes('room on the disk')) {
      expect(well).toEqual({
        exitCode: 0,
        out: 'All is well: 21 things were looked at.\n',
        log: '',
      });
    }
    const warned = await doctor(['--json'], { CRECE_PUBLC_URL: 'x' });
    const report = JSON.parse(warned.out) as Report;
    expect([warned.exitCode, report.code]).toEqual([1, 1]);
    expect(report.findings[0]).toMatchObject({ check: 'names of settings', level: 'warning' });
    chmodSync(join(dataDir, 'secret'), 0o644);
    const faulty = await doctor([]);
    expect(faulty.exitCode).toBe(2);
    expect(faulty.out).toContain(
      `FAULT (secret file): ${join(dataDir, 'secret')} can be read by others: whoever has it can sign in as anybody.\n  mend: chmod 600 ${join(dataDir, 'secret')}\n`,
    );
  });

  it('tells the secret of the example and other settings with which no server starts', async () => {
    vi.stubEnv('CRECE_SECRET', 'put-a-long-random-text-in-this-place');
    vi.stubEnv('PORT', '70000');
    const { exitCode, out } = await typed(aFolder(), ['doctor', '--json']);
    const { findings } = JSON.parse(out) as Report;
    expect([exitCode, findings.map(({ check, level }) => [check, level])]).toEqual([
      2,
      [
        ['settings', 'fault'],
        ['settings', 'fault'],
      ],
    ]);
    expect(findings.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^PORT must be a whole number/),
      expect.stringMatching(/^CRECE_SECRET is the text of the example, which everybody knows/),
    ]);
    expect(findings[1]?.mend).toContain('.env');
  });

  it('looks at a folder that is none, and at one whose databases do not open', async () => {
    const none = await typed(join(aFolder(), 'none'), ['doctor', '--json']);
    const { findings } = JSON.parse(none.out) as Report;
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'data folder',
        says: expect.stringMatching(/^There is no data folder/) as unknown,
      }),
    );
    expect(none.exitCode).toBe(2);
  });

  it('is told how to be asked', async () => {
    const { exitCode, said } = await typed(aFolder(), ['doctor', '--fix']);
    expect([exitCode, said[0]]).toEqual([2, expect.stringContaining("Unknown option '--fix'")]);
  });
});
