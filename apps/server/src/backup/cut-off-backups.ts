import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a backup left that was cut off so long ago is of no use: one that is under way writes. */
const CUT_OFF_AFTER_MS = 6 * 3_600_000;
const UNFINISHED = /^crece-[\d-]+\.backup(?:\.age)?\.(?:part|copy2?|copies)$/;

/** Removes what backups left in a folder whose server was killed meanwhile. */
export async function dropCutOff(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => UNFINISHED.test(each))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now.getTime() - found.mtimeMs > CUT_OFF_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
