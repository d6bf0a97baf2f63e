import { StatusWord } from '../components/status-mark.tsx';
import { useMessages } from '../data/messages.tsx';
import type { ChartKind } from './chart-rules.ts';
import { statusWordOf, titleKey } from './chart-words.ts';
import type { ChartSeries, ChartVisit } from './series.ts';

const COLUMNS: Readonly<Record<ChartKind, readonly ('height' | 'weight' | 'muac')[]>> = {
  height: ['height'],
  weight: ['weight'],
  'weight-for-height': ['height', 'weight'],
  muac: ['muac'],
};

function VisitRow({ kind, visit }: { kind: ChartKind; visit: ChartVisit }) {
  const { t, number, date, age, ...speech } = useMessages();
  const none = t('charts.table.no-value');
  return (
    <tr>
      <th scope="row">
        <b>{date(visit.surveyDate)}</b>
        <span>
          {visit.ageMonths === null ? none : age(visit.ageMonths, 'brief')}
          {visit.notDrawn === null ? '' : `. ${t(`charts.not-drawn.${visit.notDrawn}`)}`}
        </span>
        <StatusWord tone={visit.tone} size="sm">
          {statusWordOf(kind, visit, { t, number, date, age, ...speech })}
        </StatusWord>
      </th>
      {COLUMNS[kind].map((column) => {
        const value = visit[column];
        return <td key={column}>{value === null ? none : number(value)}</td>;
      })}
      {kind === 'muac' ? null : (
        <td>
          {visit.z === null ? none : number(visit.z, { decimals: 2, signed: true })}
          {visit.includesSwelling ? <span>{t('assessment.includes-swelling')}</span> : null}
        </td>
      )}
    </tr>
  );
}

/** The same visits as the chart, newest first, with those that it cannot draw. */
export function ChartTable({ series }: { series: ChartSeries }) {
  const { t } = useMessages();
  const { kind, sex, visits } = series;
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
          {visits.map((visit) => (
            <VisitRow key={visit.id} kind={kind} visit={visit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
