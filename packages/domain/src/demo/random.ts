/** Pseudo-random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** A number between two others. */
  between(from: number, to: number): number;
  /** Normally distributed with mean 0 and standard deviation 1. */
  normal(): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** 2^32, the number of values of a 32-bit word. */
const WORDS = 4_294_967_296;

/** The mulberry32 generator: Weyl steps with a multiply-and-shift mixer. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / WORDS;
  };
  const between = (from: number, to: number) => from + (to - from) * next();
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    // Box–Muller transform; 1 − next() is never 0, so the logarithm is finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (share) => next() < share,
    pick: <T>(items: readonly [T, ...T[]]): T =>
      items[Math.floor(next() * items.length)] ?? items[0],
  };
}
