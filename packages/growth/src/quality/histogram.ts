/** z-scores have two decimals and, when plausible, lie within ±6. */
const PER_UNIT = 100;
const LARGEST = 600;

/** Counts of z-scores by hundredths: the exact distribution in constant memory. */
export class ZHistogram {
  readonly #counts = new Float64Array(2 * LARGEST + 1);

  /** Counts a z-score of two decimals within ±6, once or several times. */
  add(z: number, times = 1): void {
    const bin = Math.round(z * PER_UNIT) + LARGEST;
    this.#counts[bin] = (this.#counts[bin] ?? 0) + times;
  }

  /** The counted z-scores in hundredths, each with its count. */
  *hundredths(): Iterable<readonly [hundredths: number, count: number]> {
    for (const [bin, count] of this.#counts.entries()) if (count > 0) yield [bin - LARGEST, count];
  }

  /** The moments of the scores from `low` to `high`, both included. */
  moments(low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): Moments {
    const bins: [z: number, count: number][] = [];
    this.#counts.forEach((count, bin) => {
      const z = (bin - LARGEST) / PER_UNIT;
      if (count > 0 && z >= low && z <= high) bins.push([z, count]);
    });
    const n = bins.reduce((sum, [, count]) => sum + count, 0);
    const mean = bins.reduce((sum, [z, count]) => sum + z * count, 0) / n;
    const central = (power: number) =>
      bins.reduce((sum, [z, count]) => sum + (z - mean) ** power * count, 0);
    const squares = central(2);
    const isSpread = n > 1 && squares > 0;
    return {
      n,
      mean: n > 0 ? mean : null,
      deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : null,
      skewness: isSpread ? (Math.sqrt(n) * central(3)) / squares ** 1.5 : null,
      kurtosis: isSpread ? (n * central(4)) / squares ** 2 - 3 : null,
    };
  }
}

/** The moments of a distribution; null when there are too few scores. */
export interface Moments {
  readonly n: number;
  readonly mean: number | null;
  /** Sample standard deviation, dividing by n − 1. */
  readonly deviation: number | null;
  /** g1, the third central moment over the 1.5th power of the second (Fisher). */
  readonly skewness: number | null;
  /** g2, the fourth central moment over the square of the second, minus 3: 0 for a normal curve. */
  readonly kurtosis: number | null;
}
