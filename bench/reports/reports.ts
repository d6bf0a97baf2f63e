import type { Measurement } from '../measure.ts';
import { reportFile } from './file.ts';
import { upload } from './upload.ts';

/** What a coordinator waits for: the largest report. Each part is a file of its own beside this one. */
export async function reports(): Promise<Measurement[]> {
  return [...(await reportFile()), ...(await upload())];
}
