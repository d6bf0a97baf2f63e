import { isWithin, type Limits } from '../base/limits.ts';
import type { Issue } from '../fields/entities.ts';
import { fieldsOf } from '../fields/field.ts';
import { type Account, can } from '../permissions/permissions.ts';
import { NEXT_VISIT, type NextVisitRules, type NextVisitTable } from '../screening/next-visit.ts';
import type { FamilyTextCode } from './family-text-issues.ts';
import { readFamilyTexts } from './family-texts.ts';
import { readSaidText, readSaidTexts, type SaidText, type SaidTexts } from './said-text.ts';
import { readSupplements } from './supplement-texts.ts';

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
  /**
   * For so many years a child is kept after it has completed 60 months; null: until somebody erases
   * it. Nothing goes by itself: an administrator looks at the children and erases them.
   */
  readonly graduatesKeptYears: number | null;
  /**
   * What a family is asked about its records, by the code of the country; a country without words
   * asks nothing.
   */
  readonly consent: SaidTexts;
  /** What the programme has to say to everybody who opens Crece; empty: nothing. */
  readonly announcement: SaidText;
  /** The word for the household or group of a child (`idGroup`); empty: the application's own. */
  readonly household: SaidText;
  /** How long the server keeps the files of reports and exports, in days. */
  readonly fileDays: number;
  /** How long the server keeps the audit log, in days; null: as the operator has set. */
  readonly auditDays: number | null;
  /**
   * What the programme hands out, with its amount, by the supplement; one without a text has the
   * application's own. For severe malnutrition there is none: `severeAmount`, or as the clinic directs.
   */
  readonly supplements: SaidTexts;
  /**
   * Codes of the countries whose list of supplements also names children at risk, each once and
   * sorted.
   */
  readonly atRiskCountries: readonly string[];
  /** What families are written, `come` and `clinic`; one without a text has the application's own. */
  readonly familyTexts: SaidTexts;
}

export const DEFAULT_PROGRAMME_SETTINGS: ProgrammeSettings = {
  guidanceShown: true,
  infantMuacLine: 11,
  severeAmount: null,
  nextVisit: NEXT_VISIT,
  coverageGoal: 85,
  graduatesKeptYears: null,
  consent: {},
  announcement: {},
  household: {},
  fileDays: 7,
  auditDays: null,
  supplements: {},
  atRiskCountries: ['GTM', 'HND', 'NIC', 'SLV'],
  familyTexts: {},
};

/** The settings that decide when a child is seen next and who is on a list. */
export interface ProgrammeRules
  extends NextVisitRules,
    Pick<ProgrammeSettings, 'atRiskCountries'> {}

export function programmeRules(settings: ProgrammeSettings): ProgrammeRules {
  const { nextVisit, infantMuacLine, atRiskCountries } = settings;
  return { table: nextVisit, infantMuacLine, atRiskCountries };
}

/** Those of the default settings. */
export const DEFAULT_PROGRAMME_RULES: ProgrammeRules = programmeRules(DEFAULT_PROGRAMME_SETTINGS);

/** The numeric settings. */
export type FigureSetting = 'infantMuacLine' | 'coverageGoal' | 'fileDays' | keyof NextVisitTable;

/** The numeric settings that may be left out. */
export type OptionalFigure = 'graduatesKeptYears' | 'auditDays';

/** Those that have limits. */
export type LimitedSetting = FigureSetting | OptionalFigure;

/**
 * Limits of the numeric settings: cm for the MUAC, whole days and months for the intervals, per
 * cent for the goal.
 */
export const FIGURE_LIMITS = {
  infantMuacLine: { min: 9, max: 13 },
  referredDays: { min: 1, max: 14 },
  admittedDays: { min: 7, max: 90 },
  lostDays: { min: 7, max: 60 },
  /** At most 7 because the sentences say "this week". */
  infantAtRiskDays: { min: 1, max: 7 },
  acuteMonths: { min: 1, max: 3 },
  recoveringMonths: { min: 1, max: 12 },
  supplementMonths: { min: 1, max: 6 },
  ordinaryMonths: { min: 1, max: 12 },
  coverageGoal: { min: 1, max: 100 },
  /** At most 30: the list of a person's reports goes back no further. */
  fileDays: { min: 1, max: 30 },
  graduatesKeptYears: { min: 1, max: 30 },
  /** At least 90: an administrator must not empty the log. */
  auditDays: { min: 90, max: 3650 },
} as const satisfies Readonly<Record<LimitedSetting, Limits>>;

export const OPTIONAL_FIGURES = [
  'graduatesKeptYears',
  'auditDays',
] as const satisfies readonly OptionalFigure[];

/** The settings that are one text in each language. */
export const TEXT_SETTINGS = [
  'announcement',
  'household',
] as const satisfies readonly (keyof ProgrammeSettings)[];

export const NEXT_VISIT_SETTINGS = [
  'referredDays',
  'admittedDays',
  'lostDays',
  'infantAtRiskDays',
  'acuteMonths',
  'recoveringMonths',
  'supplementMonths',
  'ordinaryMonths',
] as const satisfies readonly (keyof NextVisitTable)[];

/** Maximum length of the severe amount's text, in characters. */
export const SEVERE_AMOUNT_MAX_LENGTH = 40;

/** Whether a key can be the code of a country. */
export const isCountryCode = (key: string): boolean => /^[A-Z]{3}$/.test(key);

export type SettingsCode =
  | 'setting-not-a-number'
  | 'setting-out-of-range'
  | 'setting-not-whole'
  /** A more severe child would be seen later than a milder one. */
  | 'next-visit-order'
  | 'severe-amount-length'
  /** An amount must contain a figure and "kcal". */
  | 'severe-amount-shape'
  | FamilyTextCode;

/**
 * Whether an account may change the settings. They apply to all places, so an account with a scope
 * may not.
 */
export function maySetProgramme(account: Account | null): boolean {
  return can(account, 'manage-settings', {});
}

/** A numeric setting by its name. */
export function settingFigureOf(settings: ProgrammeSettings, name: FigureSetting): number {
  return name === 'infantMuacLine' || name === 'coverageGoal' || name === 'fileDays'
    ? settings[name]
    : settings.nextVisit[name];
}

export type SettingsIssue = Issue<SettingsCode>;

export function figureIssues(name: LimitedSetting, value: number): readonly SettingsIssue[] {
  const { min, max } = FIGURE_LIMITS[name];
  const issue = (code: SettingsCode) => [{ field: name, code, params: { min, max } }];
  if (!Number.isFinite(value)) return issue('setting-not-a-number');
  if (!isWithin(value, { min, max })) return issue('setting-out-of-range');
  const isWhole = name === 'infantMuacLine' || Number.isInteger(value);
  return isWhole ? [] : issue('setting-not-whole');
}

/** What a store or a person says of the countries, without what cannot be one; null: nothing. */
export function readCountries(raw: unknown): readonly string[] | null {
  if (!Array.isArray(raw)) return null;
  const codes: readonly unknown[] = raw;
  const known = codes.filter((each) => typeof each === 'string').filter(isCountryCode);
  return [...new Set(known)].sort();
}

export function orderIssues({ nextVisit }: ProgrammeSettings): readonly SettingsIssue[] {
  const { acuteMonths, supplementMonths, ordinaryMonths } = nextVisit;
  const issues: SettingsIssue[] = [];
  const code = 'next-visit-order';
  if (supplementMonths < acuteMonths) issues.push({ field: 'supplementMonths', code });
  if (ordinaryMonths < supplementMonths) issues.push({ field: 'ordinaryMonths', code });
  return issues;
}

export function amountIssues(amount: string | null): readonly SettingsIssue[] {
  if (amount === null) return [];
  const field = 'severeAmount';
  if (amount.length > SEVERE_AMOUNT_MAX_LENGTH) {
    const params = { max: SEVERE_AMOUNT_MAX_LENGTH };
    return [{ field, code: 'severe-amount-length', params }];
  }
  const isAmount = /\d/.test(amount) && /kcal/i.test(amount) && !/[\p{Cc}{}]/u.test(amount);
  return isAmount ? [] : [{ field, code: 'severe-amount-shape' }];
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
  const usable = (from: unknown, name: LimitedSetting): number | null => {
    const value = field(from, name);
    return typeof value === 'number' && figureIssues(name, value).length === 0 ? value : null;
  };
  const figure = (from: unknown, name: FigureSetting): number =>
    usable(from, name) ?? settingFigureOf(defaults, name);
  const screenings = field(raw, 'nextVisit');
  const table: NextVisitTable = {
    referredDays: figure(screenings, 'referredDays'),
    admittedDays: figure(screenings, 'admittedDays'),
    lostDays: figure(screenings, 'lostDays'),
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
    graduatesKeptYears: usable(raw, 'graduatesKeptYears'),
    consent: readSaidTexts(field(raw, 'consent'), isCountryCode),
    ...fieldsOf(TEXT_SETTINGS, (name) => readSaidText(field(raw, name)) ?? {}),
    fileDays: figure(raw, 'fileDays'),
    auditDays: usable(raw, 'auditDays'),
    supplements: readSupplements(field(raw, 'supplements')),
    atRiskCountries: readCountries(field(raw, 'atRiskCountries')) ?? defaults.atRiskCountries,
    familyTexts: readFamilyTexts(field(raw, 'familyTexts')),
  };
  return orderIssues(settings).length === 0 ? settings : { ...settings, nextVisit: NEXT_VISIT };
}
