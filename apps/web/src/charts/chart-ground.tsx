import { MUAC_LINES } from '@crece/domain';
import { useMessages } from '../data/messages.tsx';
import type { ChartFrame } from './chart-frame.ts';
import { muacBands, paperWords } from './paper-words.ts';
import type { ChartSeries } from './series.ts';

interface GroundProps {
  series: ChartSeries;
  frame: ChartFrame;
}

/** Whether a tick is one of MUAC's lines, which are drawn darker than the others. */
function isMuacLine(series: ChartSeries, tick: number): boolean {
  return series.kind === 'muac' && (tick === MUAC_LINES.severe || tick === MUAC_LINES.moderate);
}

/** A tick's figure closer to the one below than this, in pixels, is omitted; its line stays. */
const CROWDED_PX = 15;

/** Whether a tick's figure has room above the one below it; MUAC's two lines always keep theirs. */
function hasRoom({ series, frame }: GroundProps, index: number): boolean {
  const tick = series.y.ticks[index];
  const below = series.y.ticks[index - 1];
  if (tick === undefined || below === undefined || isMuacLine(series, tick)) return true;
  return frame.y(below) - frame.y(tick) >= CROWDED_PX;
}

/**
 * Moves the figures of MUAC's two lines apart: on a small chart 11.5 and 12.5 are closer than the
 * text's height.
 */
function tickShift(series: ChartSeries, tick: number): number {
  if (!isMuacLine(series, tick)) return 4;
  return tick === MUAC_LINES.severe ? 8 : 1;
}

function Bands({ series, frame }: GroundProps) {
  return muacBands(series, frame).map(({ tone, top, height }) => (
    <rect
      key={tone}
      className={`chart-band-${tone}`}
      x={frame.left}
      y={top}
      width={frame.right - frame.left}
      height={height}
    />
  ));
}

function Axes({ series, frame }: GroundProps) {
  const { t, number } = useMessages();
  const { left, right, top, bottom } = frame;
  const { kind } = series;
  return (
    <>
      {series.y.ticks.map((tick, index) => (
        <g key={`y${tick}`}>
          <path
            className={isMuacLine(series, tick) ? 'chart-axis' : 'chart-grid'}
            d={`M${left} ${frame.y(tick)}H${right}`}
          />
          {hasRoom({ series, frame }, index) ? (
            <text
              className={isMuacLine(series, tick) ? 'chart-word' : undefined}
              x={left - 6}
              y={frame.y(tick) + tickShift(series, tick)}
              textAnchor="end"
            >
              {number(tick)}
            </text>
          ) : null}
        </g>
      ))}
      {series.x.ticks.map((tick) => (
        <g key={`x${tick}`}>
          <path className="chart-grid" d={`M${frame.x(tick)} ${top}V${bottom}`} />
          <text x={frame.x(tick)} y={bottom + 17} textAnchor="middle">
            {number(tick)}
          </text>
        </g>
      ))}
      <path className="chart-axis" d={`M${left} ${top}V${bottom}H${right}`} />
      <text className="chart-axis-name" x={2} y={14}>
        {t(`charts.${kind}.axis`)}
      </text>
      <text className="chart-axis-name" x={(left + right) / 2} y={bottom + 36} textAnchor="middle">
        {t(kind === 'weight-for-height' ? 'charts.axis.height' : 'charts.axis.age')}
      </text>
    </>
  );
}

function pathOf(points: readonly { x: number; y: number }[], frame: ChartFrame): string {
  return points
    .map(({ x, y }, index) => {
      const letter = index === 0 ? 'M' : 'L';
      return `${letter}${frame.x(x).toFixed(1)} ${frame.y(y).toFixed(1)}`;
    })
    .join('');
}

function WhoLines({ series, frame }: GroundProps) {
  return series.lines.flatMap(({ z, pieces }) =>
    pieces.map((points) => (
      <path
        key={`${z} ${points[0]?.x}`}
        className={`chart-line chart-line-${Math.abs(z)}`}
        d={pathOf(points, frame)}
      />
    )),
  );
}

function Words({ series, frame }: GroundProps) {
  return paperWords(series, frame, useMessages()).map(({ text, x, y, anchor }) => (
    <text key={text} className="chart-word" x={x} y={y} textAnchor={anchor}>
      {text}
    </text>
  ));
}

/** The chart's background: MUAC's bands, axes with names, WHO's lines. */
export function ChartGround(props: GroundProps) {
  return (
    <>
      <Bands {...props} />
      <Axes {...props} />
      <WhoLines {...props} />
      <Words {...props} />
    </>
  );
}
