import { exactMeasureAtZ } from '@crece/growth/exact';
import type { Child, IsoDate, Screening, Sex } from '../../fields/entities.ts';
import { aChild, aScreening } from '../../testing/index.ts';
import { type GuidanceInput, guidance } from '../guidance.ts';
import type { GuidanceCode, GuidanceLine, GuidanceOf } from '../guidance-line.ts';

export const BORN = '2024-03-10';

/** 10 September 2024, the first day on which the age is 6.00 months. */
export const SIX_MONTHS_DAY = 184;
/** 10 March 2026. */
export const TWO_YEARS_DAY = 730;

const DAY_MS = 86_400_000;

/** The date on a day of life of the child born on `BORN`. */
export function dateOfDay(day: number): IsoDate {
  return new Date(Date.parse(`${BORN}T00:00:00Z`) + day * DAY_MS).toISOString().slice(0, 10);
}

/** The height in cm at an exact HAZ. */
export function heightAt(sex: Sex, day: number, haz: number): number {
  return exactMeasureAtZ({ score: 'zlen', sex, day }, haz) ?? 0;
}

/** The weight in kg at an exact WHZ. */
export function weightAt(sex: Sex, day: number, height: number, whz: number): number {
  const place = day < 731 ? { length: height } : { height };
  return exactMeasureAtZ({ score: 'zwfl', sex, ...place }, whz) ?? 0;
}

/** A weight in kg at an exact WAZ. */
export function weightForAgeAt(sex: Sex, day: number, waz: number): number {
  return exactMeasureAtZ({ score: 'zwei', sex, day }, waz) ?? 0;
}

/**
 * A screening described for a test: the day of life, and measures or the z-scores that result from
 * them.
 */
export interface ToldScreening {
  readonly day: number;
  readonly sex?: Sex;
  /** Exact HAZ; default 0. */
  readonly haz?: number;
  /** Exact WHZ; without it and without a weight, no height is set either. */
  readonly whz?: number;
  readonly waz?: number;
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
  readonly muac?: number | undefined;
  readonly oedema?: boolean | undefined;
  readonly measured?: 'lying' | 'standing';
  readonly ageOverride?: number;
  /** Set for a later record of the same day. */
  readonly created?: string;
}

/** The stored screening for a test description: only described values are measured. */
export function entry(told: ToldScreening): Screening {
  const { day, sex = 'Girl', haz = 0, whz, waz, muac, oedema, measured, ageOverride } = told;
  const isSized = whz !== undefined || waz !== undefined;
  const height = told.height ?? (isSized ? heightAt(sex, day, haz) : undefined);
  const weight =
    told.weight ??
    (waz === undefined ? undefined : weightForAgeAt(sex, day, waz)) ??
    (whz === undefined || height === undefined ? undefined : weightAt(sex, day, height, whz));
  const { height: _h, weight: _w, muac: _m, created: _c, monthAge: _a, ...bare } = aScreening();
  const surveyDate = dateOfDay(day);
  return {
    ...bare,
    _id: `scr_test_stake_gtm_${Date.parse(surveyDate)}_${told.created?.slice(11, 13) ?? '00'}aaaa`,
    gender: sex,
    surveyDate,
    ...(height === undefined ? {} : { height }),
    ...(weight === undefined ? {} : { weight }),
    ...(muac === undefined ? {} : { muac }),
    ...(oedema === undefined ? {} : { oedema }),
    ...(measured === undefined ? {} : { measured }),
    ...(ageOverride === undefined ? {} : { ageOverride }),
    ...(told.created === undefined ? {} : { created: told.created }),
  };
}

export function childOf(sex: Sex, different: Partial<Child> = {}): Child {
  return aChild({ gender: sex, birthDate: BORN, ...different });
}

/** The guidance lines of a described screening after other described screenings. */
export function linesOf(
  told: ToldScreening,
  before: readonly ToldScreening[] = [],
  different: Partial<GuidanceInput> = {},
): readonly GuidanceLine[] {
  const { sex = 'Girl' } = told;
  return guidance({
    screening: entry(told),
    child: childOf(sex),
    previousScreenings: before.map((other) => entry({ sex, ...other })),
    settings: { infantMuacLine: 11 },
    mayNameFood: true,
    isProgrammeAcute: false,
    ...different,
  });
}

export const codesOf = (lines: readonly GuidanceLine[]): readonly GuidanceCode[] =>
  lines.map(({ code }) => code);

/** The only line with a code; null when absent. */
export function lineOf<C extends GuidanceCode>(
  lines: readonly GuidanceLine[],
  code: C,
): GuidanceOf<C> | null {
  const found = lines.filter((line): line is GuidanceOf<C> => line.code === code);
  if (found.length > 1) throw new Error(`${found.length} lines ${code}`);
  return found[0] ?? null;
}

/** Every sign examined and normal: adds no line below the leading one. */
export const WELL = { whz: 0, muac: 14, oedema: false } as const;
