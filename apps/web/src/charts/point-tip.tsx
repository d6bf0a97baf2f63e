import { StatusWord } from '../components/status-mark.tsx';
import { useMessages } from '../data/messages.tsx';
import type { ChartKind } from './chart-rules.ts';
import { figureOf, indexOf, statusWordOf, whenOf } from './chart-words.ts';
import type { ChartVisit } from './series.ts';
import type { Size } from './use-size.ts';

/** Half of the widest tip in pixels: it never leaves the chart sideways. */
const HALF_WIDTH_PX = 116;

interface PointTipProps {
  kind: ChartKind;
  visit: ChartVisit;
  at: { readonly left: number; readonly top: number };
  size: Size;
}

/** What the visit under the finger, the pointer or the focus says; its button says the same aloud. */
export function PointTip({ kind, visit, at, size }: PointTipProps) {
  const speech = useMessages();
  const left = Math.max(HALF_WIDTH_PX, Math.min(size.width - HALF_WIDTH_PX, at.left));
  const isLow = at.top > size.height / 2;
  const index = indexOf(kind, visit, speech);
  return (
    <div
      className={`chart-tip${isLow ? ' chart-tip-above' : ''}`}
      style={{ left: `${(left / size.width) * 100}%`, top: `${(at.top / size.height) * 100}%` }}
      aria-hidden="true"
    >
      <b>{figureOf(kind, visit, speech)}</b>
      <span>{whenOf(visit, speech)}</span>
      {index === '' ? null : <span>{index}</span>}
      <StatusWord tone={visit.tone} size="sm">
        {statusWordOf(kind, visit, speech)}
      </StatusWord>
    </div>
  );
}
