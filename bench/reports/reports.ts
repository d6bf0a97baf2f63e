import type { Measurement } from '../measure.ts';
import { reportFile } from './file.ts';
import { upload } from './upload.ts';

/** The largest report that a coordinator waits for. Each part has its own file in this folder. */
export async function reports(): Promise<Measurement[]> {
  return [...(await reportFile()), ...(await upload())];
}
