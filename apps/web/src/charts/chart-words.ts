import { leadsStatus } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import { signWord, statusWord } from '../shared/screenings/status-words.ts';
import type { Tone } from '../ui/status-mark.tsx';
import { CHART_RULES, type ChartKind } from './chart-rules.ts';
import type { ChartPoint, ChartScreening, ChartSeries } from './series.ts';

/** The figure of a screening that a chart draws; null when it was not measured. */
function drawnFigure(kind: ChartKind, entry: ChartScreening): number | null {
  if (kind === 'height') return entry.height;
  return kind === 'muac' ? entry.muac : entry.weight;
}

/** `77.9 cm`; for weight-for-height `8.1 kg at 77.9 cm`. */
export function figureOf(
  kind: ChartKind,
  entry: ChartScreening,
  { t, number }: Translator,
): string {
  const figure = drawnFigure(kind, entry);
  if (figure === null) return '';
  const { unit } = CHART_RULES[kind];
  const value = `${number(figure)}\u00a0${t(`common.${unit}`)}`;
  if (kind !== 'weight-for-height' || entry.height === null) return value;
  return t('charts.weight-at-height', {
    weight: value,
    height: `${number(entry.height)}\u00a0${t('common.cm')}`,
  });
}

/** The figure alone, as written next to the newest point. */
export function shortFigureOf(kind: ChartKind, entry: ChartScreening, speech: Translator): string {
  return kind === 'weight-for-height'
    ? figureOf('weight', entry, speech)
    : figureOf(kind, entry, speech);
}

/**
 * `Height for age −2.15`, or that it could not be calculated; empty for MUAC, which has no index.
 */
export function indexOf(kind: ChartKind, entry: ChartScreening, { t, number }: Translator): string {
  if (kind === 'muac') return '';
  const index = t(`charts.${kind}.index`);
  if (entry.z === null) return t('charts.no-z', { index });
  const value = number(entry.z, { decimals: 2, signed: true });
  return entry.includesSwelling
    ? t('charts.z-with-swelling', { index, value })
    : t('charts.z', { index, value });
}

/** The word for a screening's mark: its leading sign, else its status. */
export function statusWordOf(kind: ChartKind, entry: ChartScreening, speech: Translator): string {
  const { mark, word, muac } = entry;
  const sign = signWord(speech, mark, muac ?? undefined);
  if (kind === 'muac') {
    const band = speech.t(
      entry.muacBand === null ? 'charts.band.none' : `charts.band.${entry.muacBand}`,
    );
    return mark.sign === 'swelling' && sign !== null ? `${sign}. ${band}` : band;
  }
  const status = statusWord(speech, mark, word);
  return sign === null ? status : `${sign}. ${status}`;
}

/** `14 Mar 2026, 22 months`. */
export function whenOf(entry: ChartScreening, { t, date, age }: Translator): string {
  if (entry.ageMonths === null) return date(entry.surveyDate);
  return t('charts.when', { date: date(entry.surveyDate), age: age(entry.ageMonths) });
}

/** All details of a screening in one line for screen readers: date, age, figure, index, status. */
export function sentenceOf(kind: ChartKind, entry: ChartScreening, speech: Translator): string {
  return [
    `${whenOf(entry, speech)}: ${figureOf(kind, entry, speech)}`,
    indexOf(kind, entry, speech),
    statusWordOf(kind, entry, speech),
  ]
    .filter((part) => part !== '')
    .join('. ');
}

/** A chart's subtitle. */
export function subtitleOf({ kind }: ChartSeries, { t }: Translator): string {
  return t(kind === 'muac' ? 'charts.muac.subtitle' : 'charts.subtitle');
}

/** The meaning of a mark in a chart; for a green mark that MUAC replaced, the words say so. */
export function legendOf({ kind, points }: ChartSeries, tone: Tone, { t }: Translator): string {
  if (kind === 'muac') return t('charts.band.none');
  const isSigns = ({ entry }: ChartPoint) => entry.tone === tone && leadsStatus(entry.mark);
  const hasSign = (tone === 'red' || tone === 'amber') && points.some(isSigns);
  return t(hasSign ? `charts.legend.${tone}-or-muac` : `charts.legend.${tone}`);
}

/** Remarks for reading a chart: tables used, extended axes, screenings not drawn. */
export function remarksOf(series: ChartSeries, { t, number }: Translator): string[] {
  const remarks: string[] = [];
  const { kind, x, y, tables, entries } = series;
  if (entries.length === 0) remarks.push(t(`charts.${kind}.none`));
  if (tables === 'lying' || tables === 'standing') remarks.push(t(`charts.tables.${tables}`));
  else if (tables !== null)
    remarks.push(t('charts.tables.both', { height: number(tables.seamAt) }));
  for (const axis of [x, y]) {
    if (!axis.stretched) continue;
    remarks.push(t('charts.stretched', { from: number(axis.from), to: number(axis.to) }));
  }
  const notDrawn = entries.filter((entry) => entry.notDrawn !== null).length;
  if (notDrawn > 0) remarks.push(t('charts.not-drawn', { count: notDrawn }));
  return remarks;
}

/** A summary of the chart in one sentence. */
export function summaryOf(series: ChartSeries, speech: Translator): string {
  const { kind, points, sex } = series;
  const title = speech.t(titleKey(kind), { sex });
  const newest = points.at(-1);
  if (newest === undefined) return `${title}. ${speech.t('charts.empty-chart')}`;
  const count = speech.t('charts.points', { count: points.length });
  return `${title}. ${count} ${speech.t('charts.newest', {
    screening: sentenceOf(kind, newest.entry, speech),
  })}`;
}

export function titleKey(kind: ChartKind): MessageKey {
  return `charts.${kind}.title`;
}
