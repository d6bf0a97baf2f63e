import { pickOf, type Random, weighted } from './random.ts';

/**
 * An action on a phone. `pick` in [0, 1) selects one of the records present at that moment, so that
 * the same action works on every phone.
 */
export type Act =
  | { kind: 'create-child'; name: string; birthDate: string; isGirl: boolean }
  | { kind: 'edit-child'; pick: number; field: 'ward' | 'phone' | 'mother'; value: string }
  | { kind: 'correct-birth-date'; pick: number; birthDate: string }
  | { kind: 'screen'; pick: number; height: string; weight: string; muac: string }
  | { kind: 'edit-screening'; pick: number; pickScreening: number; weight: string }
  | { kind: 'remove-screening'; pick: number; pickScreening: number }
  | { kind: 'remove-child'; pick: number }
  /** Decides that two children are one, with some values of the other. */
  | { kind: 'merge-children'; pick: number; pickOther: number; takes: boolean }
  /** Decides that a record of a child of several is of another child. */
  | { kind: 'unmerge-child'; pick: number; pickRecord: number }
  | { kind: 'create-mother'; name: string }
  | { kind: 'edit-mother'; pick: number; value: string }
  | { kind: 'remove-mother'; pick: number }
  /** Resolves one open task of any kind. */
  | { kind: 'choose'; pick: number; side: 'first' | 'second'; keeps: boolean }
  /** A newer version of the application writes a field that this one does not know. */
  | { kind: 'write-newer-field'; pick: number; value: string };

const WEIGHTS = {
  'create-child': 20,
  'edit-child': 22,
  'correct-birth-date': 4,
  screen: 30,
  'edit-screening': 14,
  'remove-screening': 5,
  'remove-child': 5,
  'merge-children': 6,
  'unmerge-child': 4,
  'create-mother': 5,
  'edit-mother': 6,
  'remove-mother': 2,
  choose: 8,
  'write-newer-field': 3,
} as const satisfies Record<Act['kind'], number>;

/** Old enough to be screened, and young enough for a phone whose clock is two years ahead. */
const BIRTH_DATES = ['2024-02-29', '2024-06-01', '2024-10-17', '2025-01-31', '2025-03-08'];
const WARDS = ['El Centro', 'La Loma', 'San José'];

/** The next action of a phone; the same random numbers give the same actions. */
export function nextAct(random: Random, label: string): Act {
  const kind = weighted(random, WEIGHTS);
  const pick = random();
  const figure = (least: number, span: number): string => (least + random() * span).toFixed(1);
  switch (kind) {
    case 'create-child':
      return { kind, name: label, birthDate: pickOf(random, BIRTH_DATES), isGirl: pick < 0.5 };
    case 'edit-child': {
      const field = pickOf(random, ['ward', 'phone', 'mother'] as const);
      return { kind, pick, field, value: field === 'ward' ? pickOf(random, WARDS) : label };
    }
    case 'correct-birth-date':
      return { kind, pick, birthDate: pickOf(random, BIRTH_DATES) };
    case 'screen':
      return {
        kind,
        pick,
        height: figure(62, 18),
        weight: figure(5.5, 6),
        muac: figure(10.5, 4),
      };
    case 'edit-screening':
      return { kind, pick, pickScreening: random(), weight: figure(5.5, 6) };
    case 'remove-screening':
      return { kind, pick, pickScreening: random() };
    case 'merge-children':
      return { kind, pick, pickOther: random(), takes: random() < 0.5 };
    case 'unmerge-child':
      return { kind, pick, pickRecord: random() };
    case 'remove-child':
    case 'remove-mother':
      return { kind, pick };
    case 'create-mother':
      return { kind, name: label };
    case 'edit-mother':
    case 'write-newer-field':
      return { kind, pick, value: label };
    case 'choose':
      return {
        kind,
        pick,
        side: random() < 0.5 ? 'first' : 'second',
        keeps: random() < 0.5,
      };
  }
}
