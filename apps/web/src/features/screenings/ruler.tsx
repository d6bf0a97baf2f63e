import type { ReactNode } from 'react';
import type { Tone } from '../../ui/status-mark.tsx';

export interface RulerBand {
  from: number;
  to: number;
  tone: Tone;
}

interface RulerProps {
  label: string;
  /** The value as written, with its sign: "−2.08". */
  valueText: ReactNode;
  value: number;
  bands: readonly RulerBand[];
  /** Figures below the bands, as written. */
  marks: readonly { at: number; text: string }[];
  tone?: Tone;
}

const WIDTH = 320;
const EDGE = 10;

/** A value on a line of bands; a value beyond an end is shown at that end. */
export function Ruler({ label, valueText, value, bands, marks, tone }: RulerProps) {
  const from = Math.min(...bands.map((band) => band.from));
  const to = Math.max(...bands.map((band) => band.to));
  const at = (figure: number) =>
    EDGE + ((Math.min(Math.max(figure, from), to) - from) / (to - from)) * (WIDTH - 2 * EDGE);
  const x = at(value);
  return (
    <div className={tone === undefined ? 'ruler' : `ruler st-${tone}`}>
      <div className="ruler-head">
        <span>{label}</span>
        <b className="num">{valueText}</b>
      </div>
      <svg viewBox={`0 0 ${WIDTH} 30`} width="100%" aria-hidden="true">
        {bands.map((band) => (
          <rect
            key={band.from}
            x={at(band.from)}
            y="6"
            width={at(band.to) - at(band.from)}
            height="8"
            fill={`var(--${band.tone}-tint)`}
            stroke={`var(--${band.tone}-edge)`}
          />
        ))}
        {marks.map((mark) => (
          <text
            key={mark.at}
            x={at(mark.at)}
            y="28"
            fontSize="13"
            fontWeight="500"
            textAnchor="middle"
            fill="var(--ink-2)"
          >
            {mark.text}
          </text>
        ))}
        <path
          d={`M${x} 17l-5.5-8a6 6 0 1 1 11 0z`}
          fill="var(--ink)"
          stroke="var(--surface)"
          strokeWidth="1.5"
        />
      </svg>
    </div>
  );
}
