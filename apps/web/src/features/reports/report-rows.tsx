import type { Language } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import { type Cell, type Row, reportAnswers } from '@crece/reports';
import { useMessages } from '../../data/messages.tsx';
import type { ReportTable } from './report-table.ts';

export type ShownColumn = ReportTable['columns'][number] & { readonly at: number };

const NAMES = ['firstName', 'lastName'] as const;

/**
 * Columns that stand with the name on screen and paper, wherever the file has them: what is urgent
 * must not lie twenty columns away.
 */
const PINNED = ['alert', 'openReferral'] as const;

export const isWithName = (name: string) => [...NAMES, ...PINNED].some((one) => one === name);

const placeOf = ({ columns }: ReportTable, name: string): number =>
  columns.findIndex((column) => column.name === name);

/** First and last name of a row as one text. */
export function nameOfRow(table: ReportTable, row: Row): string {
  return NAMES.map((name) => String(row[placeOf(table, name)] ?? ''))
    .join(' ')
    .trim();
}

/** The cell of a row by column name; null when the report has no such column. */
export function cellOf(table: ReportTable, row: Row, name: string): Cell {
  return row[placeOf(table, name)] ?? null;
}

/**
 * Returns a function that formats a cell for screen and paper: dates in the person's format,
 * answers as words.
 */
export function useCellText(language: Language) {
  const { date, number } = useMessages();
  const { yes, no } = reportAnswers(language);
  return (cell: Cell, kind: ShownColumn['kind']): string => {
    if (cell === null) return '';
    if (typeof cell === 'boolean') return cell ? yes : no;
    if (typeof cell === 'number') return number(cell);
    return kind === 'date' && cell !== '' ? date(cell, 'medium') : cell;
  };
}

/** On paper: a child's name, and below it what is urgent about the child. */
export function NameCell({
  table,
  row,
  language,
}: {
  table: ReportTable;
  row: Row;
  language: Language;
}) {
  const { t } = useMessages();
  const yellow = createReportWords(language).word('alert.muac-yellow');
  return (
    <>
      {nameOfRow(table, row)}
      {PINNED.map((name) => {
        const text = String(cellOf(table, row, name) ?? '');
        if (text === '') return null;
        return (
          <span
            key={name}
            className={text === yellow ? 'report-pinned is-yellow' : 'report-pinned'}
          >
            {name === 'alert' ? text : t('reports.open-referral', { signs: text })}
          </span>
        );
      })}
    </>
  );
}
