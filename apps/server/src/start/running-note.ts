import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATHS } from '@crece/contract';
import { healthResponse } from '@crece/contract/schemas';
import { z } from 'zod';

const FILE_NAME = 'server.json';
/** A server on this machine answers at once; a command must not hang on one that does not. */
const ANSWER_MS = 2_000;

const runningNote = z.object({
  /** Name of this run, as its `/health` says it. */
  run: z.string(),
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  address: z.string(),
  /** Origin that its links lead to. */
  publicUrl: z.string(),
  /** The data folder: a copy of it elsewhere (a backup) is not what that server runs on. */
  folder: z.string(),
});
type RunningNote = z.infer<typeof runningNote>;

async function readNote(dataDir: string): Promise<RunningNote | null> {
  try {
    const text = await readFile(join(dataDir, FILE_NAME), 'utf8');
    return runningNote.parse(JSON.parse(text));
  } catch {
    // None, or one that nobody can use.
    return null;
  }
}

/**
 * Writes into the data folder where the server listens, for the command line beside it. Gives what
 * takes the note away again at the end, unless another server has written its own since.
 */
export async function leaveNote(
  dataDir: string,
  note: Omit<RunningNote, 'folder'>,
): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE_NAME);
  const temporary = `${file}.${note.run}.tmp`;
  try {
    const text = JSON.stringify({ ...note, folder: await realpath(dataDir) } satisfies RunningNote);
    await writeFile(temporary, `${text}\n`);
    // Renamed into place: nobody reads half a note.
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return async () => {
    if ((await readNote(dataDir))?.run !== note.run) return;
    // Left behind, it is not believed.
    await rm(file, { force: true }).catch(() => undefined);
  };
}

/**
 * The origin that links of the server running on this data folder lead to; `null` when none is
 * found. What a server that was killed left behind is not believed: the address must answer, as
 * that very run.
 */
export async function publicUrlOfRunning(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  if (note === null || note.folder !== (await realpath(dataDir))) return null;
  try {
    const answer = await fetch(note.address + API_PATHS.health, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { run } = healthResponse.parse(await answer.json());
    return run === note.run ? note.publicUrl : null;
  } catch {
    return null;
  }
}
