import type { Random } from './random.ts';

/** Which measures are taken at a child's screenings. */
type Measured = 'all' | 'height-weight' | 'muac';

/** Growth and screenings of one invented child; z-scores at the first and at the last screening. */
export interface ChildPlan {
  /** Age today in months. */
  age: number;
  /** 0: registered but never screened. */
  screenings: number;
  /** Days from the last screening (or the registration) to today. */
  lastScreeningDaysAgo: number;
  haz: readonly [number, number];
  whz: readonly [number, number];
  measured: Measured;
  /** MUAC at the last screening in cm; absent: a value that fits the weight for height. */
  muac?: number;
  /** Comment of the last screening. */
  comment?: string;
  oedema?: true;
  /** The age was typed in months. */
  isAgeTyped?: true;
}

const DEFAULT: ChildPlan = {
  age: 24,
  screenings: 2,
  lastScreeningDaysAgo: 20,
  haz: [-0.8, -0.8],
  whz: [0, 0],
  measured: 'all',
};

function plan(different: Partial<ChildPlan>): ChildPlan {
  return { ...DEFAULT, ...different };
}

/**
 * Children that together cover everything that a list, a card or a chart can show. The target
 * values keep a distance from every limit, so that rounding to scale and tape never moves a child
 * across one.
 */
export const SHOWCASE: readonly ChildPlan[] = [
  // Every status word, colour and supplement.
  plan({ age: 18, screenings: 3, whz: [-0.9, -3.5], haz: [-1.2, -1.6] }),
  plan({ age: 22, screenings: 4, whz: [-0.6, -2.5], haz: [-1.3, -1.5] }),
  plan({ age: 14, screenings: 3, haz: [-1.7, -2.7], whz: [-0.8, -1.2] }),
  plan({ age: 40, screenings: 4, haz: [-2.3, -2.6], whz: [-0.4, -0.5] }),
  plan({ age: 25, screenings: 2, haz: [-1.3, -1.5], whz: [-0.3, -0.4] }),
  plan({ age: 30, screenings: 5, haz: [-0.5, -0.4], whz: [0.2, 0.3] }),
  // MUAC together with weight for height, and without it.
  plan({ age: 16, screenings: 2, muac: 11.2 }),
  plan({ age: 33, screenings: 2, muac: 12.1 }),
  plan({ age: 20, screenings: 1, measured: 'muac', muac: 11.2 }),
  plan({ age: 28, screenings: 1, measured: 'muac', muac: 12 }),
  plan({ age: 12, screenings: 2, measured: 'muac', muac: 13.8 }),
  // Never screened.
  plan({ age: 9, screenings: 0, lastScreeningDaysAgo: 3 }),
  plan({ age: 44, screenings: 0, lastScreeningDaysAgo: 75 }),
  // Under 6 months: normal, low for age, and not assessed because only MUAC was taken.
  plan({ age: 4, screenings: 1, measured: 'height-weight', haz: [-0.3, -0.3] }),
  plan({
    age: 4.5,
    screenings: 1,
    measured: 'height-weight',
    haz: [-2.5, -2.5],
    lastScreeningDaysAgo: 8,
  }),
  plan({ age: 3.5, screenings: 1, measured: 'muac', muac: 11.9 }),
  // From 48 months: low for age is yellow, acute malnutrition is a separate class.
  plan({ age: 50, screenings: 3, haz: [-2.5, -2.6], whz: [-0.2, -0.3] }),
  plan({ age: 52, screenings: 2, haz: [-1, -1.1], whz: [-1.5, -3.4] }),
  plan({ age: 55, screenings: 3, haz: [-1.2, -1.2], whz: [-1.1, -2.5] }),
  // Graduated, one of them with a lapsed supplement.
  plan({ age: 63, screenings: 4, lastScreeningDaysAgo: 150, haz: [-0.9, -1] }),
  plan({ age: 66, screenings: 2, lastScreeningDaysAgo: 300, haz: [-2.5, -2.6] }),
  // Overdue: screened too long ago.
  plan({ age: 31, screenings: 3, lastScreeningDaysAgo: 270, haz: [-2.2, -2.5] }),
  plan({ age: 27, screenings: 1, lastScreeningDaysAgo: 240, whz: [-2.4, -2.4] }),
  // Oedema of both feet, obesity, a z-score beyond ±5 that was saved anyway, an age corrected in a
  // comment.
  plan({ age: 26, screenings: 2, whz: [-1.3, -1.5], oedema: true }),
  plan({ age: 23, screenings: 3, haz: [-0.6, -0.6], whz: [2, 3.2] }),
  plan({ age: 19, screenings: 1, haz: [-5.6, -5.6], whz: [0.5, 0.5] }),
  plan({ age: 22, screenings: 1, haz: [-1.6, -1.6], comment: 'age=20', isAgeTyped: true }),
  plan({ age: 29, screenings: 2, isAgeTyped: true, haz: [-1.2, -1.3] }),
  // Many screenings: a recovery, and a slow decline.
  plan({ age: 34, screenings: 6, haz: [-1.6, -1.3], whz: [-2.6, -0.4] }),
  plan({ age: 35, screenings: 6, haz: [-0.6, -2.4], whz: [0.3, -0.9] }),
];

function clamp(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}

/**
 * A typical child of a unit: rather short, of normal weight, with changing growth and sometimes a
 * missed screening.
 */
export function ordinaryPlan(random: Random): ChildPlan {
  const age = random.between(1, 59);
  const haz = clamp(-1.1 + random.normal() * 0.9, -3.5, 2);
  const whz = clamp(-0.2 + random.normal() * 0.8, -2.8, 2.2);
  const measured: Measured = random.chance(0.75)
    ? 'all'
    : random.chance(0.7)
      ? 'height-weight'
      : 'muac';
  return {
    age,
    screenings: random.chance(0.08) ? 0 : random.whole(1, 6),
    lastScreeningDaysAgo: random.chance(0.15) ? random.whole(200, 330) : random.whole(1, 160),
    haz: [haz, clamp(haz + random.normal() * 0.5, -4, 2.5)],
    whz: [whz, clamp(whz + random.normal() * 0.6, -3.6, 2.5)],
    measured,
    ...(random.chance(0.12) ? { isAgeTyped: true as const } : {}),
  };
}
