import type { IsoDate } from '@crece/domain';
import { useMemo } from 'react';
import { useMessages } from '../data/messages.tsx';
import type { ScreeningsFile } from '../shared/screenings/screening-entries.ts';
import { SPECIFIED_PX } from './chart-card.tsx';
import { ChartPanels } from './chart-panels.tsx';
import { CHART_KINDS } from './chart-rules.ts';
import './charts.css';
import { chartSeries } from './series.ts';
import { useSize } from './use-size.ts';

/** What a card adds to its chart's width, and the gap between two cards (charts.css). */
const CARD_PADDING_PX = 24;
const GAP_PX = 16;

/**
 * Whether two charts in their cards fit side by side with the specified width (section 9).
 * Otherwise one is shown at a time, in tabs.
 */
export function fitTwo(width: number): boolean {
  return width >= 2 * (SPECIFIED_PX + CARD_PADDING_PX) + GAP_PX;
}

interface GrowthChartsProps {
  /** Its screenings are sorted newest first. */
  file: ScreeningsFile;
  /** Date in the unit's time zone: a screening dated after tomorrow is listed but not drawn. */
  today: IsoDate;
}

/** A child's height, weight, weight-for-height and MUAC over time, with WHO's lines for its sex. */
export function GrowthCharts({ file, today }: GrowthChartsProps) {
  const { t } = useMessages();
  const [measure, { width }] = useSize();
  const charts = useMemo(
    () => CHART_KINDS.map((kind) => chartSeries(kind, file, today)),
    [file, today],
  );
  return (
    <section className="charts" ref={measure} aria-label={t('charts.title')}>
      {file.screenings.length === 0 ? (
        <p className="card muted">{t('charts.no-visits')}</p>
      ) : (
        <ChartPanels charts={charts} isTabbed={!fitTwo(width)} />
      )}
    </section>
  );
}
