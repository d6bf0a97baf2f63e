/** One line of a benchmark's result. */
export interface Measurement {
  what: string;
  ms: number;
  samples: number;
  /** The number of items processed in that time, shown as a rate. */
  handled?: { count: number; name: string };
  /**
   * The time of an alternative in the same run, shown as a ratio: ratios vary less between
   * machines.
   */
  baseline?: { what: string; ms: number };
  budgetMs?: number;
  /** What `ms` and the budget are in, when not milliseconds. */
  unit?: string;
}

/** The value below which this share of the samples lies (nearest rank). */
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

/** Runs before measuring, so that the engine has compiled the code. */
const WARM_UPS = 3;

/**
 * Median milliseconds of several alternatives, run in turns, so that a busy moment of the machine
 * affects all equally.
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
