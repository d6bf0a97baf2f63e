import { type IsoDate, saidIn } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import { createReportWords, type ReportWords } from '@crece/messages/report-words';
import type { Cell, Row } from '@crece/reports';
import { useEffect } from 'react';
import { useProgramme } from '../../data/programme.ts';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { urgentLines } from './preview-cells.tsx';
import { cellOf, nameOfRow } from './report-rows.tsx';
import type { ReportTable } from './report-table.ts';
import '../../ui/paper.css';
import './hand-list.css';

/** The reports that are printed as lists for work by hand. */
export const HAND_LISTS = ['sup', 'missedScreening', 'referrals', 'women'] as const;
type HandListType = (typeof HAND_LISTS)[number];

export const isHandList = (type: string): type is HandListType =>
  HAND_LISTS.some((one) => one === type);

/** Tick boxes: six hand-outs, or what was done about a child who did not come. */
const TICKS = {
  sup: ['1', '2', '3', '4', '5', '6'],
  missedScreening: ['called', 'visited', 'came'],
  referrals: ['called', 'visited'],
  women: ['invited', 'visited-her'],
} as const;

/** What a list counts. */
const COUNTED = {
  sup: 'reports.hand.count',
  missedScreening: 'reports.hand.count',
  referrals: 'reports.hand.count-referrals',
  women: 'reports.hand.count-women',
} as const satisfies Record<HandListType, MessageKey>;

/** Columns beside the name, with the names of the file's columns. */
const FACTS = {
  sup: ['Sup', 'age', 'ward', 'mother', 'months since last screening'],
  missedScreening: ['age', 'ward', 'mother', 'months since last screening'],
  referrals: ['sign', 'since', 'outcome', 'lost', 'ward', 'mother'],
  women: ['deliveryDate', 'childsBirthDate', 'phone', 'ward', 'address'],
} as const;

/** Classes of columns: a short value stays on one line. */
const LOOKS: Readonly<Partial<Record<string, string>>> = {
  Sup: 'hand-short',
  age: 'hand-short',
  since: 'hand-short',
  deliveryDate: 'hand-short',
  childsBirthDate: 'hand-short',
  lost: 'hand-short',
};

interface UnitRows {
  country: string;
  unit: string;
  rows: readonly Row[];
}

/** The rows of each unit, in the order of the units. */
function byUnit(table: ReportTable): readonly UnitRows[] {
  const units = new Map<string, UnitRows & { rows: Row[] }>();
  for (const row of table.rows) {
    const country = String(cellOf(table, row, 'country') ?? '');
    const unit = String(cellOf(table, row, 'stake') ?? '');
    const key = JSON.stringify([country, unit]);
    const known = units.get(key);
    if (known === undefined) units.set(key, { country, unit, rows: [row] });
    else known.rows.push(row);
  }
  return [...units.values()];
}

interface HandListProps {
  table: ReportTable;
  ask: ReportAsk;
  /** Speaks the language of the report: a list is one for whom it is handed to. */
  voice: Translator;
  today: IsoDate;
  /** Note about the source of the list, when it is not the server. */
  note: string | null;
}

/** The printed list: each unit starts a page, and every page repeats head and unit. */
export function HandList({ table, ...rest }: HandListProps) {
  useEffect(() => {
    document.body.classList.add('prints-lists');
    return () => document.body.classList.remove('prints-lists');
  }, []);
  return (
    <div className="hand-lists">
      {byUnit(table).map((unit) => (
        <UnitList key={`${unit.country} ${unit.unit}`} unit={unit} table={table} {...rest} />
      ))}
    </div>
  );
}

/** A baby under 6 months: on the list, but nothing may be handed out. */
function isWithoutFood(type: HandListType, table: ReportTable, row: Row): boolean {
  return type === 'sup' && cellOf(table, row, 'Sup') === null;
}

const SUPPLEMENTS = ['sup', 'mic', 'MAM', 'SAM'] as const;

interface LegendProps {
  unit: UnitRows;
  table: ReportTable;
  voice: Translator;
  words: ReportWords;
}

/** What the words in the column of supplements mean: those that stand on this list. */
function Legend({ unit, table, voice, words }: LegendProps) {
  const { t, language } = voice;
  const { supplements } = useProgramme();
  const cells = unit.rows.map((row) => String(cellOf(table, row, 'Sup') ?? ''));
  const isThere = (word: string) => cells.some((cell) => cell.split(' (')[0] === word);
  const atRisk = words.word('sup.at-risk');
  const isLapsed = cells.some((cell) => cell.includes(' ('));
  const lapsed = words.word('sup.lapsed', { sup: '' }).trim();
  const meanings = [
    ...SUPPLEMENTS.filter(isThere).map(
      (word) => `${word}: ${saidIn(supplements[word], language) ?? t(`reports.legend.${word}`)}`,
    ),
    ...(isThere(atRisk) ? [`${atRisk}: ${t('reports.legend.at-risk')}`] : []),
    ...(isLapsed ? [`${lapsed}: ${t('reports.legend.lapsed')}`] : []),
  ];
  return meanings.length === 0 ? null : <span className="hand-legend">{meanings.join(' · ')}</span>;
}

/** A cell as text: dates in the form of the language, answers as words. */
function cellText(cell: Cell, kind: string, voice: Translator, words: ReportWords): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return words.word(cell ? 'yes' : 'no');
  if (typeof cell === 'number') return voice.number(cell);
  return kind === 'date' && cell !== '' ? voice.date(cell, 'medium') : cell;
}

function NameCell({ table, row, voice, words }: Omit<LegendProps, 'unit'> & { row: Row }) {
  const [alert = '', openReferral = ''] = ['alert', 'openReferral'].map((name) =>
    String(cellOf(table, row, name) ?? ''),
  );
  return (
    <th scope="row" className="hand-name">
      {nameOfRow(table, row)}
      {urgentLines(alert, openReferral, { voice, words }).map((line) => (
        <span key={line} className="report-pinned">
          {line}
        </span>
      ))}
    </th>
  );
}

function UnitList({ unit, table, ask, voice, today, note }: HandListProps & { unit: UnitRows }) {
  const { t, date } = voice;
  const words = createReportWords(ask.language);
  const { type } = ask;
  if (!isHandList(type)) return null;
  const ticks = TICKS[type];
  const facts = FACTS[type].map((name) => ({
    name,
    kind: table.columns.find((column) => column.name === name)?.kind ?? 'text',
  }));
  return (
    <table className={`hand-list hand-list-${type}`} lang={voice.language}>
      <thead>
        <tr>
          <th colSpan={1 + facts.length + ticks.length} className="hand-head">
            <span className="hand-unit">{unit.unit}</span>
            <span>
              {t(`reports.hand.${type}`)} · {unit.country} · {date(today, 'long')} ·{' '}
              {t(COUNTED[type], { count: unit.rows.length })}
            </span>
            {note === null ? null : <span>{note}</span>}
            {type === 'sup' ? <Legend {...{ unit, table, voice, words }} /> : null}
          </th>
        </tr>
        <tr>
          <th scope="col" className="hand-name">
            {t('reports.name')}
          </th>
          {facts.map(({ name }) => (
            <th key={name} scope="col">
              {t(`reports.fact.${name}`)}
            </th>
          ))}
          {ticks.map((tick) => (
            <th key={tick} scope="col" className="hand-tick">
              {t(`reports.tick.${tick}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {unit.rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
          <tr key={line}>
            <NameCell {...{ table, row, voice, words }} />
            {facts.map(({ name, kind }) => (
              <td key={name} className={LOOKS[name]}>
                {cellText(cellOf(table, row, name), kind, voice, words)}
              </td>
            ))}
            {isWithoutFood(type, table, row) ? (
              <td colSpan={ticks.length} className="hand-no-food">
                {t('reports.hand.no-food')}
              </td>
            ) : (
              ticks.map((tick) => <td key={tick} className="hand-tick" />)
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
