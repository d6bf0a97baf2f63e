import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { inMegabytes } from '../backup/backup-refused.ts';
import { StartError } from '../base/start-error.ts';
import {
  type Build,
  DATA_VERSION,
  type DataState,
  OWN_BUILD,
  readDataState,
  refuseNewerData,
  writeDataState,
} from '../settings/data-version.ts';
import type { DocumentStore } from '../store/document-store.ts';

const IN_DATA_FOLDER = 'upgrades';
/** What goes into a backup; pictures and mails are as large there as here. */
const BACKED_UP = ['databases', 'pictures', 'outbox'] as const;
/** Databases shrink to a third in a backup, at least. */
const SHRINKS_TO = 0.5;
const SPARE_BYTES = 32 * 1024 * 1024;

export interface BeginningParts {
  /** The database of the accounts. */
  readonly store: DocumentStore;
  readonly config: {
    readonly dataDir: string;
    readonly couch: object | null;
    readonly backup: { readonly folder: string } | null;
    readonly upgradeWithoutBackup: boolean;
  };
  readonly build?: Build;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Where the backup before an upgrade is put. */
export function upgradeFolder({
  dataDir,
  backup,
}: Pick<BeginningParts['config'], 'dataDir' | 'backup'>): string {
  return backup?.folder ?? join(dataDir, IN_DATA_FOLDER);
}

async function sizesOf(folder: string): Promise<number[]> {
  if (!existsSync(folder)) return [];
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (each) => (await stat(join(each.parentPath, each.name))).size),
  );
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** How much room the backup of a data folder takes while it is made. */
export async function roomForBackup(dataDir: string): Promise<number> {
  const each = await Promise.all(BACKED_UP.map((name) => sizesOf(join(dataDir, name))));
  const sizes = each.flat();
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return Math.round(all * SHRINKS_TO) + Math.max(0, ...sizes) + SPARE_BYTES;
}

async function refuseWithoutRoom({ config, freeBytes = freeBytesOf }: BeginningParts) {
  const folder = upgradeFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [needed, free] = [await roomForBackup(config.dataDir), await freeBytes(folder)];
  if (free >= needed) return;
  throw new StartError(
    'upgrade-without-room',
    `The first start of a new version makes a backup, for which ${folder} needs ${inMegabytes(needed)}; ${inMegabytes(free)} are free. Make room, name a folder on another disk with CRECE_BACKUP_DIR, or start with CRECE_UPGRADE_WITHOUT_BACKUP=1 if you have a backup.`,
  );
}

async function isNew(store: DocumentStore): Promise<boolean> {
  const { docCount, deletedCount } = await store.info();
  return docCount + deletedCount === 0;
}

const isSame = (a: Build, b: Build) => a.version === b.version && a.commit === b.commit;

/**
 * Notes that this build serves the data from now on, before anything else is written. Throws a
 * `StartError` for data of a newer build, and where there is no room for the backup that the first
 * start of a new version makes.
 */
export async function beginUpgrade(parts: BeginningParts): Promise<DataState> {
  const { store, config, build = OWN_BUILD } = parts;
  await refuseNewerData(store);
  const kept = await readDataState(store);
  if (kept !== null && isSame(kept.state.build, build)) {
    if (kept.state.mayStep || !config.upgradeWithoutBackup) return kept.state;
    const state = { ...kept.state, mayStep: true };
    await writeDataState(store, state, kept.rev);
    return state;
  }
  const next = { build, since: null };
  if (kept === null && (await isNew(store))) {
    const fresh: DataState = { ...next, version: DATA_VERSION, before: [], mayStep: true };
    await writeDataState(store, fresh, undefined);
    return fresh;
  }
  // CouchDB's own means back its databases up.
  const mayStep = config.couch !== null || config.upgradeWithoutBackup;
  if (!mayStep) await refuseWithoutRoom(parts);
  const former = {
    version: kept?.state.version ?? 0,
    build: kept?.state.build ?? null,
    since: kept?.state.since ?? null,
  };
  const before = [...(kept?.state.before ?? []), former];
  const state: DataState = { ...next, version: former.version, before, mayStep };
  await writeDataState(store, state, kept?.rev);
  return state;
}
