import { MUAC_LINES, muacFromMillimetres, type Screening } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Card, Fold, VisuallyHidden } from '../../ui/surfaces.tsx';
import { useOwnChecks } from './guidance-panel.tsx';
import { TrendLine } from './trend-line.tsx';

type Measure = 'weight' | 'height' | 'muac';

const MEASURES = [
  ['weight', 'kg'],
  ['height', 'cm'],
  ['muac', 'cm'],
] as const satisfies readonly (readonly [Measure, 'kg' | 'cm'])[];

/** The newest so many values are drawn. */
const MOST = 8;
const WIDTH = 112;
const HEIGHT = 40;
const EDGE = 6;

interface Value {
  date: string;
  value: number;
}

/** The measured values up to a screening, the oldest first; no figure that is in millimetres. */
function valuesOf(entry: ScreeningFacts, measure: Measure): Value[] {
  return [entry, ...entry.earlier]
    .flatMap(({ screening }) => {
      const value = screening[measure];
      const isLegible = measure !== 'muac' || muacFromMillimetres(value) === null;
      return value === undefined || !isLegible ? [] : [{ date: screening.surveyDate, value }];
    })
    .slice(0, MOST)
    .reverse();
}

/** The values over time; `line` is a limit, drawn where it lies among them. */
function Plot({ values, line }: { values: readonly Value[]; line: number | null }) {
  const figures = values.map(({ value }) => value);
  const isLineNear = line !== null && Math.abs(line - (figures.at(-1) ?? line)) <= 1.5;
  const all = isLineNear ? [...figures, line] : figures;
  const low = Math.min(...all);
  const room = Math.max(Math.max(...all) - low, 0.1);
  const isOneDay = values[0]?.date === values.at(-1)?.date;
  const times = values.map(({ date }, index) => (isOneDay ? index : Date.parse(date)));
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const points = values.map(({ value }, index) => ({
    x: EDGE + (((times[index] ?? start) - start) / Math.max(end - start, 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - ((value - low) / room) * (HEIGHT - 2 * EDGE),
  }));
  const limit = HEIGHT - EDGE - (((line ?? low) - low) / room) * (HEIGHT - 2 * EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="plot" aria-hidden="true">
      {isLineNear ? <path d={`M0 ${limit}H${WIDTH}`} className="plot-limit" /> : null}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two screenings of one day stand in one place
        <circle key={index} cx={x} cy={y} r={index === points.length - 1 ? 4 : 2.5} />
      ))}
    </svg>
  );
}

function ChangeRow({
  measure,
  unit,
  values,
  today,
}: {
  measure: Measure;
  unit: 'kg' | 'cm';
  values: readonly Value[];
  today: string;
}) {
  const { t, number, shortDate } = useMessages();
  const now = values.at(-1);
  const before = values.filter(({ date }) => date !== now?.date).at(-1) ?? values.at(-2);
  if (before === undefined || now === undefined) return null;
  const line = measure === 'muac' ? MUAC_LINES.moderate : null;
  const write = (value: number, signed = false) => number(value, { decimals: 1, signed });
  const change = write(Math.round((now.value - before.value) * 100) / 100, true);
  const label = measure === 'muac' ? t('assessment.index.muac') : t(`screenings.${measure}`);
  return (
    <li className="change">
      <span className="change-name" aria-hidden="true">
        {label}
        <small>
          {t(`common.${unit}`)}
          {line === null ? null : ` · ${t('screenings.change-limit', { line: number(line) })}`}
        </small>
      </span>
      <Plot values={values} line={line} />
      <span className="change-now num" aria-hidden="true">
        {write(now.value)}
        <small>{change}</small>
      </span>
      <VisuallyHidden>
        {t('screenings.change-said', {
          measure: label,
          value: `${write(now.value)} ${t(`common.${unit}`)}`,
          change,
          date: shortDate(before.date, today),
        })}
      </VisuallyHidden>
    </li>
  );
}

/**
 * How the measures changed, as three small plots. The sentences about the weight's direction, WHO's
 * lines that were crossed, and our own checks are folded beneath; on paper they are unfolded.
 */
export function ChangesCard({
  entry,
  screenings,
}: {
  entry: ScreeningFacts;
  /** All screenings of the child. */
  screenings: readonly Screening[];
}) {
  const { t, shortDate } = useMessages();
  const { trend, crossed, previous, today } = entry;
  const checks = useOwnChecks({ entry, screenings });
  const rows = MEASURES.map(([measure, unit]) => ({
    measure,
    unit,
    values: valuesOf(entry, measure),
  })).filter(({ values }) => values.length > 1);
  const sentences = (trend === null ? 0 : 1) + crossed.length + checks.length;
  if (rows.length === 0 && sentences === 0) return null;
  return (
    <Card title={t('screenings.changes')} className="changes-card">
      {rows.length === 0 ? null : (
        <ul>
          {rows.map((row) => (
            <ChangeRow key={row.measure} today={today} {...row} />
          ))}
        </ul>
      )}
      {sentences === 0 || previous === null ? null : (
        <Fold
          title={t('screenings.changes-told', { count: sentences })}
          note={t('screenings.since-visit', {
            date: shortDate(previous.screening.surveyDate, today),
          })}
        >
          <TrendLine entry={entry} />
          {checks.map((check) => (
            <p key={check} className="said-line">
              <Icon name="warning" small />
              {check}
            </p>
          ))}
        </Fold>
      )}
    </Card>
  );
}
