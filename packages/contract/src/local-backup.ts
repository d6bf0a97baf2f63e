import { z } from 'zod';

/** Body of `POST /api/local/backup`: what the command line asks of the server of its machine. */
export const localBackupBody = z.strictObject({
  /** Absolute path of the file to make. */
  file: z.string(),
  /**
   * The folder of the file as the command sees it. A service in a sandbox may see another one under the
   * same name.
   */
  folder: z.strictObject({ device: z.string(), inode: z.string() }),
  /** Recipients of age; empty: not encrypted for a key. */
  recipients: z.array(z.string()),
  passphrase: z.string().nullable(),
  withSecret: z.boolean(),
});
export type LocalBackupBody = z.infer<typeof localBackupBody>;

/** What a backup holds. */
const backupCounts = z.object({ units: z.number(), children: z.number(), accounts: z.number() });
export type BackupCounts = z.infer<typeof backupCounts>;

/** A line of the answer. The last one is not `copied`. */
export const localBackupLine = z.discriminatedUnion('said', [
  z.object({ said: z.literal('copied'), done: z.number(), of: z.number() }),
  z.object({ said: z.literal('made'), counts: backupCounts }),
  z.object({ said: z.literal('refused'), reason: z.string() }),
  /** The server cannot write there: the command makes the backup by itself. */
  z.object({ said: z.literal('out-of-reach') }),
]);
export type LocalBackupLine = z.infer<typeof localBackupLine>;
