import { type HeroFigure, MUAC_LINES, muacFromMillimetres, Z_LINES } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { measureText, zText } from '../../shared/screenings/verdict-words.ts';

/** The drawn scale in pixels: a bar with its limits as lines with figures. */
const WIDTH = 152;
const HEIGHT = 44;

/** Solid colours, to be seen in the sun; the same in the dark theme, as on a real tape. */
const COLOURS = { deep: '#7a0a12', red: '#b3131d', amber: '#f4b000', green: '#4f9b6a' } as const;

interface Scale {
  from: number;
  to: number;
  /** Each band up to its end, from the left. */
  bands: readonly (readonly [to: number, colour: keyof typeof COLOURS])[];
  marks: readonly number[];
}

const Z_SCALE: Scale = {
  from: -4.2,
  to: 1,
  bands: [
    [Z_LINES.severe, 'deep'],
    [Z_LINES.moderate, 'red'],
    [Z_LINES.marginal, 'amber'],
    [1, 'green'],
  ],
  marks: [Z_LINES.severe, Z_LINES.moderate, Z_LINES.marginal, 0],
};

const MUAC_SCALE: Scale = {
  from: 9.8,
  to: 14.2,
  bands: [
    [MUAC_LINES.severe, 'red'],
    [MUAC_LINES.moderate, 'amber'],
    [14.2, 'green'],
  ],
  marks: [MUAC_LINES.severe, MUAC_LINES.moderate],
};

function Drawn({ scale, value }: { scale: Scale; value: number }) {
  const { number } = useMessages();
  const { from, to, bands, marks } = scale;
  const at = (figure: number) =>
    ((Math.min(Math.max(figure, from), to) - from) / (to - from)) * WIDTH;
  const x = Math.min(Math.max(at(value), 6), WIDTH - 6);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {bands.map(([end, colour], index) => {
        const start = at(bands[index - 1]?.[0] ?? from);
        return (
          <rect
            key={colour}
            x={start}
            y="10"
            width={at(end) - start}
            height="12"
            fill={COLOURS[colour]}
          />
        );
      })}
      {marks.map((mark) => (
        <g key={mark}>
          <path d={`M${at(mark)} 8v16`} stroke="#14172a" strokeWidth="1.5" />
          <text x={at(mark)} y="38" textAnchor="middle">
            {number(mark)}
          </text>
        </g>
      ))}
      <path
        d={`M${x} 20l-6.5-17h13z`}
        fill="#14172a"
        stroke="#fff"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The figure that decided, large, with its name, its day and its place among the limits. */
export function FigureStrip({
  figure: { index, value },
  day,
}: {
  figure: HeroFigure;
  /** When it was measured, where the page does not say it. */
  day: string | null;
}) {
  const translator = useMessages();
  const { t } = translator;
  const isMeasure = index === 'height' || index === 'weight';
  const isLength = index === 'muac' || index === 'height';
  const unit = isLength ? ` ${t('common.cm')}` : index === 'weight' ? ` ${t('common.kg')}` : '';
  // A figure in millimetres has no place on the tape.
  const isOnScale = !isMeasure && (index !== 'muac' || muacFromMillimetres(value) === null);
  return (
    <div className="fig">
      <div>
        <b className="num">
          {unit === '' ? zText(translator, value) : measureText(translator, value) + unit}
          {day === null ? null : <small> {day}</small>}
        </b>
        <span>{isMeasure ? t(`screenings.${index}`) : t(`assessment.index.${index}`)}</span>
      </div>
      {isOnScale ? <Drawn scale={index === 'muac' ? MUAC_SCALE : Z_SCALE} value={value} /> : null}
    </div>
  );
}
