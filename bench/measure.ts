/** One line of a benchmark's result. */
export interface Measurement {
  what: string;
  ms: number;
  samples: number;
  /** How many of what were handled in that time, told as a rate. */
  handled?: { count: number; name: string };
  /** What the same run took another way, told as a ratio: machines differ, ratios less. */
  baseline?: { what: string; ms: number };
  budgetMs?: number;
}

/** The value below which a share of the samples lies (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error('no samples');
  return value;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Runs before the clock counts, so that the engine has compiled what it will compile. */
const WARM_UPS = 3;

/**
 * Median milliseconds of several ways to do the same, taken in turns, so that a busy moment of the
 * machine falls on all of them alike.
 */
export function medianTimes<Name extends string>(
  samples: number,
  ways: Readonly<Record<Name, () => void>>,
): Record<Name, number> {
  const names = Object.keys(ways) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let run = -WARM_UPS; run < samples; run++)
    for (const name of names) {
      const start = performance.now();
      ways[name]();
      if (run >= 0) times[name].push(performance.now() - start);
    }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<
    Name,
    number
  >;
}
