import { isWithin, type Limits } from '../base/limits.ts';
import type { Checked, Issue } from '../fields/entities.ts';
import { type Account, can } from '../permissions/permissions.ts';
import { NEXT_VISIT, type NextVisitRules, type NextVisitTable } from '../screening/next-visit.ts';

/**
 * What an organisation may set for its programme. Rules take these as parameters; a setting changes
 * what is shown from then on and is not stored in records.
 */
export interface ProgrammeSettings {
  /** Whether WHO's guidance is shown next to the programme's result. */
  readonly guidanceShown: boolean;
  /**
   * A baby under 6 months with a MUAC below this is at risk of poor growth; cm, from local
   * practice.
   */
  readonly infantMuacLine: number;
  /**
   * Daily food for a severely malnourished child, in kcal and in words; null: the clinic decides.
   */
  readonly severeAmount: string | null;
  readonly nextVisit: NextVisitTable;
  /** Target share of children under five to be screened, in per cent; display only. */
  readonly coverageGoal: number;
}

export const DEFAULT_PROGRAMME_SETTINGS: ProgrammeSettings = {
  guidanceShown: true,
  infantMuacLine: 11,
  severeAmount: null,
  nextVisit: NEXT_VISIT,
  coverageGoal: 85,
};

/** The settings that decide when a child is seen next. */
export function nextVisitRules({ nextVisit, infantMuacLine }: ProgrammeSettings): NextVisitRules {
  return { table: nextVisit, infantMuacLine };
}

/** Those of the default settings. */
export const DEFAULT_NEXT_VISIT_RULES: NextVisitRules = nextVisitRules(DEFAULT_PROGRAMME_SETTINGS);

/** The numeric settings. */
export type FigureSetting = 'infantMuacLine' | 'coverageGoal' | keyof NextVisitTable;

/**
 * Limits of the numeric settings: cm for the MUAC, whole days and months for the intervals, per
 * cent for the goal.
 */
export const FIGURE_LIMITS = {
  infantMuacLine: { min: 9, max: 13 },
  referredDays: { min: 1, max: 14 },
  admittedDays: { min: 7, max: 90 },
  /** At most 7 because the sentences say "this week". */
  infantAtRiskDays: { min: 1, max: 7 },
  acuteMonths: { min: 1, max: 3 },
  recoveringMonths: { min: 1, max: 12 },
  supplementMonths: { min: 1, max: 6 },
  ordinaryMonths: { min: 1, max: 12 },
  coverageGoal: { min: 1, max: 100 },
} as const satisfies Readonly<Record<FigureSetting, Limits>>;

export const NEXT_VISIT_SETTINGS = [
  'referredDays',
  'admittedDays',
  'infantAtRiskDays',
  'acuteMonths',
  'recoveringMonths',
  'supplementMonths',
  'ordinaryMonths',
] as const satisfies readonly (keyof NextVisitTable)[];

/** Maximum length of the severe amount's text, in characters. */
export const SEVERE_AMOUNT_MAX_LENGTH = 40;

export type SettingsCode =
  | 'setting-not-a-number'
  | 'setting-out-of-range'
  | 'setting-not-whole'
  /** A more severe child would be seen later than a milder one. */
  | 'next-visit-order'
  | 'severe-amount-length'
  /** An amount must contain a figure and "kcal". */
  | 'severe-amount-shape';

/**
 * Whether an account may change the settings. They apply to all places, so an account with a scope
 * may not.
 */
export function maySetProgramme(account: Account | null): boolean {
  return can(account, 'manage-settings', {});
}

/** A numeric setting by its name. */
export function figureOf(settings: ProgrammeSettings, name: FigureSetting): number {
  return name === 'infantMuacLine' || name === 'coverageGoal'
    ? settings[name]
    : settings.nextVisit[name];
}

type SettingsIssue = Issue<SettingsCode>;

function figureIssues(name: FigureSetting, value: number): readonly SettingsIssue[] {
  const { min, max } = FIGURE_LIMITS[name];
  const issue = (code: SettingsCode) => [{ field: name, code, params: { min, max } }];
  if (!Number.isFinite(value)) return issue('setting-not-a-number');
  if (!isWithin(value, { min, max })) return issue('setting-out-of-range');
  const isWhole = name === 'infantMuacLine' || Number.isInteger(value);
  return isWhole ? [] : issue('setting-not-whole');
}

function orderIssues({ nextVisit }: ProgrammeSettings): readonly SettingsIssue[] {
  const { acuteMonths, supplementMonths, ordinaryMonths } = nextVisit;
  const issues: SettingsIssue[] = [];
  const code = 'next-visit-order';
  if (supplementMonths < acuteMonths) issues.push({ field: 'supplementMonths', code });
  if (ordinaryMonths < supplementMonths) issues.push({ field: 'ordinaryMonths', code });
  return issues;
}

function amountIssues(amount: string | null): readonly SettingsIssue[] {
  if (amount === null) return [];
  const field = 'severeAmount';
  if (amount.length > SEVERE_AMOUNT_MAX_LENGTH) {
    const params = { max: SEVERE_AMOUNT_MAX_LENGTH };
    return [{ field, code: 'severe-amount-length', params }];
  }
  const isAmount = /\d/.test(amount) && /kcal/i.test(amount) && !/[\p{Cc}{}]/u.test(amount);
  return isAmount ? [] : [{ field, code: 'severe-amount-shape' }];
}

/**
 * Checks settings against their limits. Returns all issues with their fields, or the settings
 * trimmed and with an empty amount as null.
 */
export function checkProgrammeSettings(
  settings: ProgrammeSettings,
): Checked<ProgrammeSettings, SettingsCode> {
  const trimmed = settings.severeAmount?.trim() ?? '';
  const severeAmount = trimmed === '' ? null : trimmed;
  const figures = [
    ...figureIssues('infantMuacLine', settings.infantMuacLine),
    ...figureIssues('coverageGoal', settings.coverageGoal),
    ...NEXT_VISIT_SETTINGS.flatMap((name) => figureIssues(name, settings.nextVisit[name])),
  ];
  const issues = [
    ...figures,
    ...(figures.length === 0 ? orderIssues(settings) : []),
    ...amountIssues(severeAmount),
  ];
  return issues.length === 0
    ? { ok: true, value: { ...settings, severeAmount }, notices: [] }
    : { ok: false, issues };
}

function field(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * Reads settings that any version has stored or sent. A missing or invalid value gets its default,
 * so that every rule has a figure.
 */
export function readProgrammeSettings(raw: unknown): ProgrammeSettings {
  const defaults = DEFAULT_PROGRAMME_SETTINGS;
  const figure = (from: unknown, name: FigureSetting): number => {
    const value = field(from, name);
    const isUsable = typeof value === 'number' && figureIssues(name, value).length === 0;
    return isUsable ? value : figureOf(defaults, name);
  };
  const screenings = field(raw, 'nextVisit');
  const table: NextVisitTable = {
    referredDays: figure(screenings, 'referredDays'),
    admittedDays: figure(screenings, 'admittedDays'),
    infantAtRiskDays: figure(screenings, 'infantAtRiskDays'),
    acuteMonths: figure(screenings, 'acuteMonths'),
    recoveringMonths: figure(screenings, 'recoveringMonths'),
    supplementMonths: figure(screenings, 'supplementMonths'),
    ordinaryMonths: figure(screenings, 'ordinaryMonths'),
  };
  const amount = field(raw, 'severeAmount');
  const severeAmount =
    typeof amount === 'string' && amountIssues(amount).length === 0 ? amount : null;
  const settings: ProgrammeSettings = {
    guidanceShown: field(raw, 'guidanceShown') !== false,
    infantMuacLine: figure(raw, 'infantMuacLine'),
    severeAmount,
    nextVisit: table,
    coverageGoal: figure(raw, 'coverageGoal'),
  };
  return orderIssues(settings).length === 0 ? settings : { ...settings, nextVisit: NEXT_VISIT };
}
