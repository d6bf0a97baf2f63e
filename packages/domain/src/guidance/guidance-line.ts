import type { IsoDate } from '../fields/entities.ts';
import type { ZIndex } from '../screening/stored-z-scores.ts';

/** How soon the child should be seen according to a line, from the mildest to the most severe. */
export const GUIDANCE_SEVERITIES = ['information', 'two-weeks', 'this-week', 'today'] as const;
export type GuidanceSeverity = (typeof GUIDANCE_SEVERITIES)[number];

/** A WHO exact z-score, or a MUAC in cm, that lies below a line. */
export interface BelowLine {
  readonly index: ZIndex | 'muac';
  readonly value: number;
  readonly line: number;
}

/** Why WHO puts a moderately malnourished child first for special food. */
export type PriorityReason =
  | { readonly why: 'under-age'; readonly line: number }
  | ({ readonly why: 'below-line' } & BelowLine);

/** WHO's range of energy for a weight, kcal a day, rounded to 10. */
export interface EnergyRange {
  readonly fromKcal: number;
  readonly toKcal: number;
  readonly weight: number;
}

/** A weight in kg that is lower than at an earlier screening. */
export interface WeightLoss {
  readonly since: IsoDate;
  readonly before: number;
  readonly now: number;
}

/** A sign of malnutrition that was not examined, or a measure without a z-score. */
export type Unchecked =
  | { readonly what: 'muac' | 'oedema' | 'wl' }
  /** Both measures exist, but WHO's tables have no row for this height or age. */
  | { readonly what: 'wl-outside-reference' }
  /** A stored MUAC of 108 means 10.8 cm in millimetres: unusable until it is measured again. */
  | { readonly what: 'muac-millimetres'; readonly value: number };

/**
 * What still keeps a recovering child from WHO's exit: a figure that is too low, or a missing one.
 */
export type NotYet = ({ readonly what: 'below-line' } & BelowLine) | Unchecked;

interface Common {
  readonly severity: GuidanceSeverity;
  /** `lead` for the one line of G1 to G5; `below` for the other lines under it. */
  readonly place: 'lead' | 'below';
}

type Params =
  | { readonly code: 'G1' }
  | {
      readonly code: 'G2';
      readonly figures: readonly BelowLine[];
      /** The programme does not count this MUAC, because its weight for height is good. */
      readonly isProgrammeMilder: boolean;
    }
  | {
      readonly code: 'G3';
      readonly figures: readonly BelowLine[];
      readonly priority: readonly PriorityReason[];
      /** Null without a weight, and where no amount of food may be shown. */
      readonly energy: EnergyRange | null;
    }
  | {
      readonly code: 'G4';
      readonly figures: readonly BelowLine[];
      readonly weightLoss: WeightLoss | null;
    }
  | { readonly code: 'G5'; readonly figures: readonly BelowLine[] }
  | { readonly code: 'G6'; readonly value: number; readonly line: number }
  | { readonly code: 'G7'; readonly unchecked: readonly Unchecked[] }
  | {
      readonly code: 'G8';
      /** Number of consecutive screenings, this one included, that met all three conditions. */
      readonly screeningsMet: 0 | 1 | 2;
      readonly notYet: readonly NotYet[];
    }
  | ({ readonly code: 'G9' } & OwnCheck)
  | ({ readonly code: 'G10' } & MethodNote);

/** A check of this screening against the previous ones; our own, not WHO's. */
export type OwnCheck =
  | {
      readonly kind: 'height-fell';
      readonly since: IsoDate;
      readonly before: number;
      readonly now: number;
    }
  | ({ readonly kind: 'weight-lost' } & WeightLoss)
  | {
      readonly kind: 'z-fell';
      readonly index: 'wa' | 'wl';
      readonly since: IsoDate;
      readonly before: number;
      readonly now: number;
    };

export type MethodNote =
  | {
      readonly kind: 'other-band';
      readonly index: ZIndex;
      readonly exact: number;
      readonly programme: number;
      /** The most severe line between the two figures. */
      readonly line: number;
    }
  | {
      readonly kind: 'outside-form';
      readonly measure: 'height' | 'weight';
      readonly value: number;
      readonly min: number;
      readonly max: number;
      /** The weight is below the form's minimum: the child must see a health worker today. */
      readonly isTooLight: boolean;
    };

/** One line of the panel "WHO 2023 guidance, for information". */
export type GuidanceLine = Common & Params;
export type GuidanceCode = GuidanceLine['code'];

/** A guidance line with one of the given codes. */
export type GuidanceOf<C extends GuidanceCode> = Extract<GuidanceLine, { readonly code: C }>;

/** Whether severity `a` is at least as severe as `b`. */
export function isAsGrave(a: GuidanceSeverity, b: GuidanceSeverity): boolean {
  return GUIDANCE_SEVERITIES.indexOf(a) >= GUIDANCE_SEVERITIES.indexOf(b);
}

/** Lines that are always shown open, whatever their severity. */
const NEVER_FOLDED: ReadonlySet<GuidanceCode> = new Set(['G1', 'G2', 'G4']);

/**
 * Whether the panel may be folded: not while a line asks for a referral today or this week, or says
 * that a child has not recovered yet.
 */
export function mayFold(lines: readonly GuidanceLine[]): boolean {
  return lines.every((line) => {
    // "Not yet recovered" stays in sight: the other figures may look well.
    if (line.code === 'G8' && line.notYet.length > 0) return false;
    return !(NEVER_FOLDED.has(line.code) || isAsGrave(line.severity, 'this-week'));
  });
}
