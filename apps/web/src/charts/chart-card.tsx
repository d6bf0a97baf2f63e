import { useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { IconButton } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Tone } from '../ui/status-mark.tsx';
import { ChartPlot } from './chart-plot.tsx';
import type { ChartKind } from './chart-rules.ts';
import { ChartTable } from './chart-table.tsx';
import { legendOf, remarksOf, subtitleOf, titleKey } from './chart-words.ts';
import { PointMark } from './point-mark.tsx';
import type { ChartSeries } from './series.ts';
import { type Size, useSize } from './use-size.ts';

const TONES: readonly Tone[] = ['red', 'amber', 'green', 'grey'];

/**
 * The meaning of the marks in a growth chart; only those shown. MUAC's bands have their own words.
 */
function PointLegend({ series }: { series: ChartSeries }) {
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

/**
 * Minimum sizes in CSS pixels where there is room (specification, section 9): 400 wide and 200
 * high, MUAC 400 high.
 */
export const SPECIFIED_PX = 400;
const LEAST_HEIGHT = 200;
/**
 * Minimum width; in a narrower card the same picture is scaled down, because names and ticks would
 * not fit.
 */
const LEAST_WIDTH = 280;
const MOST_HEIGHT = 460;

/**
 * A chart as wide as its card with a ratio of about 5:4; MUAC is square when the card has 400 px.
 */
export function sizeInCard(kind: ChartKind, cardWidth: number): Size {
  const width = Math.max(cardWidth, LEAST_WIDTH);
  const usual = Math.min(Math.max(Math.round(width * 0.8), LEAST_HEIGHT), MOST_HEIGHT);
  const height = kind === 'muac' && width >= SPECIFIED_PX ? Math.max(usual, SPECIFIED_PX) : usual;
  return { width, height };
}

function Remarks({ series }: { series: ChartSeries }) {
  const speech = useMessages();
  return remarksOf(series, speech).map((remark) => (
    <p key={remark} className="chart-remark">
      {remark}
    </p>
  ));
}

function FullScreen({ series, onClose }: { series: ChartSeries; onClose: () => void }) {
  const { t } = useMessages();
  const [measure, size] = useSize();
  return (
    <Dialog
      title={t(titleKey(series.kind), { sex: series.sex })}
      onClose={onClose}
      full={{ closeLabel: t('charts.close-full-screen') }}
    >
      <div className="chart-full">
        <div ref={measure} className="chart-full-plot">
          <ChartPlot series={series} size={size} />
        </div>
        <Remarks series={series} />
      </div>
    </Dialog>
  );
}

/** One chart with its title, table and full screen. */
export function ChartCard({ series }: { series: ChartSeries }) {
  const speech = useMessages();
  const { t } = speech;
  const [measure, { width }] = useSize();
  const [isTable, setIsTable] = useState(false);
  const [isFull, setIsFull] = useState(false);
  const title = t(titleKey(series.kind), { sex: series.sex });
  return (
    <section className="card chart-card" aria-label={title}>
      <div className="chart-head">
        <div className="grow">
          <h3 className="h2">{title}</h3>
          <p className="xs muted">{subtitleOf(series, speech)}</p>
        </div>
        {series.entries.length === 0 ? null : (
          <IconButton
            icon={isTable ? 'chart' : 'table'}
            label={t(isTable ? 'charts.show-chart' : 'charts.show-table', { title })}
            onClick={() => setIsTable(!isTable)}
          />
        )}
        <IconButton
          icon="expand"
          label={t('charts.full-screen', { title })}
          onClick={() => setIsFull(true)}
        />
      </div>
      {isTable ? <ChartTable series={series} /> : null}
      <div className={isTable ? 'chart-body chart-print-only' : 'chart-body'}>
        <div ref={measure}>
          <ChartPlot series={series} size={sizeInCard(series.kind, width)} />
        </div>
        <PointLegend series={series} />
      </div>
      <Remarks series={series} />
      {isFull ? <FullScreen series={series} onClose={() => setIsFull(false)} /> : null}
    </section>
  );
}
