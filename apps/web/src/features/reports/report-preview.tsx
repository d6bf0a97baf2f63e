import { UNDER_SIX_MONTHS, usableMeasures } from '@crece/domain';
import type { Language } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import type { Row } from '@crece/reports';
import { useMemo, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { type CellContext, previewCell, Urgent } from './preview-cells.tsx';
import { columnHead, isForMachines } from './preview-heads.ts';
import { cellOf, isWithName, nameOfRow, type ShownColumn } from './report-rows.tsx';
import type { ReportTable } from './report-table.ts';
import { useVoiceOf } from './report-voice.ts';

/** What is read first stands beside the name; the other columns follow as in the file. */
const FIRST = [
  ...['age', 'status', 'Sup', 'wh', 'muac', 'supType'],
  ...['sign', 'since', 'outcome', 'lost', 'days'],
  ...['type', 'deliveryDate', 'childsBirthDate'],
];

const placeOf = ({ name }: ShownColumn): number =>
  FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;

/** The columns for people with a value in at least one row, without those that stand with the name. */
function shownColumns({ columns, rows }: ReportTable): readonly ShownColumn[] {
  return columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name, at }) => {
      const isFilled = rows.some((row) => (row[at] ?? '') !== '');
      return isFilled && !isWithName(name) && !isForMachines(name);
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The first rows of a report in words and marks of the screens: they scroll in their own box, and the
 * child's name stays visible with what is urgent. The file has the names of its columns.
 */
export function ReportRows({
  table,
  type,
  language,
}: {
  table: ReportTable;
  type: string;
  language: Language;
}) {
  const { t } = useMessages();
  const voice = useVoiceOf(language);
  const [now] = useState(() => new Date());
  const words = useMemo(() => createReportWords(language), [language]);
  const { supplements } = useProgramme();
  const context = { voice, words, supplements, now };
  const columns = shownColumns(table);
  const others = table.columns.filter(({ name }) => !isWithName(name));
  const machines = others.filter(({ name }) => isForMachines(name)).length;
  const blank = others.length - machines - columns.length;
  const rest = [
    ...(blank > 0 ? [t('reports.blank-columns', { count: blank })] : []),
    ...(machines > 0 ? [t('reports.machine-columns', { count: machines })] : []),
    t('reports.file-names'),
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="table-scroll report-box" aria-label={t('reports.rows')} tabIndex={0}>
        <table className="dt report-table" lang={voice.language}>
          <thead>
            <tr>
              <th scope="col">{voice.t('reports.name')}</th>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={isFigure(column) ? 'right' : ''}>
                  {columnHead(voice, column, type)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
              <PreviewRow key={line} {...{ table, row, columns, context }} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="small muted">{rest.join(' ')}</p>
    </>
  );
}

/** Ages are words. */
const isFigure = ({ kind, name }: ShownColumn): boolean => kind === 'number' && name !== 'age';

/** A date stays in one line. */
function lookOf(column: ShownColumn): string {
  if (isFigure(column)) return 'right num';
  return column.kind === 'date' ? 'num' : '';
}

/** The figures of the screening of a row, in reports that have them. */
function measuresOf(table: ReportTable, row: Row) {
  const [height, weight, muac] = ['height', 'weight', 'muac'].map((name) => {
    const cell = cellOf(table, row, name);
    return typeof cell === 'number' ? cell : undefined;
  });
  return { height, weight, muac };
}

function PreviewRow({
  table,
  row,
  columns,
  context,
}: {
  table: ReportTable;
  row: Row;
  columns: readonly ShownColumn[];
  context: CellContext;
}) {
  const alert = String(cellOf(table, row, 'alert') ?? '');
  const openReferral = String(cellOf(table, row, 'openReferral') ?? '');
  const isUrgent = alert !== '' || openReferral !== '';
  // A figure that cannot be right leaves no green, as in the list of children.
  const isNeverGreen = isUrgent || usableMeasures(measuresOf(table, row)).doubts.length > 0;
  const age = cellOf(table, row, 'age');
  const isInfant = typeof age === 'number' && age < UNDER_SIX_MONTHS;
  return (
    <tr>
      <th scope="row">
        <span className="report-child">{nameOfRow(table, row)}</span>
        {isUrgent ? <Urgent {...{ alert, openReferral, context }} /> : null}
      </th>
      {columns.map((column) => (
        <td key={column.name} className={lookOf(column)}>
          {previewCell(row[column.at] ?? null, column, {
            ...context,
            isUrgent: isNeverGreen,
            isInfant,
          })}
        </td>
      ))}
    </tr>
  );
}
