import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobRequest } from '../jobs/job.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { newJob } from '../jobs/new-job.ts';
import { openDataStores } from '../start/data-folder.ts';
import { aFolder } from '../testing/test-app.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { aDataFolder } from './testing/a-data-folder.ts';

const clock = () => new Date('2026-06-10T12:00:00.000Z');
const asked = (room: string): JobRequest => ({
  ...{ kind: 'report', owner: 'a', username: 'ana', room, language: 'en', from: '::1' },
  ...{ detail: 'all stake csv', needs: { action: 'report-unit', place: {} }, parameters: {} },
});

describe('a backup that was made while a job was under way', () => {
  it.each([false, true])(
    'is put back with that job interrupted, and without the files that are in no backup (sessions kept: %s)',
    async (keepSessions) => {
      const dataDir = await aDataFolder();
      const stores = await openDataStores(dataDir);
      const jobs = createJobStore(await stores.open('sys_jobs'));
      const made = (room: string) => newJob(asked(room), { run: 'a', now: clock() });
      const ended = { state: 'finished', endedAt: clock().toISOString() } as const;
      const [running, file, none] = [made('r1'), made('r2'), made('r3')];
      await jobs.add(running);
      await jobs.add({ ...file, ...ended, fileName: 'all_stake.csv' });
      await jobs.add({ ...none, ...ended, result: { rows: 3 } });
      await stores.close();
      const backup = join(aFolder(), 'crece.backup');
      await makeBackup({ dataDir, file: backup, encryption: null, withSecret: true, clock });

      const dir = join(aFolder(), 'restored');
      await restoreBackup({ file: backup, dir, key: null, keepSessions, clock });
      const restored = await openDataStores(dir);
      onTestFinished(() => restored.close());
      const found = createJobStore(await restored.open('sys_jobs'));
      expect(await found.read(running.id)).toMatchObject({
        ...{ state: 'failed', code: 'interrupted', endedAt: clock().toISOString() },
      });
      expect(await found.read(file.id)).toMatchObject({ state: 'finished', isExpired: true });
      expect(await found.read(none.id)).toMatchObject({
        ...{ state: 'finished', isExpired: false, result: { rows: 3 } },
      });
    },
  );
});
