/**
 * The children list of a unit with 50,000 children beside one with 10,000, at CPU 4×, in turns: time and
 * memory may grow by no more than the number of children does, and the first rows do not depend on it.
 */
import { startServer } from '../../e2e/support/server-process.ts';
import { type Measurement, median, quantile } from '../measure.ts';
import { closeSides, coldStart, keyStrokes, leave, openSide, type Side, throttle } from './list.ts';

const SMALL = 10_000;
const LARGE = 50_000;
const CPU_RATE = 4;
const STARTS = 5;
/** Room for a busy machine, where nothing should grow at all. */
const SAME = 1.3;

interface Figures {
  row: number[];
  search: number[];
  keys: number[];
  heap: number[];
}

/** Megabytes that the page's JavaScript holds, without garbage. */
async function heapOf({ page, context }: Side): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

async function measure(sides: readonly Side[]): Promise<Figures[]> {
  const figures = sides.map((): Figures => ({ row: [], search: [], keys: [], heap: [] }));
  for (const { page } of sides) await throttle(page, CPU_RATE);
  for (let round = 0; round < STARTS; round += 1) {
    for (const [index, side] of sides.entries()) {
      const { row, search } = await coldStart(side.page, side.server.url);
      figures[index]?.row.push(row);
      figures[index]?.search.push(search);
      figures[index]?.heap.push(await heapOf(side));
      await leave(side.page);
    }
  }
  for (const [index, side] of sides.entries())
    figures[index]?.keys.push(...(await keyStrokes(side)));
  return figures;
}

export async function large(): Promise<Measurement[]> {
  const server = await startServer();
  const sides: Side[] = [];
  try {
    for (const children of [SMALL, LARGE]) sides.push(await openSide(server, children));
    const [small, big] = await measure(sides);
    if (small === undefined || big === undefined) throw new Error('nothing was measured');
    const line = (
      what: string,
      name: keyof Figures,
      growth: number,
      value: (samples: readonly number[]) => number = median,
    ): Measurement => ({
      what: `50,000 children, CPU 4×: ${what}`,
      ms: value(big[name]),
      samples: big[name].length,
      baseline: { what: '10,000 children', ms: value(small[name]) },
      budgetMs: value(small[name]) * growth,
      ...(name === 'heap' && { unit: 'MB' }),
    });
    const more = LARGE / SMALL;
    return [
      line('cold start offline, to the first rows', 'row', SAME),
      line('cold start offline, to an answered search', 'search', more),
      line('key stroke to results, median', 'keys', more),
      line('key stroke to results, p95', 'keys', more, (keys) => quantile(keys, 0.95)),
      line('memory of the page', 'heap', more),
    ];
  } finally {
    await closeSides(sides);
    await server.stop();
  }
}
