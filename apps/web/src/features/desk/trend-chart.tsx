import type { IndicatorBase, TrendMonth } from '@crece/reports/desk';
import { useSize } from '../../charts/use-size.ts';
import { useMessages } from '../../data/messages.tsx';
import { shortMonth } from './desk-words.ts';
import { FEW_MEASURED, trendScale } from './trend-scale.ts';

const HEIGHT = 230;
const LEFT = 44;
const RIGHT = 10;
const TOP = 14;
const BOTTOM = 46;
/** Below this width only every third month is labelled. */
const ROOMY_WIDTH = 560;
/** Larger numbers of children stand only below the months that are labelled. */
const LONG_NUMBER = 1_000;

interface Point {
  readonly month: string;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly isWeak: boolean;
}

/**
 * Share by month as points with their whole intervals, and below each month the number of children
 * measured; points of few children are hollow.
 */
export function TrendChart({
  trend,
  base,
  label,
}: {
  trend: readonly TrendMonth[];
  base: IndicatorBase;
  label: string;
}) {
  const messages = useMessages();
  const { number, t } = messages;
  const [measure, { width }] = useSize();
  const { top, step } = trendScale(trend, base);
  const y = (percent: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / top);
  const gap = (width - LEFT - RIGHT) / Math.max(1, trend.length);
  const x = (place: number) => LEFT + gap * (place + 0.5);
  const points = trend.flatMap(({ month, shares }, place): Point[] => {
    const { value, lower, upper, n } = shares[base];
    if (value === null) return [];
    const [low, high] = [y(lower ?? value), y(upper ?? value)];
    return [{ month, x: x(place), y: y(value), low, high, isWeak: n < FEW_MEASURED }];
  });
  const every = width < ROOMY_WIDTH ? 3 : 1;
  const isLabelled = (place: number) => (trend.length - 1 - place) % every === 0;
  const isShort = trend.every(({ shares }) => shares[base].n < LONG_NUMBER);
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
          <g key={point.month} className={point.isWeak ? 'weak' : ''}>
            <path
              className="whisk"
              d={`M${point.x} ${point.low}V${point.high}M${point.x - 4} ${point.low}h8M${point.x - 4} ${point.high}h8`}
            />
            <circle cx={point.x} cy={point.y} r="5" />
          </g>
        ))}
        <text x={LEFT - 8} y={HEIGHT - 6} textAnchor="end" className="n">
          n
        </text>
        {trend.map(({ month, shares }, place) => (
          <g key={month}>
            {isLabelled(place) ? (
              <text x={x(place)} y={HEIGHT - 26} textAnchor="middle">
                {shortMonth(messages, month)}
              </text>
            ) : null}
            {isShort || isLabelled(place) ? (
              <text x={x(place)} y={HEIGHT - 6} textAnchor="middle" className="n">
                {number(shares[base].n)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
}
