import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { ChartCard } from './chart-card.tsx';
import type { ChartKind } from './chart-rules.ts';
import type { ChartSeries } from './series.ts';

function steppedTo(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The first chart with points: a child with only MUAC must not start with an empty chart. */
function firstWithPoints(charts: readonly ChartSeries[]): ChartKind {
  return charts.find(({ points }) => points.length > 0)?.kind ?? 'height';
}

interface ChartPanelsProps {
  charts: readonly ChartSeries[];
  /** One chart at a time in tabs, for a phone; else all in a grid. */
  isTabbed: boolean;
}

/**
 * The charts in tabs or in a grid. All are always rendered, so that they are printed, and so that
 * rotating a phone keeps an open full screen or table.
 */
export function ChartPanels({ charts, isTabbed }: ChartPanelsProps) {
  const { t } = useMessages();
  const id = useId();
  const [openKind, setOpenKind] = useState<ChartKind>(() => firstWithPoints(charts));
  const tabs = useRef(new Map<ChartKind, HTMLButtonElement>());

  function onKey(event: KeyboardEvent, index: number): void {
    const next = charts[steppedTo(event.key, index, charts.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setOpenKind(next.kind);
    tabs.current.get(next.kind)?.focus();
  }

  const tabList = (
    <div className="chart-tabs" role="tablist" aria-label={t('charts.choose')}>
      {charts.map(({ kind }, index) => (
        <button
          key={kind}
          ref={(element) => {
            if (element !== null) tabs.current.set(kind, element);
            return () => {
              tabs.current.delete(kind);
            };
          }}
          type="button"
          role="tab"
          id={`${id}-${kind}-tab`}
          aria-selected={kind === openKind}
          aria-controls={`${id}-${kind}`}
          tabIndex={kind === openKind ? 0 : -1}
          onClick={() => setOpenKind(kind)}
          onKeyDown={(event) => onKey(event, index)}
        >
          {t(`charts.${kind}.tab`)}
        </button>
      ))}
    </div>
  );

  return (
    <>
      {isTabbed ? tabList : null}
      <div className={isTabbed ? 'chart-panels' : 'chart-panels chart-panels-grid'}>
        {charts.map((series) => {
          const panel = isTabbed
            ? { role: 'tabpanel', 'aria-labelledby': `${id}-${series.kind}-tab` }
            : {};
          const isClosed = isTabbed && series.kind !== openKind;
          return (
            <div
              key={series.kind}
              id={`${id}-${series.kind}`}
              className={isClosed ? 'chart-print-only' : undefined}
              {...panel}
            >
              <ChartCard series={series} />
            </div>
          );
        })}
      </div>
    </>
  );
}
