import type { ServerStateBody } from '@crece/contract';
import { lastBackup } from '../base/last-backup.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import { diskOf, type ReadinessParts, readinessOf, waitingMails } from './readiness.ts';

/** How the server is, with the names that `/ready` does not tell everybody. */
export async function serverState(parts: ReadinessParts): Promise<ServerStateBody> {
  const { config, damaged, disk = diskOf } = parts;
  const { dataDir, couch } = config;
  const waiting = await waitingMails(dataDir);
  const [oldest] = waiting;
  const backup = await lastBackup(dataDir);
  return {
    ...(await readinessOf(parts)),
    version: VERSION,
    commit: COMMIT,
    damagedUnits: damaged
      .list()
      .map(({ stakeDB, since }) => ({ stakeDB, since: since.toISOString() })),
    mails: oldest === undefined ? null : { count: waiting.length, since: oldest.toISOString() },
    disk: await disk(dataDir).catch(() => ({ free: 0, total: 0 })),
    backup: backup?.at.toISOString() ?? null,
    isCouch: couch !== null,
  };
}
