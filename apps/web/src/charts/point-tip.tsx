import { useMessages } from '../data/messages.tsx';
import { StatusWord } from '../ui/status-mark.tsx';
import type { ChartKind } from './chart-rules.ts';
import { figureOf, indexOf, statusWordOf, whenOf } from './chart-words.ts';
import type { ChartScreening } from './series.ts';
import type { Size } from './use-size.ts';

/** Half of the maximum tip width in pixels, which keeps the tip inside the chart. */
const HALF_WIDTH_PX = 116;

interface PointTipProps {
  kind: ChartKind;
  entry: ChartScreening;
  at: { readonly left: number; readonly top: number };
  size: Size;
}

/**
 * The details of the screening under finger, pointer or focus; its button has the same text for
 * screen readers.
 */
export function PointTip({ kind, entry, at, size }: PointTipProps) {
  const speech = useMessages();
  const left = Math.max(HALF_WIDTH_PX, Math.min(size.width - HALF_WIDTH_PX, at.left));
  const isLow = at.top > size.height / 2;
  const index = indexOf(kind, entry, speech);
  return (
    <div
      className={`chart-tip${isLow ? ' chart-tip-above' : ''}`}
      style={{ left: `${(left / size.width) * 100}%`, top: `${(at.top / size.height) * 100}%` }}
      aria-hidden="true"
    >
      <b>{figureOf(kind, entry, speech)}</b>
      <span>{whenOf(entry, speech)}</span>
      {index === '' ? null : <span>{index}</span>}
      <StatusWord tone={entry.tone} size="sm">
        {statusWordOf(kind, entry, speech)}
      </StatusWord>
    </div>
  );
}
