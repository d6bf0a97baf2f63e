import type { Language } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import { type Cell, type Row, reportAnswers } from '@crece/reports';
import { useMessages } from '../../data/messages.tsx';
import type { ReportTable } from './report-table.ts';

type ShownColumn = ReportTable['columns'][number] & { readonly at: number };

const NAMES = ['firstName', 'lastName'] as const;

/**
 * Columns that stand with the name on screen and paper, wherever the file has them: what is urgent
 * must not lie twenty columns away.
 */
const PINNED = ['alert', 'openReferral'] as const;

const isWithName = (name: string) => [...NAMES, ...PINNED].some((one) => one === name);

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

/** A child's name, and below it what is urgent about the child. */
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

/** The columns with a value in at least one row, without those that stand with the name. */
function filledColumns({ columns, rows }: ReportTable): readonly ShownColumn[] {
  return columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name, at }) => !isWithName(name) && rows.some((row) => (row[at] ?? '') !== ''));
}

/** The first rows of a report: they scroll in their own box, and the name stays visible. */
export function ReportRows({ table, language }: { table: ReportTable; language: Language }) {
  const { t } = useMessages();
  const cellText = useCellText(language);
  const columns = filledColumns(table);
  const blank = table.columns.filter(({ name }) => !isWithName(name)).length - columns.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="table-scroll report-box" aria-label={t('reports.rows')} tabIndex={0}>
        <table className="dt report-table" lang={language}>
          <thead>
            <tr>
              <th scope="col" lang="">
                {t('reports.name')}
              </th>
              {columns.map(({ name, title, kind }) => (
                <th key={name} scope="col" className={kind === 'number' ? 'right' : ''}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
              <tr key={line}>
                <th scope="row">
                  <NameCell table={table} row={row} language={language} />
                </th>
                {columns.map(({ name, kind, at }) => (
                  <td key={name} className={kind === 'number' ? 'right num' : ''}>
                    {cellText(row[at] ?? null, kind)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {blank > 0 ? (
        <p className="small muted">{t('reports.blank-columns', { count: blank })}</p>
      ) : null}
    </>
  );
}
