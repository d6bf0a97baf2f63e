import type { ServerStateBody } from '@crece/contract';
import { lastBackup } from '../base/last-backup.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import { diskOf, type ReadinessParts, readinessOf, waitingMails } from './readiness.ts';

export type StateParts = ReadinessParts & {
  readonly config: { readonly mail: Pick<MailConfig, 'smtpUrl'> };
};

/** How the server is, with the names that `/ready` does not tell everybody. */
export async function serverState(parts: StateParts): Promise<ServerStateBody> {
  const { config, clock, damaged, disk = diskOf } = parts;
  const { dataDir, couch, mail } = config;
  const waiting = await waitingMails(dataDir);
  const [oldest] = waiting;
  const backup = await lastBackup(dataDir, clock());
  return {
    ...(await readinessOf(parts)),
    version: VERSION,
    commit: COMMIT,
    damagedUnits: damaged
      .list()
      .map(({ stakeDB, since }) => ({ stakeDB, since: since.toISOString() })),
    sendsMail: mail.smtpUrl !== null,
    mails: oldest === undefined ? null : { count: waiting.length, since: oldest.toISOString() },
    disk: await disk(dataDir).catch(() => ({ free: 0, total: 0 })),
    backup: backup?.at.toISOString() ?? null,
    isCouch: couch !== null,
  };
}
