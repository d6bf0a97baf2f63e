import { convertedCounts } from '@crece/contract/schemas';
import { z } from 'zod';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import { SERVER_DEVICE } from '../gateway/child/child-routes.ts';
import type { JobContext, JobEnd } from '../jobs/job-kind.ts';
import { unitsOfScope } from '../reports/report-units.ts';
import { settingsNumber } from '../settings/programme-store.ts';
import type { ConvertParameters } from './convert-request.ts';
import { NOTHING_CONVERTED, sumOfCounts } from './convert-unit.ts';
import { convertUnits } from './convert-units.ts';

/** The checkpoint, stored after each unit. */
const checkpointSchema = z.object({
  /** The timestamp of every write of this job; later attempts recognise earlier writes by it. */
  now: z.string(),
  /** Databases of the finished units. */
  done: z.array(z.string()),
  counts: convertedCounts,
});

async function begunWith({ checkpoint, clock, remember }: JobContext) {
  const kept = checkpointSchema.safeParse(checkpoint);
  if (kept.success) return kept.data;
  const first = { now: clock().toISOString(), done: [], counts: { ...NOTHING_CONVERTED } };
  await remember(first);
  return first satisfies z.infer<typeof checkpointSchema>;
}

/** "Convert z-scores": counts units; after a kill it continues with the interrupted unit. */
export async function convertScope(
  context: JobContext,
  parameters: ConvertParameters,
): Promise<JobEnd> {
  const { current } = await openCatalogue(context.stores, null);
  const units = unitsOfScope(parameters, (await current()).catalogue);
  const begun = await begunWith(context);
  const done: string[] = [...begun.done];
  let { counts } = begun;
  context.expect(units.length);
  const left = units.filter(({ stakeDB }) => !done.includes(stakeDB));
  let failed = 0;
  const converted = convertUnits(left, {
    stores: context.stores,
    signature: {
      name: parameters.name,
      now: new Date(begun.now),
      device: SERVER_DEVICE,
      settings: await settingsNumber(context.stores),
    },
    isDryRun: false,
    onProgress: ({ stakeName }, lookedAt) => {
      context.signal.throwIfAborted();
      context.progress(done.length, lookedAt === 0 ? stakeName : `${stakeName}: ${lookedAt}`);
    },
    isEnded: () => context.signal.aborted,
  });
  for await (const outcome of converted) {
    const { stakeDB } = outcome.unit;
    if ('error' in outcome) {
      failed += 1;
      if (failed === units.length) throw outcome.error;
      context.problem({ unit: stakeDB, code: 'unit-failed', count: 1 }, outcome.error);
    } else {
      counts = sumOfCounts(counts, outcome.counts);
    }
    done.push(stakeDB);
    await context.remember({ now: begun.now, done, counts: { ...counts } });
  }
  context.progress(units.length, '');
  return { result: { ...counts } };
}
