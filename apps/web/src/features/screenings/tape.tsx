import { useId } from 'react';

interface TapeProps {
  /** Value on the tape, in the tape's unit; without a value the tape has no pointer. */
  value: number | null;
  /** Both ends of the tape, and the two limits between its colours. */
  from: number;
  to: number;
  lines: readonly [number, number];
  /** Text for a screen reader: "Arm 11.2 cm, severe". */
  label: string;
  /** Words below the three bands. */
  words: readonly [string, string, string];
}

const WIDTH = 320;
const INK = '#14172a';
/** The colours of the printed tape. They are the same in the dark theme, as on the real tape. */
const BANDS = ['#b3131d', '#f4b000', '#4f9b6a'] as const;

/** The measuring tape with its three bands and a pointer at the value. */
export function Tape({ value, from, to, lines, label, words }: TapeProps) {
  const clip = useId();
  const at = (figure: number) =>
    ((Math.min(Math.max(figure, from), to) - from) / (to - from)) * WIDTH;
  const [low, high] = lines;
  const ticks: number[] = [];
  for (let tick = Math.floor(from * 2) / 2 + 0.5; tick < to; tick += 0.5) ticks.push(tick);
  const pointer = value === null ? null : at(value);
  return (
    <div className="tape-ground">
      <svg viewBox={`0 18 ${WIDTH} 50`} width="100%" role="img" aria-label={label}>
        <clipPath id={clip}>
          <rect y="26" width={WIDTH} height="20" rx="5" />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <rect x="0" y="26" width={at(low)} height="20" fill={BANDS[0]} />
          <rect x={at(low)} y="26" width={at(high) - at(low)} height="20" fill={BANDS[1]} />
          <rect x={at(high)} y="26" width={WIDTH - at(high)} height="20" fill={BANDS[2]} />
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M${at(tick)} 26v${Number.isInteger(tick) ? 9 : 5}`}
              stroke={INK}
              strokeWidth="1.2"
              opacity=".55"
            />
          ))}
        </g>
        <path d={`M${at(low)} 22v28M${at(high)} 22v28`} stroke={INK} strokeWidth="2" />
        {pointer === null ? null : (
          <path
            d={`M${pointer} 48l-6.5-28h13z`}
            fill={INK}
            stroke="#fff"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        )}
        <g fontSize="13.5" fontWeight="600" fill={INK}>
          <text x="0" y="63">
            {words[0]}
          </text>
          <text x={(at(low) + at(high)) / 2} y="63" textAnchor="middle">
            {words[1]}
          </text>
          <text x={WIDTH} y="63" textAnchor="end">
            {words[2]}
          </text>
        </g>
      </svg>
    </div>
  );
}
