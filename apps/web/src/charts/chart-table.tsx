import { useMessages } from '../data/messages.tsx';
import { StatusWord } from '../ui/status-mark.tsx';
import type { ChartKind } from './chart-rules.ts';
import { statusWordOf, titleKey } from './chart-words.ts';
import type { ChartScreening, ChartSeries } from './series.ts';

const COLUMNS: Readonly<Record<ChartKind, readonly ('height' | 'weight' | 'muac')[]>> = {
  height: ['height'],
  weight: ['weight'],
  'weight-for-height': ['height', 'weight'],
  muac: ['muac'],
};

function ScreeningRow({ kind, entry }: { kind: ChartKind; entry: ChartScreening }) {
  const { t, number, date, age, ...speech } = useMessages();
  const none = t('charts.table.no-value');
  return (
    <tr>
      <th scope="row">
        <b>{date(entry.surveyDate)}</b>
        <span>
          {entry.ageMonths === null ? none : age(entry.ageMonths, 'brief')}
          {entry.notDrawn === null ? '' : `. ${t(`charts.not-drawn.${entry.notDrawn}`)}`}
        </span>
        <StatusWord tone={entry.tone} size="sm">
          {statusWordOf(kind, entry, { t, number, date, age, ...speech })}
        </StatusWord>
      </th>
      {COLUMNS[kind].map((column) => {
        const value = entry[column];
        return <td key={column}>{value === null ? none : number(value)}</td>;
      })}
      {kind === 'muac' ? null : (
        <td>
          {entry.z === null ? none : number(entry.z, { decimals: 2, signed: true })}
          {entry.includesSwelling ? <span>{t('assessment.includes-swelling')}</span> : null}
        </td>
      )}
    </tr>
  );
}

/** The chart's screenings as a table, newest first, including those that cannot be drawn. */
export function ChartTable({ series }: { series: ChartSeries }) {
  const { t } = useMessages();
  const { kind, sex, entries } = series;
  return (
    <div className="chart-table">
      <table className="mt">
        <caption className="vh">{t(titleKey(kind), { sex })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('charts.table.visit')}</th>
            {COLUMNS[kind].map((column) => (
              <th key={column} scope="col">
                {t(`charts.table.${column}`)}
              </th>
            ))}
            {kind === 'muac' ? null : <th scope="col">{t('charts.table.z')}</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <ScreeningRow key={entry.id} kind={kind} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
