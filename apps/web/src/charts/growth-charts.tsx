import type { Child, IsoDate, Screening } from '@crece/domain';
import { useMemo } from 'react';
import { useMessages } from '../data/messages.tsx';
import { ChartPanels } from './chart-panels.tsx';
import { CHART_KINDS } from './chart-rules.ts';
import './charts.css';
import { chartSeries } from './series.ts';
import { useSize } from './use-size.ts';

/** Two charts side by side need this many CSS pixels of room; with less there are tabs. */
const GRID_FROM_PX = 620;

interface GrowthChartsProps {
  child: Child;
  /** Newest first. */
  screenings: readonly Screening[];
  /** In the unit's time zone: a screening dated after tomorrow is listed but not drawn. */
  today: IsoDate;
}

/** Height, weight, weight per height and MUAC of a child over time, with WHO's lines for its sex. */
export function GrowthCharts({ child, screenings, today }: GrowthChartsProps) {
  const { t } = useMessages();
  const [measure, { width }] = useSize();
  const charts = useMemo(
    () => CHART_KINDS.map((kind) => chartSeries(kind, child, screenings, today)),
    [child, screenings, today],
  );
  return (
    <section className="charts" ref={measure} aria-label={t('charts.title')}>
      {screenings.length === 0 ? (
        <p className="card muted">{t('charts.no-visits')}</p>
      ) : (
        <ChartPanels charts={charts} isTabbed={width < GRID_FROM_PX} />
      )}
    </section>
  );
}
