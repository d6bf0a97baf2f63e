import { useMessages } from '../data/messages.tsx';
import type { Tone } from '../ui/status-mark.tsx';
import { legendOf } from './chart-words.ts';
import { PointMark } from './point-mark.tsx';
import type { ChartSeries } from './series.ts';

const TONES: readonly Tone[] = ['red', 'amber', 'green', 'grey'];

/**
 * The meaning of the marks in a growth chart; only those shown. MUAC's bands have their own words.
 */
export function PointLegend({ series }: { series: ChartSeries }) {
  const speech = useMessages();
  const present = TONES.filter((tone) =>
    series.points.some(
      ({ entry }) => entry.tone === tone && (series.kind !== 'muac' || tone === 'grey'),
    ),
  );
  if (present.length === 0) return null;
  return (
    <ul className="chart-legend" aria-label={speech.t('charts.legend')}>
      {present.map((tone) => (
        <li key={tone}>
          <svg className="chart-legend-mark" viewBox="0 0 18 18" aria-hidden="true">
            <PointMark tone={tone} x={9} y={9} size={6.5} />
          </svg>
          {legendOf(series, tone, speech)}
        </li>
      ))}
    </ul>
  );
}
