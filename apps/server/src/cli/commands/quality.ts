import { openQualityCheck, type QualityFigure, type QualityReport } from '@crece/growth/quality';
import { csvLine } from '@crece/reports/csv';
import type { Console } from '../console.ts';
import { figureWords, VERDICT_WORDS } from '../quality-words.ts';
import { type AgeUnit, readSurvey } from './read-survey.ts';

const SIGNIFICANT_DIGITS = 6;

function printed(value: number | null, digits = SIGNIFICANT_DIGITS): string {
  return value === null ? '' : String(Number(value.toPrecision(digits)));
}

function asCsv({ figures }: QualityReport): string {
  const lines = figures.map(({ figure, value, n, verdict }) =>
    csvLine([figure, printed(value), String(n), verdict]),
  );
  return csvLine(['figure', 'value', 'n', 'verdict']) + lines.join('');
}

function words({ figure, value, n, verdict }: QualityFigure): string {
  const { label, unit } = figureWords(figure);
  const shown = value === null ? 'no data' : `${printed(value, 3)}${unit}`;
  return `${label.padEnd(58)} ${shown.padStart(10)}  n ${String(n).padStart(7)}  ${VERDICT_WORDS[verdict]}`;
}

function asText({ figures, summary }: QualityReport): string {
  const doubtful = summary.doubtful.map((figure) => `  - ${figureWords(figure).label}`);
  return [
    ...figures.map(words),
    '',
    `Overall: ${VERDICT_WORDS[summary.verdict]}, ${summary.penalty} penalty point${summary.penalty === 1 ? '' : 's'} of the SMART table (0 is best; up to 9 excellent, 14 good, 24 acceptable).`,
    ...(doubtful.length === 0 ? ['Nothing lies beyond its limit.'] : ['Look at:', ...doubtful]),
    '',
  ].join('\n');
}

/** `quality`: the plausibility figures of a survey, with the verdict of each published cut-off. */
export async function runQuality(io: Console, ageUnit: AgeUnit, isText: boolean): Promise<void> {
  const check = openQualityCheck();
  await readSurvey(io, ageUnit, {
    columns: ['muac', 'id'],
    add: (row, measures) => check.add({ ...measures, muac: row.number('muac') }),
  });
  const report = check.report();
  await io.write(isText ? asText(report) : asCsv(report));
}
