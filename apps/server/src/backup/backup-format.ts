import { z } from 'zod';

/** The first file of a backup: tells it from other archives before anything is read. */
export const HEAD_NAME = 'crece-backup.json';
/** The last file of a backup: everything that must be in it. */
export const MANIFEST_NAME = 'manifest.json';

export const BACKUP_FORMAT = 'crece-backup';
/** Raised when an older Crece could not read a newer backup. */
export const FORMAT_VERSION = 1;

export const headSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.number().int().positive(),
  madeAt: z.iso.datetime(),
});

const fileSchema = z.object({
  /** As in the data folder: `databases/units/coban_stake_gtm.sqlite`. */
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Only of a unit's database: where its change feed stood, and its children. */
  unit: z
    .object({ stakeDB: z.string(), sequence: z.number().int(), children: z.number().int() })
    .optional(),
});
export type BackupFile = z.infer<typeof fileSchema>;

export const manifestSchema = headSchema.extend({
  /** The version of Crece that made it. */
  product: z.string(),
  /** Version of the tables of the databases (`PRAGMA user_version`). */
  tables: z.number().int(),
  /** Version of what lies in them, see `settings/data-version.ts`. */
  data: z.number().int().default(0),
  /** Name of the server's history at that moment; null before the first start. */
  epoch: z.string().nullable(),
  hasSecret: z.boolean(),
  accounts: z.number().int(),
  files: z.array(fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

const SAFE_NAME =
  /^(?:secret|databases\/system\.sqlite|databases\/units\/[a-z0-9_]+\.sqlite|(?:pictures|outbox)(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+)$/;

/** Whether a name in a backup leads to one of the places of a data folder, and nowhere else. */
export function isNameOfDataFolder(name: string): boolean {
  return SAFE_NAME.test(name);
}

/** Units and children of a backup. */
export function countsOf({ files, accounts }: Manifest) {
  const units = files.flatMap(({ unit }) => unit ?? []);
  const children = units.reduce((sum, unit) => sum + unit.children, 0);
  return { units: units.length, children, accounts };
}
