/** A generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs `work` while all random values (ids, hashes of revisions) are determined by a seed. */
export async function withChance<T>(seed: number, work: () => Promise<T>): Promise<T> {
  const { random } = Math;
  const bytes = seeded(seed);
  Math.random = seeded(seed);
  crypto.getRandomValues = (array) => {
    const { buffer, byteOffset, byteLength } = array as ArrayBufferView;
    const filled = new Uint8Array(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength; at += 1) filled[at] = Math.floor(bytes() * 256);
    return array;
  };
  try {
    return await work();
  } finally {
    Math.random = random;
    // The assigned function hides the browser's own; deleting it restores that one.
    Reflect.deleteProperty(crypto, 'getRandomValues');
  }
}

/** One of several options, with probability in proportion to its weight. */
export function weighted<T extends string>(
  random: Random,
  weights: Readonly<Record<T, number>>,
): T {
  const entries = Object.entries(weights) as [T, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  throw new Error('there is nothing to choose from');
}

export function pickOf<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
}
