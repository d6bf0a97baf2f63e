import type { Base, TrendMonth } from '@crece/reports/desk';
import { useSize } from '../../charts/use-size.ts';
import { useMessages } from '../../data/messages.tsx';
import { shortMonth } from './desk-words.ts';

const HEIGHT = 210;
const LEFT = 40;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 28;
/** Below this width only every third month is labelled. */
const ROOMY_WIDTH = 560;
const STEPS = [2, 5, 10, 20, 25] as const;

interface Point {
  readonly month: string;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** The top of the axis: one step above the highest estimate, whatever the intervals reach. */
function axisOf(trend: readonly TrendMonth[], base: Base): { top: number; step: number } {
  const values = trend.map(({ shares }) => shares[base].value ?? 0);
  const highest = Math.max(4, ...values) * 1.25;
  const step = STEPS.find((each) => highest / each <= 5) ?? 25;
  return { top: Math.min(100, Math.ceil(highest / step) * step), step };
}

/** Share by month as points with their intervals; an interval above the top is cut there. */
export function TrendChart({
  trend,
  base,
  label,
}: {
  trend: readonly TrendMonth[];
  base: Base;
  label: string;
}) {
  const messages = useMessages();
  const { number, t } = messages;
  const [measure, { width }] = useSize();
  const { top, step } = axisOf(trend, base);
  const y = (percent: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(percent, top) / top);
  const gap = (width - LEFT - RIGHT) / Math.max(1, trend.length);
  const x = (place: number) => LEFT + gap * (place + 0.5);
  const points = trend.flatMap(({ month, shares }, place): Point[] => {
    const { value, lower, upper } = shares[base];
    if (value === null) return [];
    return [{ month, x: x(place), y: y(value), low: y(lower ?? value), high: y(upper ?? value) }];
  });
  const every = width < ROOMY_WIDTH ? 3 : 1;
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
  return (
    <div className="desk-trend-frame" ref={measure}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path className="grid" d={`M${LEFT} ${y(tick)}H${width - RIGHT}`} />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {t('desk.percent', { value: number(tick) })}
            </text>
          </g>
        ))}
        <path
          className="line"
          d={points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('')}
        />
        {points.map((point) => (
          <g key={point.month}>
            <path
              className="whisk"
              d={`M${point.x} ${point.low}V${point.high}M${point.x - 4} ${point.low}h8M${point.x - 4} ${point.high}h8`}
            />
            <circle cx={point.x} cy={point.y} r="5" />
          </g>
        ))}
        {trend.map(({ month }, place) =>
          (trend.length - 1 - place) % every === 0 ? (
            <text key={month} x={x(place)} y={HEIGHT - 8} textAnchor="middle">
              {shortMonth(messages, month)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}
