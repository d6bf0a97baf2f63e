import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { type ChartFrame, chartFrameOf } from './chart-frame.ts';
import { ChartGround } from './chart-ground.tsx';
import { sentenceOf, shortFigureOf, summaryOf } from './chart-words.ts';
import { figurePlace } from './figure-place.ts';
import { boxOfWord, paperWords } from './paper-words.ts';
import { PointMark } from './point-mark.tsx';
import { PointTip } from './point-tip.tsx';
import type { ChartPoint, ChartSeries } from './series.ts';
import type { Size } from './use-size.ts';

/** Maximum distance of a finger from a point that it selects, in pixels. */
const REACH_PX = 28;

interface PlacedPoint extends ChartPoint {
  readonly left: number;
  readonly top: number;
}

function nearest(points: readonly PlacedPoint[], x: number, y: number): PlacedPoint | null {
  let best: PlacedPoint | null = null;
  let reach = REACH_PX;
  for (const point of points) {
    const distance = Math.hypot(point.left - x, point.top - y);
    if (distance <= reach) {
      best = point;
      reach = distance;
    }
  }
  return best;
}

/** A position in per cent, which stays right when the picture is scaled, as in print. */
function placeInPercent({ left, top }: { left: number; top: number }, { width, height }: Size) {
  return { left: `${(left / width) * 100}%`, top: `${(top / height) * 100}%` };
}

/** The index of the point that a key leads to; null for other keys. */
function steppedTo(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(index + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The newest figure as text, near its point and never over a word of the chart. */
function NewestFigure({
  series,
  points,
  frame,
  text,
}: {
  series: ChartSeries;
  points: readonly PlacedPoint[];
  frame: ChartFrame;
  text: string;
}) {
  const words = paperWords(series, frame, useMessages()).map(boxOfWord);
  const place = figurePlace(points, frame, text, words);
  if (place === null) return null;
  const { left, top, width, height } = place;
  return (
    <g className="chart-newest" transform={`translate(${left} ${top})`}>
      <rect width={width} height={height} rx="6" />
      <text x={width / 2} y="16" textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** The child's own line with its points, the newest one larger. */
function OwnLine({ points }: { points: readonly PlacedPoint[] }) {
  const newest = points.at(-1);
  return (
    <>
      <path
        className="chart-own-line"
        d={points
          .map(({ left, top }, index) => `${index === 0 ? 'M' : 'L'}${left} ${top}`)
          .join('')}
      />
      {points.map((point) => (
        <PointMark
          key={point.entry.id}
          tone={point.entry.tone}
          x={point.left}
          y={point.top}
          size={point === newest ? 8.5 : 6.5}
        />
      ))}
    </>
  );
}

/**
 * The drawing of one chart at a size in pixels: the picture is redrawn when the width changes, so
 * that text keeps its size. One Tab stop per chart; arrow keys move between screenings.
 */
export function ChartPlot({ series, size }: { series: ChartSeries; size: Size }) {
  const speech = useMessages();
  const [shownId, setShownId] = useState<string | null>(null);
  const [stopId, setStopId] = useState<string | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const { kind } = series;
  const frame = chartFrameOf(series, size);
  const points: readonly PlacedPoint[] = series.points.map((point) => ({
    ...point,
    left: frame.x(point.x),
    top: frame.y(point.y),
  }));
  const newest = points.at(-1);
  const shown = points.find(({ entry }) => entry.id === shownId);
  const stop = points.find(({ entry }) => entry.id === stopId) ?? newest;

  function pointAt(event: PointerEvent<Element>): PlacedPoint | null {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = box.width === 0 ? 1 : size.width / box.width;
    return nearest(points, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  function onPointer(event: PointerEvent<Element>): void {
    setShownId(pointAt(event)?.entry.id ?? null);
  }

  function onKey(event: KeyboardEvent, index: number): void {
    if (event.key === 'Escape' && shownId !== null) {
      // The first Escape closes the details, the next one the full screen.
      event.preventDefault();
      event.stopPropagation();
      setShownId(null);
      return;
    }
    const next = points[steppedTo(event.key, index, points.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setStopId(next.entry.id);
    buttons.current.get(next.entry.id)?.focus();
  }

  return (
    <figure
      className="chart-plot"
      aria-label={summaryOf(series, speech)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setShownId(null)}
    >
      <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <ChartGround series={series} frame={frame} />
        <OwnLine points={points} />
        {newest === undefined || shown !== undefined ? null : (
          <NewestFigure
            series={series}
            points={points}
            frame={frame}
            text={shortFigureOf(kind, newest.entry, speech)}
          />
        )}
      </svg>
      {points.map(({ entry, left, top }, index) => (
        <button
          key={entry.id}
          ref={(element) => {
            if (element !== null) buttons.current.set(entry.id, element);
            return () => {
              buttons.current.delete(entry.id);
            };
          }}
          type="button"
          className="chart-point"
          style={placeInPercent({ left, top }, size)}
          tabIndex={entry.id === stop?.entry.id ? 0 : -1}
          aria-label={sentenceOf(kind, entry, speech)}
          onFocus={() => {
            setStopId(entry.id);
            setShownId(entry.id);
          }}
          onBlur={() => setShownId(null)}
          onClick={() => setShownId(entry.id)}
          onKeyDown={(event) => onKey(event, index)}
        />
      ))}
      {shown === undefined ? null : (
        <PointTip kind={kind} entry={shown.entry} at={shown} size={size} />
      )}
    </figure>
  );
}
