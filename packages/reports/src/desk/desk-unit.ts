import { type AgeGroup, foldText, type IsoDate, type UnitDatabase } from '@crece/domain';
import type { SurveyPlace } from '@crece/growth/prevalence';
import { openQualityCheck, type QualityCheck, type QualityCounts } from '@crece/growth/quality';
import type { ChildRecords, ReportRecords } from '../base/report-records.ts';
import { type DeskChild, type DeskRules, readDeskChild } from './desk-child.ts';
import { ageGroupOf, type Cells, cellKeyOf, countLine } from './desk-choice.ts';
import {
  type DeskLine,
  INDICATOR_BASES,
  type IndicatorBase,
  type ListCounts,
  placeOfList,
} from './desk-lists.ts';
import { type ArrivalCounts, addArrival, type OpenArrivals } from './funnel.ts';

/** The counts of a part of a unit: a ward, or one screener. */
export interface DeskPart {
  /** As written in the records; of several spellings the first by code points. Empty: no name. */
  readonly name: string;
  readonly lists: Cells<ListCounts>;
  readonly arrivals: Cells<ArrivalCounts>;
}

/** Of the children screened in one month, how many are below the lines. */
export interface TrendCounts {
  readonly screened: number;
  /** Children with a usable value, and those below −2 or 12.5 cm, for each measurement. */
  readonly known: Readonly<Record<IndicatorBase, number>>;
  readonly below: Readonly<Record<IndicatorBase, number>>;
}

/**
 * What one unit adds to a desk: counts without data of any child, small enough to keep for hundreds
 * of units. The desk of several units adds these up (`deskFigures`), with the same result as
 * counting all children at once.
 */
export interface DeskUnit {
  readonly unit: UnitDatabase;
  /** The date in the unit's time zone on which it was counted. */
  readonly today: IsoDate;
  readonly lists: Cells<ListCounts>;
  /** In the cells of the periods in which the referrals began. */
  readonly arrivals: Cells<ArrivalCounts>;
  readonly quality: Cells<QualityCounts>;
  /** By calendar month, `YYYY-MM`, and age group then. */
  readonly trend: Readonly<Record<string, Partial<Record<AgeGroup, TrendCounts>>>>;
  readonly wards: readonly DeskPart[];
  readonly interviewers: readonly DeskPart[];
}

/** A unit's counts and the children behind them. */
export interface DeskReading {
  readonly counts: DeskUnit;
  readonly lines: readonly DeskLine[];
}

interface OpenPart {
  name: string;
  readonly lists: Record<string, number[]>;
  readonly arrivals: OpenArrivals;
}

/** A quality check for the children of each cell. */
class Checks {
  readonly #cells = new Map<string, QualityCheck>();

  add({ line, survey }: DeskChild): void {
    if (survey === null) return;
    const cell = cellKeyOf(ageGroupOf(line.ageMonths), line.within);
    let check = this.#cells.get(cell);
    if (check === undefined) {
      check = openQualityCheck();
      this.#cells.set(cell, check);
    }
    check.add(survey.measures);
  }

  of<T>(read: (counts: QualityCounts) => T): Cells<T> {
    return Object.fromEntries(
      [...this.#cells].map(([cell, check]) => [cell, read(check.counts())]),
    );
  }
}

class Parts {
  readonly #parts = new Map<string, OpenPart>();
  /** By the name as written: folding it takes far longer than looking it up. */
  readonly #byName = new Map<string, OpenPart>();

  of(name: string): OpenPart {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const key = foldText(name);
    let part = this.#parts.get(key);
    if (part === undefined) {
      part = { name, lists: {}, arrivals: {} };
      this.#parts.set(key, part);
    }
    this.#byName.set(name, part);
    // The same spelling for any order of the records.
    if (name < part.name) part.name = name;
    return part;
  }

  all(): readonly OpenPart[] {
    return [...this.#parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  }
}

interface OpenTrend {
  screened: number;
  readonly known: Record<IndicatorBase, number>;
  readonly below: Record<IndicatorBase, number>;
}

const isKnown = (place: SurveyPlace | null) =>
  place !== null && place !== 'missing' && place !== 'flagged';
const isBelow = (place: SurveyPlace | null) => place === 'severe' || place === 'moderate';

/** The month that many months before a date: `2026-11` and 11 give `2025-12`. */
export function monthBefore(day: IsoDate, back: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back;
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
}

type OpenTrends = Map<string, Partial<Record<AgeGroup, OpenTrend>>>;

function addMonths(trend: OpenTrends, { months }: DeskChild, today: IsoDate): void {
  for (const { back, ages, places } of months) {
    const month = monthBefore(today, back);
    const groups = trend.get(month) ?? {};
    trend.set(month, groups);
    const none = () => ({ wh: 0, ha: 0, wa: 0, muac: 0 });
    groups[ages] ??= { screened: 0, known: none(), below: none() };
    const counts = groups[ages];
    counts.screened += 1;
    for (const base of INDICATOR_BASES) {
      if (isKnown(places[base])) counts.known[base] += 1;
      if (isBelow(places[base])) counts.below[base] += 1;
    }
  }
}

/** The fields of a line for a record without a child. */
const NO_CHILD = {
  firstName: '',
  lastName: '',
  ward: '',
  mother: '',
  phone: '',
  ageMonths: null,
  isAboutAge: false,
  seen: null,
  interviewer: '',
  sign: 'none',
  colour: 'grey',
  dueOn: null,
  need: null,
  within: null,
  referred: null,
  monthsSeen: [],
  lists: [placeOfList('uncounted')],
} as const satisfies Omit<DeskLine, 'id'>;

/**
 * Counts the children of a unit one by one, each once, so that a browser can pause between them.
 */
export class UnitCounter {
  readonly #rules: DeskRules;
  readonly #lists: Record<string, number[]> = {};
  readonly #arrivals: OpenArrivals = {};
  readonly #checks = new Checks();
  readonly #wards = new Parts();
  readonly #interviewers = new Parts();
  readonly #trend: OpenTrends = new Map();
  readonly #lines: DeskLine[] = [];

  constructor(rules: DeskRules) {
    this.#rules = rules;
  }

  add(records: ChildRecords): void {
    const child = readDeskChild(records, this.#rules);
    const { line } = child;
    this.#lines.push(line);
    const ward = this.#wards.of(line.ward);
    countLine(this.#lists, line);
    countLine(ward.lists, line);
    if (child.arrival !== null) {
      const cell = cellKeyOf(ageGroupOf(line.ageMonths), line.referred);
      for (const arrivals of [this.#arrivals, ward.arrivals]) {
        addArrival(arrivals, cell, child.arrival);
      }
    }
    addMonths(this.#trend, child, this.#rules.month ?? this.#rules.today);
    this.#checks.add(child);
    countLine(this.#interviewers.of(line.interviewer).lists, line);
  }

  /** The result, with the unit and its records without a child. */
  finish({
    unit,
    unreadable,
    withoutChild,
  }: Omit<ReportRecords, 'children' | 'mothers'>): DeskReading {
    for (const { id } of unreadable) this.#addRecord({ ...NO_CHILD, id, record: 'unreadable' });
    for (const { _id, surveyDate, interviewer = '' } of withoutChild) {
      const line = { ...NO_CHILD, id: _id, seen: surveyDate, interviewer };
      this.#addRecord({ ...line, record: 'without-child' });
    }
    const partsOf = (parts: Parts) => parts.all().map((part) => ({ ...part }));
    return {
      counts: {
        unit,
        today: this.#rules.today,
        lists: this.#lists,
        arrivals: this.#arrivals,
        quality: this.#checks.of((of) => of),
        trend: Object.fromEntries(this.#trend),
        wards: partsOf(this.#wards),
        interviewers: partsOf(this.#interviewers),
      },
      lines: this.#lines,
    };
  }

  /** A record without a child belongs to no ward and no screener. */
  #addRecord(line: DeskLine): void {
    this.#lines.push(line);
    countLine(this.#lists, line);
  }
}

/** Counts a unit's records for the desk. */
export function readDeskUnit(records: ReportRecords, rules: DeskRules): DeskReading {
  const counter = new UnitCounter(rules);
  for (const child of records.children) counter.add(child);
  return counter.finish(records);
}
