import {
  type Child,
  DEFAULT_PROGRAMME_SETTINGS,
  markSeverity,
  type Screening,
  screeningMark,
  standingMark,
  storedZScoresOf,
} from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { CHART_KINDS } from '../charts/chart-rules.ts';
import { chartMarks } from '../charts/series.ts';
import { viewRow } from '../shared/children/child-row-view.ts';
import { screeningEntries } from '../shared/screenings/screening-entries.ts';
import { childFacts } from '../shared/screenings/screening-facts.ts';
import { markDrawing } from '../shared/screenings/screening-mark.tsx';
import { rowOf } from '../testing/rows.ts';

const IS_DEEP = import.meta.env['CRECE_DEEP'] === '1';
/** `CRECE_PROPERTY_RUNS=1000000` tests a million screenings. */
const RUNS = Number(import.meta.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 20_000 : 1_500));
const SURVEY_DATE = '2025-05-10';
const TODAY = '2025-05-12';

/** Pseudo-random numbers in [0, 1), the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomFrom(20_250_510);
const oneOf = <T>(...values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined && values.length === 0) throw new RangeError('nothing to choose from');
  return value as T;
};
const between = (from: number, to: number, decimals = 1) =>
  Number((from + random() * (to - from)).toFixed(decimals));

/** The birth date of a child of −2 to 70 months on the survey date. */
function birthDate(ageMonths: number): string {
  const day = new Date(`${SURVEY_DATE}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - Math.round(ageMonths * 30.4375));
  return day.toISOString().slice(0, 10);
}

/** Height, weight and MUAC: typical of the age, unusual, missing, or implausible. */
function measuresAt(ageMonths: number): Partial<Screening> {
  const height = oneOf(
    undefined,
    between(30, 140),
    ...[0, 0, 0].map(() => 50 + ageMonths * 0.95 + between(-14, 12)),
    between(280, 1500, 0),
    oneOf(29.9, 30, 140, 140.1),
  );
  const centimetres = height === undefined || height > 140 ? 70 : height;
  const weight = oneOf(
    undefined,
    between(0.3, 42),
    ...[0, 0, 0].map(() => Math.max(0.6, (centimetres / 24.5) ** 2 * between(0.7, 1.4, 2))),
    oneOf(0.49, 0.5, 40, 40.1, 940),
  );
  const muac = oneOf(
    undefined,
    between(9, 17),
    between(11.3, 12.7),
    oneOf(11.4, 11.5, 12.4, 12.5, 26.5, 26.6),
    between(50, 270, 0),
  );
  return {
    ...(height === undefined ? {} : { height: Number(height.toFixed(1)) }),
    ...(weight === undefined ? {} : { weight: Number(weight.toFixed(2)) }),
    ...(muac === undefined ? {} : { muac }),
  };
}

const zFigure = () => oneOf(null, between(-6, 5, 2), oneOf(-3.01, -3, -2.01, -2, -1.01, -1));
const copy = () => storedZScoresOf({ ha: zFigure(), wa: zFigure(), wl: zFigure() });

/** A child with one to three screenings of every kind that a phone may contain. */
function aRandomFile(): { child: Child; screenings: Screening[] } {
  const ageMonths = between(-2, 70, 2);
  const child = aChild({ birthDate: birthDate(ageMonths), gender: oneOf('Boy', 'Girl') });
  const entries = Math.ceil(random() * 3);
  const screenings: Screening[] = [];
  for (let entry = 0; entry < entries; entry += 1) {
    const override = oneOf({}, {}, {}, { ageOverride: between(0, 60, 2) }, {
      ageOverride: false,
    } as const);
    const comments = oneOf({}, {}, {}, { comments: `age=${between(0, 60, 0)}` });
    const swelling = oneOf({}, {}, { oedema: false }, { oedema: true });
    const told = anAssessedScreening(child, {
      _id: `scr_test_stake_gtm_${1_746_878_700_000 - entry}_3d4e5f`,
      surveyDate: entry === 0 ? SURVEY_DATE : `2025-0${5 - entry}-10`,
      ...measuresAt(ageMonths - entry),
      ...override,
      ...comments,
      ...swelling,
    });
    const { rules: _rules, status: _status, ...older } = told;
    screenings.push(
      oneOf(
        told,
        { ...told, zScore: copy() },
        { ...older, zScore: copy(), actions: [] },
        { ...told, ...measuresAt(ageMonths) },
        { ...told, told: { zScore: copy(), actions: ['GREEN_TELL'] } },
      ),
    );
  }
  return { child, screenings };
}

/**
 * The first difference between the marks of a child's newest screening in all views; null if none.
 */
function faultOf(file: { child: Child; screenings: Screening[] }): string | null {
  const { child, screenings } = file;
  const row = viewRow(rowOf(child, screenings, TODAY), TODAY);
  const card = childFacts(file, TODAY, DEFAULT_PROGRAMME_SETTINGS).newest;
  if (card === null) return 'no newest screening';
  const read = screeningEntries(file);
  const history = read.find(({ screening }) => screening._id === card.screening._id);
  if (history === undefined) return 'not in the history';
  const { screening, reading } = history;
  const own = screeningMark(reading);
  const { sign, colour } = own;
  // The card's mark is that of the newest screening; the row's says where the child stands.
  if (card.mark.sign !== sign || card.mark.colour !== colour) return 'the card has another mark';
  const shown =
    card.standing === null ? { ...own, isReferred: false } : standingMark(own, card.standing);
  const { mark } = row;
  if (mark.sign !== shown.sign || mark.colour !== shown.colour) return 'the row has another mark';
  const drawing = JSON.stringify(markDrawing(shown));
  if (JSON.stringify(markDrawing(mark)) !== drawing) return 'the row draws another mark';
  const isLow = reading.muacBand === 'red' || reading.muacBand === 'yellow';
  const isImplausible = reading.doubts.some(({ cause }) => cause === 'implausible');
  const isNeverGreen = isLow || isImplausible || screening.oedema === true;
  if (isNeverGreen && colour === 'green') return 'green mark';
  if (isNeverGreen && markSeverity(own) < 2) return 'a mark milder than green';
  if (reading.statusColor === 'redZoneZscore' && colour !== 'red') return 'status is redder';
  for (const kind of CHART_KINDS) {
    const { entries, points } = chartMarks(kind, read, TODAY);
    const point = points.find(({ entry }) => entry.id === screening._id)?.entry;
    const cell = entries.find(({ id }) => id === screening._id);
    if (point !== undefined && point !== cell) return `${kind}: paper and table differ`;
    if (cell === undefined) continue;
    if (cell.tone !== cell.mark.colour) return `${kind}: the tone is not the mark's`;
    if (isNeverGreen && cell.tone === 'green') return `${kind}: green point`;
    const isOwn = cell.mark.sign === sign && cell.mark.colour === colour;
    if (kind !== 'muac' && !isOwn) return `${kind}: another mark`;
  }
  return null;
}

it(
  `row, history, card, chart and print show the same mark for ${RUNS} random children`,
  () => {
    const colours = { red: 0, amber: 0, green: 0, grey: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const file = aRandomFile();
      const fault = faultOf(file);
      if (fault !== null) expect.fail(`${fault}: ${JSON.stringify(file)}`);
      const [newest] = file.screenings;
      if (newest !== undefined)
        colours[viewRow(rowOf(file.child, [newest], TODAY), TODAY).mark.colour] += 1;
    }
    // Every colour occurred often enough to be tested.
    for (const count of Object.values(colours)) expect(count).toBeGreaterThan(RUNS / 50);
  },
  Math.max(60_000, RUNS * 3),
);
