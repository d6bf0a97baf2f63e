// One screening as section 3 of the decisions reads it, written a second time for the table in
// `standing-by-table.ts`. It imports nothing of the domain.
import { ageInMonths } from './plain-calendar.ts';

export type PlainSex = 'Boy' | 'Girl';
export const PLAIN_SIGNS = ['swelling', 'whz', 'muac'] as const;
export type PlainSign = (typeof PLAIN_SIGNS)[number];

export interface PlainZ {
  ha: number | null;
  wa: number | null;
  wl: number | null;
}

/** WHO's programme z-scores with two decimals, proven against WHO's own tables elsewhere. */
export type PlainGrowth = (
  sex: PlainSex,
  months: number,
  height: number | undefined,
  weight: number | undefined,
) => PlainZ;

/** The fields of a stored child that the rules use. */
export interface PlainChild {
  gender: PlainSex;
  birthDate: string;
  birthDateEstimated?: true | undefined;
  departure?: string | undefined;
  departureDate?: string | undefined;
}

/** The fields of a stored screening that the rules use. */
export interface PlainScreening {
  _id: string;
  surveyDate: string;
  created?: string | undefined;
  height?: number | undefined;
  weight?: number | undefined;
  muac?: number | undefined;
  oedema?: boolean | undefined;
  comments?: string | undefined;
  ageOverride?: number | false | undefined;
  outsideLimits?: { height?: number; weight?: number } | undefined;
  referralOutcome?: string | undefined;
  referralDate?: string | undefined;
  clinicAnswers?: readonly { outcome: string; day: string; struck?: true }[] | undefined;
  rules?: string | undefined;
  zScore: PlainZ;
}

/** What one version of a screening says, beside one version of its child. */
export interface PlainReading {
  date: string;
  birth: string;
  age: number | null;
  override: number | null;
  z: PlainZ;
  isSwollen: boolean;
  evidence: 'severe' | 'moderate' | 'none' | 'unknown';
  band: 'red' | 'yellow' | 'green' | null;
  /** Line 1 to 7 of the status table. */
  status: number;
  supplement: 'none' | 'sup' | 'mic' | 'MAM' | 'SAM';
  isImplausible: boolean;
  muac: number | undefined;
  /** The figure with which a sign shows or clears; 0 for swelling. */
  shows: Partial<Record<PlainSign, number>>;
  clears: Partial<Record<PlainSign, number>>;
}

export function within(value: number | undefined, low: number, high: number): boolean {
  return value !== undefined && value >= low && value <= high;
}

function overrideOf({ ageOverride, comments }: PlainScreening): number | null {
  if (ageOverride === false) return null;
  if (ageOverride !== undefined) return ageOverride;
  const typed = /^age=(\d+)$/.exec(comments ?? '');
  return typed === null ? null : Number(typed[1]);
}

function bandOf(muac: number | undefined, age: number | null): PlainReading['band'] {
  if (muac === undefined || age === null || age < 6) return null;
  if (muac < 11.5) return 'red';
  return muac < 12.5 ? 'yellow' : 'green';
}

function evidenceOf(z: PlainZ, inCm: number | undefined, age: number | null) {
  if (z.wl !== null) {
    if (z.wl < -3) return 'severe';
    return z.wl < -2 ? 'moderate' : 'none';
  }
  const band = bandOf(inCm, age);
  return band === null
    ? 'unknown'
    : ({ red: 'severe', yellow: 'moderate', green: 'none' } as const)[band];
}

const below = (z: number | null, line: number) => z !== null && z < line;
const isLow = (z: PlainZ) => below(z.ha, -2) || below(z.wa, -2);

function statusLine(z: PlainZ, inCm: number | undefined, age: number | null): number {
  const evidence = evidenceOf(z, inCm, age);
  if (evidence === 'severe') return 1;
  if (evidence === 'moderate') return 2;
  if (isLow(z) && age !== null && age >= 6 && age < 36) return 3;
  if (isLow(z) && age !== null && age >= 36 && age < 48) return 4;
  if ([z.ha, z.wa, z.wl].some((each) => below(each, -1))) return 5;
  return evidence === 'unknown' ? 7 : 6;
}

/** "An older system's copy": stored indices of 45 cm and 0 kg, or beyond ±10, count for nothing. */
function isGarbage(
  screening: PlainScreening,
  sex: PlainSex,
  age: number,
  growth: PlainGrowth,
): boolean {
  const { ha, wa, wl } = screening.zScore;
  if (screening.rules !== undefined) return false;
  if ([ha, wa, wl].some((each) => Math.abs(each ?? 0) > 10)) return true;
  const nothing = growth(sex, age, 45, 0);
  return nothing.ha !== null && nothing.ha === ha && nothing.wa === wa && nothing.wl === wl;
}

export function readPlainly(
  screening: PlainScreening,
  child: PlainChild,
  growth: PlainGrowth,
): PlainReading {
  const { surveyDate, oedema, zScore: stored } = screening;
  const { birthDate, gender } = child;
  const override = overrideOf(screening);
  const age = override ?? ageInMonths(birthDate, surveyDate, child.birthDateEstimated === true);
  const typed = (value: number | undefined) =>
    value !== undefined && value > 0 ? value : undefined;
  const [anyHeight, anyWeight, anyMuac] = [screening.height, screening.weight, screening.muac].map(
    typed,
  );
  const height = within(anyHeight, 30, 140) ? anyHeight : undefined;
  const weight = within(anyWeight, 0.5, 40) ? anyWeight : undefined;
  const inCm = anyMuac !== undefined && anyMuac <= 26.5 ? anyMuac : undefined;
  const tenth = within(anyMuac, 55, 265) ? Math.round((anyMuac ?? 0) * 100) / 1000 : undefined;

  let z: PlainZ = { ha: null, wa: null, wl: null };
  if (age !== null) z = growth(gender, age, height, weight);
  const isCopyUsable = age !== null && !isGarbage(screening, gender, age, growth);
  const isMuacAlone = inCm !== undefined && height === undefined && weight === undefined;
  if (isCopyUsable && !(isMuacAlone && screening.rules === undefined)) {
    const copied = {
      ha: height === undefined ? stored.ha : z.ha,
      wa: weight === undefined ? stored.wa : z.wa,
      wl: height === undefined || weight === undefined ? stored.wl : z.wl,
    };
    const byMuac = { ...copied, wl: z.wl };
    z = statusLine(byMuac, inCm, age) < statusLine(copied, inCm, age) ? byMuac : copied;
  }

  const evidence = evidenceOf(z, inCm, age);
  const band = bandOf(tenth ?? inCm, age);
  const shows: PlainReading['shows'] = {};
  const clears: PlainReading['clears'] = {};
  if (oedema === true) shows.swelling = 0;
  if (oedema === false) clears.swelling = 0;
  if (below(z.wl, -3)) shows.whz = z.wl ?? 0;
  // A stored figure beside a MUAC alone says "measure again", in whoever's record.
  if (isCopyUsable && isMuacAlone && below(stored.wl, -3)) shows.whz = stored.wl ?? 0;
  const isMeasured = height !== undefined && weight !== undefined;
  if (isMeasured && within(z.wl ?? undefined, -3, 5) && oedema !== true) clears.whz = z.wl ?? 0;
  const arm = tenth ?? inCm;
  if (arm !== undefined && within(arm, 5.5, 26.5)) {
    if (band === 'red') shows.muac = arm;
    if (tenth === undefined && (band === 'yellow' || band === 'green')) clears.muac = arm;
  }
  const months = age === null ? null : Math.floor(age);
  const forHeight = months !== null && months >= 36 ? 'mic' : 'sup';
  const bySeverity = { severe: 'SAM', moderate: 'MAM', none: null, unknown: null } as const;
  return {
    date: surveyDate,
    birth: birthDate,
    age,
    override,
    z,
    isSwollen: oedema === true,
    evidence,
    band,
    status: statusLine(z, inCm, age),
    supplement: bySeverity[evidence] ?? (isLow(z) ? forHeight : 'none'),
    isImplausible:
      (anyHeight !== undefined && height === undefined) ||
      (anyWeight !== undefined && weight === undefined) ||
      (anyMuac !== undefined && tenth === undefined && !within(anyMuac, 5.5, 26.5)),
    muac: anyMuac,
    shows,
    clears,
  };
}

/** Acute evidence, swelling or a red arm. */
export function isAcute({ isSwollen, evidence, band }: PlainReading): boolean {
  return isSwollen || evidence === 'severe' || evidence === 'moderate' || band === 'red';
}

/** Swelling, severe or a red arm: the clinic today. */
export function isDanger({ isSwollen, evidence, band }: PlainReading): boolean {
  return isSwollen || evidence === 'severe' || band === 'red';
}

/** The order of the leading signs ("the worst sign leads everywhere"), then colour and supplement. */
export function gravity(reading: PlainReading): number {
  const { isSwollen, evidence, band, status, supplement, isImplausible } = reading;
  const colour = status === 7 ? 0 : status === 6 ? 1 : status === 5 ? 2 : 3;
  const leads = [
    isSwollen,
    evidence === 'severe',
    band === 'red',
    evidence === 'moderate',
    band === 'yellow',
    colour === 3,
    colour === 2,
    isImplausible,
    colour === 1,
  ];
  const place = leads.indexOf(true);
  const sign = place === -1 ? 0 : leads.length - place;
  return sign * 100 + colour * 10 + { none: 0, sup: 1, mic: 1, MAM: 2, SAM: 3 }[supplement];
}
