import { foldText, type IsoDate, type UnitDatabase } from '@crece/domain';
import type { SurveyPlace } from '@crece/growth/prevalence';
import { openQualityCheck, type QualityCheck, type QualityCounts } from '@crece/growth/quality';
import type { ChildRecords, UnitRecords } from '../unit-records.ts';
import { type DeskChild, type DeskRules, readDeskChild } from './desk-child.ts';
import { BASES, type Base, type DeskLine, type ListCounts, noListCounts } from './desk-lists.ts';

/** The counts of a part of a unit: a ward, or what one person screened. */
export interface DeskPart {
  /** As it is written in the records; of several spellings the first by code points. Empty: not named. */
  readonly name: string;
  readonly lists: ListCounts;
}

export interface InterviewerPart extends DeskPart {
  /** Last digits of the measures of this person's children in the survey. */
  readonly digits: QualityCounts['digits'];
}

/** Of the children screened in one month, how many are below the lines. */
export interface TrendCounts {
  readonly screened: number;
  /** Children with a usable value, and those below −2 or 12.5 cm, base by base. */
  readonly known: Readonly<Record<Base, number>>;
  readonly below: Readonly<Record<Base, number>>;
}

/**
 * What one unit adds to a desk: counts without any child, small enough to be kept for hundreds of
 * units. A desk of several units is made of theirs (`deskFigures`), as if all had been counted at once.
 */
export interface DeskUnit {
  readonly unit: UnitDatabase;
  /** The day in the unit's zone on which it was counted. */
  readonly today: IsoDate;
  readonly lists: ListCounts;
  readonly quality: QualityCounts;
  /** By calendar month, `YYYY-MM`. */
  readonly trend: Readonly<Record<string, TrendCounts>>;
  readonly wards: readonly DeskPart[];
  readonly interviewers: readonly InterviewerPart[];
  /** Records that are in no figure because they cannot be read, or have no child. */
  readonly unreadable: number;
  readonly withoutChild: number;
}

/** A unit's counts and the children behind them. */
export interface DeskReading {
  readonly counts: DeskUnit;
  readonly lines: readonly DeskLine[];
}

interface OpenPart {
  name: string;
  readonly lists: number[];
  readonly check: QualityCheck;
}

class Parts {
  readonly #parts = new Map<string, OpenPart>();

  of(name: string): OpenPart {
    const key = foldText(name);
    let part = this.#parts.get(key);
    if (part === undefined) {
      part = { name, lists: noListCounts(), check: openQualityCheck() };
      this.#parts.set(key, part);
    }
    // One spelling, whatever the order in which records come.
    if (name < part.name) part.name = name;
    return part;
  }

  all(): readonly OpenPart[] {
    return [...this.#parts.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, part]) => part);
  }
}

interface OpenTrend {
  screened: number;
  readonly known: Record<Base, number>;
  readonly below: Record<Base, number>;
}

const isKnown = (place: SurveyPlace | null) =>
  place !== null && place !== 'missing' && place !== 'flagged';
const isBelow = (place: SurveyPlace | null) => place === 'severe' || place === 'moderate';

/** The month so many months before that of a day: `2026-11` and 11 give `2025-12`. */
export function monthBefore(day: IsoDate, back: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back;
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
}

function addMonths(trend: Map<string, OpenTrend>, { months }: DeskChild, today: IsoDate): void {
  for (const { back, places } of months) {
    const month = monthBefore(today, back);
    let counts = trend.get(month);
    if (counts === undefined) {
      const none = () => ({ wh: 0, ha: 0, wa: 0, muac: 0 });
      counts = { screened: 0, known: none(), below: none() };
      trend.set(month, counts);
    }
    counts.screened += 1;
    for (const base of BASES) {
      if (isKnown(places[base])) counts.known[base] += 1;
      if (isBelow(places[base])) counts.below[base] += 1;
    }
  }
}

function count(lists: number[], { lists: places }: DeskLine): void {
  for (const place of places) lists[place] = (lists[place] ?? 0) + 1;
}

/** Counts the children of a unit one by one, each once; a browser pauses between them. */
export class UnitCounter {
  readonly #rules: DeskRules;
  readonly #lists = noListCounts();
  readonly #check = openQualityCheck();
  readonly #wards = new Parts();
  readonly #interviewers = new Parts();
  readonly #trend = new Map<string, OpenTrend>();
  readonly #lines: DeskLine[] = [];

  constructor(rules: DeskRules) {
    this.#rules = rules;
  }

  add(records: ChildRecords): void {
    const child = readDeskChild(records, this.#rules);
    const { line, survey } = child;
    this.#lines.push(line);
    count(this.#lists, line);
    count(this.#wards.of(line.ward).lists, line);
    addMonths(this.#trend, child, this.#rules.today);
    if (survey === null) return;
    this.#check.add(survey.measures);
    const person = this.#interviewers.of(line.interviewer);
    person.check.add(survey.measures);
    count(person.lists, line);
  }

  /** What was counted, with the unit and the records of it that no child has. */
  finish({
    unit,
    unreadable,
    withoutChild,
  }: Omit<UnitRecords, 'children' | 'mothers'>): DeskReading {
    return {
      counts: {
        unit,
        today: this.#rules.today,
        lists: this.#lists,
        quality: this.#check.counts(),
        trend: Object.fromEntries(this.#trend),
        wards: this.#wards.all().map(({ name, lists }) => ({ name, lists })),
        interviewers: this.#interviewers.all().map(({ name, lists, check }) => ({
          name,
          lists,
          digits: check.counts().digits,
        })),
        unreadable: unreadable.length,
        withoutChild: withoutChild.length,
      },
      lines: this.#lines,
    };
  }
}

/** Counts a unit's records for the desk. */
export function readDeskUnit(records: UnitRecords, rules: DeskRules): DeskReading {
  const counter = new UnitCounter(rules);
  for (const child of records.children) counter.add(child);
  return counter.finish(records);
}
