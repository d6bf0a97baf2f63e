import { existsSync } from 'node:fs';
import { CHECKS, type CheckFinding, examineServer } from '../../doctor/doctor.ts';
import type { DoctorParts } from '../../doctor/finding.ts';
import { settingsFindings } from '../../doctor/settings-checks.ts';
import { type Config, parseConfig } from '../../start/config.ts';
import { isRestoreCut } from '../../start/cut-restore.ts';
import { databasesFolder, openDataStores } from '../../start/data-folder.ts';
import { openStores } from '../../start/open-stores.ts';
import { loadSettingsFile } from '../../start/read-config.ts';
import { runningServer } from '../../start/running-note.ts';
import type { Stores } from '../../store/document-store.ts';
import { diskOf } from '../../watch/readiness.ts';
import type { Console } from '../console.ts';
import { readTyped } from '../typed-options.ts';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  ntp: { type: 'string' },
} as const;

/** The databases, opened as they are; a fault of theirs is told by the check of the files. */
async function storesOf(config: Config): Promise<Stores | null> {
  try {
    if (config.couch !== null) return await openStores(config);
    if (isRestoreCut(config.dataDir) || !existsSync(databasesFolder(config.dataDir))) return null;
    return await openDataStores(config.dataDir);
  } catch {
    return null;
  }
}

async function examined(config: Config, ntp: string | null): Promise<readonly CheckFinding[]> {
  const stores = await storesOf(config);
  const parts: DoctorParts = {
    ...{ config, stores, ntp, disk: diskOf, clock: () => new Date() },
    environment: process.env,
    server: existsSync(config.dataDir) ? await runningServer(config.dataDir) : null,
    uid: process.getuid?.() ?? null,
  };
  try {
    return await examineServer(parts);
  } finally {
    await stores?.close();
  }
}

function sentencesOf(told: readonly CheckFinding[]): string[] {
  if (told.length === 0) return [`All is well: ${CHECKS.length} things were looked at.`];
  return told.map(
    ({ level, check, says, mend }) =>
      `${level === 'fault' ? 'FAULT' : 'warning'} (${check}): ${says}\n  mend: ${mend}`,
  );
}

function exitCodeOf(told: readonly CheckFinding[]): 0 | 1 | 2 {
  if (told.some(({ level }) => level === 'fault')) return 2;
  return told.length > 0 ? 1 : 0;
}

/** `crece doctor`: what is amiss with this server, and the command that mends it. */
export async function runDoctor(args: readonly string[], io: Console): Promise<0 | 1 | 2> {
  const { json, ntp } = readTyped(args, OPTIONS);
  loadSettingsFile();
  const parsed = parseConfig(process.env);
  const told = parsed.ok
    ? await examined(parsed.config, ntp ?? null)
    : settingsFindings(parsed.problems).map((finding) => ({ ...finding, check: 'settings' }));
  const code = exitCodeOf(told);
  if (json) await io.write(`${JSON.stringify({ code, findings: told }, null, 2)}\n`);
  else for (const sentence of sentencesOf(told)) await io.write(`${sentence}\n`);
  return code;
}
