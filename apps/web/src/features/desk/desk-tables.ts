import { DESK_LISTS, type DeskList, type IsoDate, type SaidTexts } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { Cell, Column, Row } from '@crece/reports';
import {
  BASE_OF,
  COACHING_TOPICS,
  countIn,
  type DeskFigures,
  FUNNEL_SIGNS,
  type ListCounts,
  type ListedChild,
} from '@crece/reports/desk';
import type { TableFile } from '../../shared/reports/table-file.ts';
import {
  listTitle,
  monthText,
  needColumn,
  needText,
  needWord,
  screenerText,
  signText,
} from './desk-words.ts';

type Words = Translator & { readonly supplements?: SaidTexts };
type Table = Pick<TableFile, 'columns' | 'titles' | 'answers' | 'rows'>;
type Kinds<Name extends string> = Readonly<Record<Name, Column['kind']>>;

const LIST_COLUMNS = {
  unit: 'text',
  ward: 'text',
  'first-name': 'text',
  'last-name': 'text',
  months: 'number',
  sign: 'text',
  need: 'text',
  seen: 'date',
  due: 'date',
  mother: 'text',
  phone: 'text',
  interviewer: 'text',
} as const satisfies Kinds<string>;

const FIGURE_COLUMNS = {
  place: 'text',
  part: 'text',
  figure: 'text',
  count: 'number',
  of: 'number',
  percent: 'number',
  lower: 'number',
  upper: 'number',
} as const satisfies Kinds<string>;

function tableOf<Name extends keyof typeof LIST_COLUMNS | keyof typeof FIGURE_COLUMNS>(
  { t }: Words,
  kinds: Kinds<Name>,
  sources: readonly Readonly<Record<Name, Cell>>[],
): Table {
  // The names of an object are those of its type.
  const names = Object.keys(kinds) as Name[];
  return {
    columns: names.map((name) => ({ name, kind: kinds[name] })),
    titles: names.map((name) => t(`desk.file.${name}`)),
    answers: { yes: '', no: '' },
    rows: sources.map((source): Row => names.map((name) => source[name])),
  };
}

/** Which list a table shows, on which day, and what its units are called. */
interface ListOfTable {
  readonly list: DeskList;
  readonly today: IsoDate;
  readonly unitName: (stakeDB: string) => string;
}

/** The children of a list as a table, in the list's order. */
export function listTable(
  words: Words,
  children: readonly ListedChild[],
  { list, today, unitName }: ListOfTable,
): Table {
  const { t } = words;
  const rows = children.map((child) => ({
    unit: unitName(child.stakeDB),
    ward: child.ward,
    'first-name': child.record === undefined ? child.firstName : child.id,
    'last-name': child.lastName,
    months: child.ageMonths,
    sign:
      child.record === undefined ? signText(words, child.sign) : t(`desk.record.${child.record}`),
    need:
      needText(words, list, child.need) ??
      (child.need === null ? null : needWord(words, child.need)),
    seen: child.seen,
    due: child.dueOn,
    mother: child.mother,
    phone: child.phone,
    interviewer: child.interviewer === '' ? '' : screenerText(words, child.interviewer),
  }));
  const table = tableOf(words, LIST_COLUMNS, rows);
  const need = table.columns.findIndex(({ name }) => name === 'need');
  const titled = table.titles.map((title, at) =>
    at === need ? needColumn(words, list, today) : title,
  );
  return { ...table, titles: titled };
}

/** What a coordinator reads of every place: told of each unit and ward, zeros too. */
const KEY_LISTS: readonly DeskList[] = [
  'under-five',
  'covered',
  'never',
  'refer',
  'refer-infant',
  'late',
  'red',
  'amber',
  'green',
  'unassessed',
  'need-any-0',
  'need-any-1',
];

/**
 * The other lists of the whole, where they have children; without those by last digit, which the
 * coaching notes report.
 */
const MORE_LISTS = DESK_LISTS.filter(
  (list) => !KEY_LISTS.includes(list) && !/-digit-\d$/.test(list),
);

type FigureRow = Readonly<Record<keyof typeof FIGURE_COLUMNS, Cell>>;
const NO_SHARE = { of: null, percent: null, lower: null, upper: null } as const;

const round = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100;

/**
 * The figures of a desk as a table, one per line: the lengths of the lists of the whole, and the
 * most important ones of each part; then shares with their intervals, month by month, and the plausibility of the
 * measurements.
 */
export function figuresTable(words: Words, figures: DeskFigures, title: string): Table {
  const { t } = words;
  const unnamed = (name: string, otherwise: string) => (name === '' ? otherwise : name);
  const countsOf = (
    place: string,
    part: string,
    lists: ListCounts,
    wanted = KEY_LISTS,
  ): readonly FigureRow[] =>
    wanted.map((list) => {
      const count = countIn(lists, list);
      const of = list === 'covered' ? countIn(lists, 'under-five') : null;
      const percent = of === null || of === 0 ? null : round((100 * count) / of);
      const figure = listTitle(words, list, figures);
      return { ...NO_SHARE, place, part, figure, count, of, percent };
    });
  const { units, wards } = figures;
  const more = MORE_LISTS.filter((list) => countIn(figures.lists, list) > 0);
  const shares = figures.prevalence.map(({ indicator, cases, n, value, lower, upper }) => ({
    place: title,
    part: t('desk.prevalence.title'),
    figure: `${t(`desk.indicator.${indicator}`)}: ${t(`desk.rule.${indicator}`)}`,
    count: cases,
    of: n,
    percent: round(value),
    lower: round(lower),
    upper: round(upper),
  }));
  const months = figures.trend.flatMap(({ month, shares: of }) =>
    figures.prevalence
      .filter(({ indicator }) => !indicator.startsWith('severe'))
      .map(({ indicator }) => {
        const { cases, n, value, lower, upper } = of[BASE_OF[indicator]];
        return {
          place: title,
          part: t('desk.trend.title'),
          figure: `${t(`desk.indicator.${indicator}`)}, ${monthText(words, month)}`,
          count: cases,
          of: n,
          percent: round(value),
          lower: round(lower),
          upper: round(upper),
        };
      }),
  );
  const medians = FUNNEL_SIGNS.flatMap((sign) => {
    const { days, n } = figures.arrival[sign];
    const figure = t('desk.funnel.median', { sign });
    const part = t('desk.funnel.title');
    return n === 0 ? [] : [{ ...NO_SHARE, place: title, part, figure, count: days, of: n }];
  });
  const coached = [
    ...figures.units.map(({ unit, coaching }) => ({ name: unit.stakeName, coaching })),
    ...figures.interviewers.map(({ name, coaching }) => ({
      name: screenerText(words, name),
      coaching,
    })),
  ].flatMap(({ name, coaching }) =>
    COACHING_TOPICS.flatMap((topic) => coaching.filter((note) => note.topic === topic)).map(
      ({ topic, count, of, digit = 0 }) => ({
        ...NO_SHARE,
        place: name,
        part: t('desk.quality.title'),
        figure: t(`desk.coach.${topic}`, { count, of, digit }),
        count,
        of,
      }),
    ),
  );
  return tableOf(words, FIGURE_COLUMNS, [
    ...countsOf(title, t('desk.file.whole'), figures.lists),
    ...countsOf(title, t('desk.file.whole'), figures.lists, more),
    ...medians,
    ...shares,
    ...months,
    ...(units.length > 1 ? units : []).flatMap(({ unit, lists }) =>
      countsOf(unit.stakeName, t('desk.places.unit'), lists),
    ),
    ...wards.flatMap(({ name, lists }) =>
      countsOf(unnamed(name, t('desk.places.no-ward')), t('desk.places.ward'), lists),
    ),
    ...coached,
  ]);
}
