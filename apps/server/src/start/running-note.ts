import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATHS } from '@crece/contract';
import { healthResponse } from '@crece/contract/schemas';
import { z } from 'zod';

const FILE_NAME = 'server.json';
/** Short, because a server on this machine answers at once, and a command must not hang. */
const ANSWER_MS = 2_000;

const runningNote = z.object({
  /** Name of this run, as in its `/health`. */
  run: z.string(),
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  address: z.string(),
  /** Origin of its links. */
  publicUrl: z.string(),
  /** The data folder, to recognise a copy of it (a backup), on which that server does not run. */
  folder: z.string(),
  /** See `http/local-word.ts`; older builds noted none. */
  localSecret: z.string().default(''),
});
export type RunningNote = z.infer<typeof runningNote>;

async function readNote(dataDir: string): Promise<RunningNote | null> {
  try {
    const text = await readFile(join(dataDir, FILE_NAME), 'utf8');
    return runningNote.parse(JSON.parse(text));
  } catch {
    // No note, or an unusable one.
    return null;
  }
}

/**
 * Writes into the data folder where the server listens, for the command line. Returns the function
 * that removes the note at the end, unless another server has written its own since.
 */
export async function leaveNote(
  dataDir: string,
  note: Omit<RunningNote, 'folder'>,
): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE_NAME);
  const temporary = `${file}.${note.run}.tmp`;
  try {
    const text = JSON.stringify({ ...note, folder: await realpath(dataDir) } satisfies RunningNote);
    await writeFile(temporary, `${text}\n`, { mode: 0o600 });
    // Renamed into place, so that a half-written note is never read.
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return async () => {
    if ((await readNote(dataDir))?.run !== note.run) return;
    // If it cannot be removed: a stale note is detected when it is read.
    await rm(file, { force: true }).catch(() => undefined);
  };
}

/**
 * The note of the server that runs on this data folder; `null` when there is none. The note of a killed
 * server is detected, because the address must answer with the same run.
 */
export async function runningServer(dataDir: string): Promise<RunningNote | null> {
  const note = await readNote(dataDir);
  if (note === null || note.folder !== (await realpath(dataDir))) return null;
  try {
    const answer = await fetch(note.address + API_PATHS.health, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { run } = healthResponse.parse(await answer.json());
    return run === note.run ? note : null;
  } catch {
    return null;
  }
}

/** The origin of links of the server that runs on this data folder; `null` when there is none. */
export async function publicUrlOfRunning(dataDir: string): Promise<string | null> {
  return (await runningServer(dataDir))?.publicUrl ?? null;
}
