import {
  heightLimits,
  isWithin,
  LIMITS,
  type Limits,
  STANDING_FROM_MONTHS,
  Z_LINES,
} from '../base/limits.ts';
import { acuteEvidence } from '../screening/acute-evidence.ts';
import { type AssessedChild, measuredZScores } from '../screening/assess-measures.ts';
import { muacBandOf } from '../screening/muac.ts';
import { compareScreenings } from '../screening/order.ts';
import { Z_INDICES, type ZFigures, type ZIndex } from '../screening/stored-z-scores.ts';
import type { ProgrammeSettings } from '../settings/programme-settings.ts';
import { babyWeightLoss, ownChecks } from './changes.ts';
import type {
  BelowLine,
  EnergyRange,
  GuidanceLine,
  GuidanceOf,
  GuidanceSeverity,
  MethodNote,
  PriorityReason,
} from './guidance-line.ts';
import { recoveryOf, uncheckedOf } from './recovery.ts';
import {
  type GuidedScreening,
  isFromSixMonths,
  isUnderSixMonths,
  moderateFigures,
  muacBelow,
  severeFigures,
  type WhoScreening,
  whoScreening,
  zBelow,
} from './who-screening.ts';

/**
 * Figures from WHO and from local practice that only the guidance uses; ages in months, MUAC in cm.
 */
const GUIDANCE_LINES = {
  /** A moderate child younger than this has priority for special food. WHO 2023. */
  priorityUnderMonths: STANDING_FROM_MONTHS,
  /** A moderate child with a MUAC below this has priority for special food. WHO 2023. */
  priorityMuac: 12,
  /** Before this day of life a baby's MUAC is not assessed (local practice, MAMI). */
  infantMuacFromDay: 42,
  /** WHZ above the first is overweight, above the second obese. WHO 2006. */
  overweight: 2,
  obese: 3,
} as const;

/** WHO's energy for a moderately malnourished child, kcal per kg of weight and day. WHO 2023. */
const ENERGY_KCAL_PER_KG = { from: 40, to: 78 } as const;

export interface GuidanceInput {
  readonly screening: GuidedScreening;
  readonly child: AssessedChild;
  /** All other screenings of the child; later ones are ignored. */
  readonly previousScreenings: readonly GuidedScreening[];
  readonly settings: Pick<ProgrammeSettings, 'infantMuacLine'>;
  /** False while the child, or one of the ages in conflict, is under 6 months today. */
  readonly mayNameFood: boolean;
  /** The programme's own evidence is acute, by the measures or by a stored figure that counts. */
  readonly isProgrammeAcute: boolean;
}

/** The child's screenings up to this one, as WHO's rules read them. */
interface Course {
  readonly entry: WhoScreening;
  /** Ordered oldest first, without this screening. */
  readonly earlier: readonly WhoScreening[];
  /** The programme's z-scores of the same measures. */
  readonly programme: ZFigures;
  readonly input: GuidanceInput;
}

function lead<const T extends object>(severity: GuidanceSeverity, params: T) {
  return { ...params, severity, place: 'lead' } as const;
}

function below<const T extends object>(severity: GuidanceSeverity, params: T) {
  return { ...params, severity, place: 'below' } as const;
}

function swelling({ entry }: Course): GuidanceOf<'G1'> | null {
  return entry.isSwollen ? lead('today', { code: 'G1' }) : null;
}

function severe({ entry, programme }: Course): GuidanceOf<'G2'> | null {
  const figures = severeFigures(entry);
  if (figures.length === 0) return null;
  const { ageMonths, measures } = entry;
  const { level, from } = acuteEvidence({ ageMonths, zScore: programme, muac: measures.muac });
  const isByMuac = figures.some(({ index }) => index === 'muac');
  const isProgrammeMilder = isByMuac && from === 'whz' && level !== 'severe';
  return lead('today', { code: 'G2', figures, isProgrammeMilder });
}

function priorityOf(entry: WhoScreening): readonly PriorityReason[] {
  const { priorityUnderMonths: line, priorityMuac } = GUIDANCE_LINES;
  const isYoung = entry.ageMonths !== null && entry.ageMonths < line;
  const figures: readonly BelowLine[] = [
    ...muacBelow(entry, priorityMuac),
    ...zBelow(entry, ['wa'], Z_LINES.severe),
  ];
  return [
    ...(isYoung ? [{ why: 'under-age', line } as const] : []),
    ...figures.map((figure) => ({ why: 'below-line', ...figure }) as const),
  ];
}

function energyOf({ measures }: WhoScreening): EnergyRange | null {
  const { weight } = measures;
  if (weight === undefined) return null;
  const toTen = (kcal: number) => Math.round(kcal / 10) * 10;
  const { from, to } = ENERGY_KCAL_PER_KG;
  return { fromKcal: toTen(weight * from), toKcal: toTen(weight * to), weight };
}

function moderate({ entry, input }: Course): GuidanceOf<'G3'> | null {
  const figures = moderateFigures(entry);
  if (figures.length === 0) return null;
  const energy = input.mayNameFood ? energyOf(entry) : null;
  return lead('two-weeks', { code: 'G3', figures, priority: priorityOf(entry), energy });
}

function babyAtRisk({ entry, earlier, input }: Course): GuidanceOf<'G4'> | null {
  if (!isUnderSixMonths(entry)) return null;
  const hasMuacLine = entry.ageDays >= GUIDANCE_LINES.infantMuacFromDay;
  const figures = [
    ...zBelow(entry, ['wa', 'wl'], Z_LINES.moderate),
    ...(hasMuacLine ? muacBelow(entry, input.settings.infantMuacLine) : []),
  ];
  const weightLoss = babyWeightLoss(entry, earlier);
  if (figures.length === 0 && weightLoss === null) return null;
  return lead('this-week', { code: 'G4', figures, weightLoss });
}

function lowForAge({ entry, input }: Course): GuidanceOf<'G5'> | null {
  // Beneath an acute verdict "not acute malnutrition" would deny it.
  if (!isFromSixMonths(entry) || input.isProgrammeAcute) return null;
  const figures = zBelow(entry, ['ha', 'wa'], Z_LINES.moderate);
  return figures.length === 0 ? null : lead('information', { code: 'G5', figures });
}

function overweight({ entry }: Course): readonly GuidanceLine[] {
  const { z } = entry.exact.wl;
  const line = [GUIDANCE_LINES.obese, GUIDANCE_LINES.overweight].find((at) => z !== null && z > at);
  return z === null || line === undefined
    ? []
    : [below('information', { code: 'G6', value: z, line })];
}

const SEVERITY_OF_BAND = { red: 'today', yellow: 'two-weeks', green: 'information' } as const;

function notChecked({ entry }: Course): readonly GuidanceLine[] {
  const unchecked = isFromSixMonths(entry) ? uncheckedOf(entry) : [];
  if (unchecked.length === 0) return [];
  // Only a MUAC in millimetres has a severity band although it is not a usable measure: it is rated
  // as a tenth of its value.
  const isRanked = unchecked.some(({ what }) => what === 'muac-millimetres');
  const band = muacBandOf(entry.screening.muac, entry.ageMonths);
  const severity = isRanked && band !== undefined ? SEVERITY_OF_BAND[band] : 'information';
  return [below(severity, { code: 'G7', unchecked })];
}

function recovering({ entry, earlier }: Course): readonly GuidanceLine[] {
  const recovery = recoveryOf(entry, earlier);
  return recovery === null ? [] : [below('information', { code: 'G8', ...recovery })];
}

function changed({ entry, earlier }: Course): readonly GuidanceLine[] {
  return ownChecks(entry, earlier).map((check) => below('information', { code: 'G9', ...check }));
}

/** The most severe line that lies between two figures. */
function lineBetween(a: number, b: number): number | undefined {
  const lines = [Z_LINES.severe, Z_LINES.moderate, Z_LINES.marginal];
  return lines.find((line) => a < line !== b < line);
}

function otherBand({ entry, programme }: Course, index: ZIndex): readonly MethodNote[] {
  const exact = entry.exact[index].z;
  const figure = programme[index];
  if (exact === null || figure === null) return [];
  const line = lineBetween(exact, figure);
  return line === undefined ? [] : [{ kind: 'other-band', index, exact, programme: figure, line }];
}

function outsideForm(
  measure: 'height' | 'weight',
  value: number | undefined,
  limits: Limits | null,
): readonly MethodNote[] {
  if (value === undefined || limits === null || isWithin(value, limits)) return [];
  const isTooLight = measure === 'weight' && value < limits.min;
  return [{ kind: 'outside-form', measure, value, ...limits, isTooLight }];
}

function methodNotes(course: Course): readonly GuidanceLine[] {
  const { ageMonths, measures } = course.entry;
  const height = ageMonths === null ? null : heightLimits(Math.floor(ageMonths));
  const notes = [
    ...Z_INDICES.flatMap((index) => otherBand(course, index)),
    ...outsideForm('height', measures.height, height),
    ...outsideForm('weight', measures.weight, LIMITS.weight),
  ];
  return notes.map((note) => {
    const isUrgent = note.kind === 'outside-form' && note.isTooLight;
    return below(isUrgent ? 'today' : 'information', { code: 'G10', ...note });
  });
}

/** The first one that applies is the leading line. */
const LEADING = [swelling, severe, moderate, babyAtRisk, lowForAge] as const;
/** All that apply are listed below the leading line. */
const BELOW = [overweight, notChecked, recovering, changed, methodNotes] as const;

function courseOf(input: GuidanceInput): Course {
  const { screening, child } = input;
  const entry = whoScreening(screening, child);
  const earlier = input.previousScreenings
    .filter((other) => compareScreenings(other, screening) < 0)
    .sort(compareScreenings)
    .map((other) => whoScreening(other, child));
  const { ageMonths, measures } = entry;
  const programme = measuredZScores({ sex: child.gender, ageMonths, ...measures });
  return { entry, earlier, programme, input };
}

/**
 * What WHO's guidance of 2023 says about one screening. It is shown next to the programme's colour
 * and never changes it. Returns the first of G1 to G5 that applies, then every one of G6 to G10
 * that applies. Figures are WHO exact z-scores (two decimals), MUAC and height in cm, weight in kg;
 * an implausible stored measure counts as not measured. Does not use the clock and never throws.
 *
 * A girl of 14 months with MUAC 10.8 and WHZ −1.1: G2, severe by MUAC 10.8, below 11.5.
 */
export function guidance(input: GuidanceInput): readonly GuidanceLine[] {
  const course = courseOf(input);
  const leading = LEADING.reduce<GuidanceLine | null>((found, rule) => found ?? rule(course), null);
  return [...(leading === null ? [] : [leading]), ...BELOW.flatMap((rule) => rule(course))];
}
