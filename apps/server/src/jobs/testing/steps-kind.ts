import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { storeFault } from '../../store/sqlite/faults.ts';
import { jobKind } from '../job-kind.ts';

/** A database that has as much room as a full disk. */
function fillDatabase(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE held (bytes BLOB)');
    database.exec('INSERT INTO held VALUES (randomblob(100000))');
  } catch (error) {
    throw storeFault(path, error);
  } finally {
    database.close();
  }
}

/** A kind for the tests of the runner; its parameters say what it does, step by step. */
export default jobKind({
  file: import.meta.url,
  audit: 'report-made',
  afterKill: 'resume',
  parameters: z.object({
    steps: z.number(),
    pauseMs: z.number().default(0),
    /** What happens at the last step. */
    at: z.enum(['end', 'throw', 'fill-memory', 'fill-disk', 'exit']).default('end'),
    /** A unit in which each step writes a record. */
    unit: z.string().optional(),
  }),
  async run(context, { steps, pauseMs, at, unit }) {
    context.expect(steps);
    await writeFile(join(context.folder, 'half.part'), 'half');
    const from = typeof context.checkpoint === 'number' ? context.checkpoint : 0;
    const store = unit === undefined ? null : await context.stores.open(`unit_${unit}`);
    for (let step = from; step < steps; step += 1) {
      context.signal.throwIfAborted();
      await store?.write([{ _id: `chld_${unit}_${context.job.id}_${step}`, firstName: 'Ana' }]);
      context.progress(step + 1, `step ${step + 1}`);
      await context.remember(step + 1);
      await delay(pauseMs);
    }
    if (at === 'throw') throw new Error('the kind has a fault');
    if (at === 'exit') process.exit(0);
    if (at === 'fill-disk') fillDatabase(join(context.folder, 'full.sqlite'));
    const held: number[][] = [];
    while (at === 'fill-memory') held.push(Array.from({ length: 100_000 }, (_, i) => i + 0.5));
    context.problem({ unit: null, code: 'nothing', count: held.length });
    return { result: { from, attempt: context.attempt } };
  },
});
