import { constants, existsSync } from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSecret } from '../accounts/secret-file.ts';
import { isAhead, isBackupOverdue, lastRestore, notedBackup } from '../base/last-backup.ts';
import { StartError } from '../base/start-error.ts';
import { isRestoreCut } from '../start/cut-restore.ts';
import { databasesFolder } from '../start/data-folder.ts';
import { isFolderLocked } from '../start/data-folder-lock.ts';
import { checkFile } from '../store/sqlite/check-file.ts';
import { FULL_BYTES, isScarce } from '../watch/readiness.ts';
import { type DoctorCheck, type DoctorFinding, fault, warning } from './finding.ts';

const OTHERS = 0o077;
/** So many files of others are named. */
const MOST_NAMED = 3;
const HOUR_MS = 3_600_000;

const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Why no server starts with the secret of the data folder. */
async function unusableSecret(dataDir: string, path: string): Promise<DoctorFinding[]> {
  try {
    await readSecret(dataDir);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const isUnread = error.cause !== undefined;
    return [fault(error.message, isUnread ? `chown $(id -u) ${path}` : `rm ${path}`)];
  }
}

/** The secret that signs sessions must be usable, and its owner's alone. */
export const secretFile: DoctorCheck = {
  name: 'secret file',
  async look({ config: { dataDir, secret } }) {
    const path = join(dataDir, 'secret');
    const found = await stat(path).catch(() => null);
    if (found === null) return [];
    const unusable = secret === null ? await unusableSecret(dataDir, path) : [];
    if (unusable.length > 0 || (found.mode & OTHERS) === 0) return unusable;
    return [
      fault(
        `${path} can be read by others: whoever has it can sign in as anybody.`,
        `chmod 600 ${path}`,
      ),
    ];
  },
};

async function ownedByOthers(folder: string, uid: number): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...found.map(({ parentPath, name }) => join(parentPath, name))];
  const foreign: string[] = [];
  for (const path of paths) {
    const owner = await lstat(path).catch(() => null);
    if (owner !== null && owner.uid !== uid) foreign.push(path);
  }
  return foreign;
}

/** The folder must be writable, and all in it the server's own user's. */
export const dataFolder: DoctorCheck = {
  name: 'data folder',
  async look({ config: { dataDir }, uid }) {
    if (!existsSync(dataDir)) {
      return [
        fault(`There is no data folder ${dataDir}.`, 'CRECE_DATA_DIR=… (or start the server once)'),
      ];
    }
    try {
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
      const foreign = uid === null ? [] : await ownedByOthers(dataDir, uid);
      if (foreign.length === 0) return [];
      const named = foreign.slice(0, MOST_NAMED).join(', ');
      return [
        fault(
          `${foreign.length} files of the data folder belong to another user: ${named}.`,
          `chown -R ${uid} ${dataDir}`,
        ),
      ];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [
        fault(
          `This user cannot read and write ${dataDir} (${why}).`,
          `chown -R $(id -u) ${dataDir}`,
        ),
      ];
    }
  },
};

/** As `/ready` says it. */
export const diskSpace: DoctorCheck = {
  name: 'room on the disk',
  async look({ config: { dataDir }, disk }) {
    const room = await disk(dataDir).catch(() => null);
    if (room === null || !isScarce(room)) return [];
    const says = `${inGigabytes(room.free)} of ${inGigabytes(room.total)} are free on the disk of ${dataDir}.`;
    const mend = `du -xh ${dataDir} | sort -h | tail; then make room or move the folder`;
    return [room.free < FULL_BYTES ? fault(says, mend) : warning(says, mend)];
  },
};

const isFilled = async (path: string) => ((await stat(path).catch(() => null))?.size ?? 0) > 0;

/** Every file of a database, read from end to end. */
export const databaseFiles: DoctorCheck = {
  name: 'database files',
  async look({ config: { dataDir, couch } }) {
    // Half files of a restore that was cut off are not to be mended: `oneServer` tells of it.
    if (isRestoreCut(dataDir)) return [];
    if (couch !== null || !existsSync(databasesFolder(dataDir))) return [];
    const folder = databasesFolder(dataDir);
    const units = join(folder, 'units');
    const names = existsSync(units) ? await readdir(units) : [];
    const files = names.filter((name) => name.endsWith('.sqlite')).sort();
    const system = join(folder, 'system.sqlite');
    const findings: DoctorFinding[] = [];
    if (!(await isFilled(system)) && files.length > 0) {
      findings.push(
        fault(
          `${system} is empty or missing beside units: the accounts are lost, and no server starts on it.`,
          `crece restore BACKUP NEW-FOLDER`,
        ),
      );
    } else if (existsSync(system)) {
      const wrong = checkFile(system);
      if (wrong !== null)
        findings.push(fault(`${system} ${wrong}.`, 'crece restore BACKUP NEW-FOLDER'));
    }
    for (const name of files) {
      const wrong = checkFile(join(units, name));
      const stakeDB = name.slice(0, -'.sqlite'.length);
      if (wrong === null) continue;
      findings.push(
        fault(
          `The unit ${stakeDB} ${wrong}; phones cannot synchronise it.`,
          `crece unit quarantine ${stakeDB}, or crece restore BACKUP --unit ${stakeDB}, between systemctl stop crece and systemctl start crece`,
        ),
      );
    }
    return findings;
  },
};

/** Who holds the folder must be the server that is noted there. */
export const oneServer: DoctorCheck = {
  name: 'one server',
  async look({ config: { dataDir, couch }, server }) {
    if (isRestoreCut(dataDir)) {
      return [
        fault(
          `A restore into ${dataDir} has not ended, and no server starts on it.`,
          `crece restore FILE ${dataDir}, if none is running there`,
        ),
      ];
    }
    if (couch !== null || !existsSync(dataDir)) return [];
    const isLocked = isFolderLocked(dataDir);
    if (isLocked && server === null) {
      return [
        fault(
          `A server holds ${dataDir}, but none answers where the folder says: it hangs, or another one runs on it.`,
          `fuser ${join(dataDir, 'lock.sqlite')}; stop that process and start the service again`,
        ),
      ];
    }
    if (!isLocked && server !== null) {
      return [
        fault(
          `The server at ${server.address} serves ${dataDir} without holding it: a second one could start.`,
          'stop it and start this version',
        ),
      ];
    }
    return isLocked
      ? []
      : [warning(`No server runs on ${dataDir}.`, 'systemctl start crece (or npm start)')];
  },
};

/** A backup of last night. */
export const lastNight: DoctorCheck = {
  name: 'backup',
  async look({ config: { dataDir, couch, backup }, clock }) {
    // CouchDB may be backed up by its own means.
    if (couch !== null && backup === null) return [];
    const mend =
      backup === null
        ? 'CRECE_BACKUP_DIR=…, or crece backup FILE by cron'
        : 'crece backup FOLDER; the log says why';
    // A folder that was restored has its first night before it.
    if (!(await isBackupOverdue(dataDir, clock()))) return [];
    const last = await notedBackup(dataDir);
    const restored = await lastRestore(dataDir);
    if (last === null && restored !== null) {
      const says = `There is no backup since this server was restored from one of ${restored.backupOf.toISOString()}.`;
      return [warning(says, mend)];
    }
    if (last === null) return [warning('There is no backup.', mend)];
    if (isAhead(last.at, clock())) {
      const says = `The last backup (${last.file}) is dated ${last.at.toISOString()}, ahead of the clock: it counts as none.`;
      return [warning(says, mend)];
    }
    const hours = Math.floor((clock().getTime() - last.at.getTime()) / HOUR_MS);
    return [warning(`The newest backup is ${hours} hours old (${last.file}).`, mend)];
  },
};
