import type { Sex } from '../base/sex.ts';
import { GROUPINGS, type Grouping, type SurveyRecord } from './survey-record.ts';

/** Age groups by unrounded months, half-open, as WHO's report names them. */
const AGE_GROUPS = [
  { label: '00-05 mo', from: 0, below: 6 },
  { label: '06-11 mo', from: 6, below: 12 },
  { label: '12-23 mo', from: 12, below: 24 },
  { label: '24-35 mo', from: 24, below: 36 },
  { label: '36-47 mo', from: 36, below: 48 },
  { label: '48-59 mo', from: 48, below: 60 },
] as const;

const SEX_LABELS: Readonly<Record<Sex, string>> = { Girl: 'Female', Boy: 'Male' };

const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  area: 'Area',
  region: 'Geographical region',
  wealth: 'Wealth quintile',
  education: 'Maternal education',
  other: 'Other grouping',
};

/** Quintiles may be given as 1 or as Q1; other words stay unchanged. */
const WEALTH_QUINTILE = /^Q?([1-5])$/i;

const WEALTH_LABELS = ['Q1: Poorest', 'Q2', 'Q3', 'Q4', 'Q5: Richest'] as const;

/** In the list of groups: records without a value in a grouping. */
const NOT_GIVEN = 'NA';

const byAge = AGE_GROUPS.map(({ label }) => `Age group: ${label}`);
const bySex = Object.values(SEX_LABELS).map((label) => `Sex: ${label}`);
const byAgeAndSex = Object.values(SEX_LABELS).flatMap((sex) =>
  AGE_GROUPS.map(({ label }) => `Age + sex: ${label}.${sex}`),
);
const byWealth = WEALTH_LABELS.map((label) => `${GROUPING_LABELS.wealth}: ${label}`);

/** The group of all children. */
export const ALL = 'All';

/** Names of the groups of age and sex, in the order of the report. */
export const AGE_AND_SEX_GROUPS: readonly string[] = [...byAge, ...bySex, ...byAgeAndSex];

/**
 * The groups that a child belongs to, by the names of WHO's report.
 *
 * @param months unrounded age, NaN when unknown
 */
export function groupNamesOf(record: SurveyRecord, months: number): string[] {
  const names = [ALL];
  const age = AGE_GROUPS.find(({ from, below }) => months >= from && months < below)?.label;
  const sex = record.sex === undefined ? undefined : SEX_LABELS[record.sex];
  if (age !== undefined) names.push(`Age group: ${age}`);
  if (sex !== undefined) names.push(`Sex: ${sex}`);
  if (age !== undefined && sex !== undefined) names.push(`Age + sex: ${age}.${sex}`);
  for (const grouping of GROUPINGS) {
    const label = labelOf(grouping, record.groups?.[grouping]);
    if (label !== null) names.push(`${GROUPING_LABELS[grouping]}: ${label}`);
  }
  return names;
}

function labelOf(grouping: Grouping, text: string | undefined): string | null {
  const label = text?.trim() ?? '';
  if (label === '') return null;
  if (grouping !== 'wealth') return label;
  const quintile = WEALTH_QUINTILE.exec(label)?.[1];
  return quintile === undefined ? label : (WEALTH_LABELS[Number(quintile) - 1] ?? label);
}

/** The groupings for which a record has no value. */
export function missingGroupings(record: SurveyRecord): Grouping[] {
  return GROUPINGS.filter((grouping) => labelOf(grouping, record.groups?.[grouping]) === null);
}

/**
 * The groups to report, in order. Without clusters and strata, WHO's software lists every group of
 * age, sex and wealth, and an empty group "NA" for each grouping that some records lack; otherwise
 * only groups with children, by name.
 *
 * @param seen groups with children in the order of their first child
 * @param missing groupings that some child lacks
 */
export function groupsToReport(
  seen: readonly string[],
  missing: ReadonlySet<Grouping>,
  isSimple: boolean,
): string[] {
  const ofGroupings = GROUPINGS.flatMap((grouping) => {
    const label = GROUPING_LABELS[grouping];
    const found = seen.filter((name) => name.startsWith(`${label}: `));
    if (found.length === 0) return [];
    if (!isSimple) return [...found].sort();
    if (grouping === 'wealth')
      return [...byWealth, ...found.filter((name) => !byWealth.includes(name)).sort()];
    return missing.has(grouping) ? [...found, `${label}: ${NOT_GIVEN}`] : found;
  });
  const ofAgeAndSex = isSimple
    ? AGE_AND_SEX_GROUPS
    : AGE_AND_SEX_GROUPS.filter((name) => seen.includes(name));
  return [ALL, ...ofAgeAndSex, ...ofGroupings];
}
