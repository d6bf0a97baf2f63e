import { memo } from 'react';

export type Tone = 'red' | 'amber' | 'green' | 'grey';

export type MarkSize = 'sm' | 'md' | 'lg' | 'xl';

interface StatusMarkProps {
  tone: Tone;
  /** The glyph inside; default: red an arrow down, amber a warning, green a check, grey a dash. */
  glyph?: 'tape' | 'swelling';
  size?: MarkSize;
  /** Draws green as a filled disc, for a card with nothing next to it. */
  full?: boolean;
  /** On a background of the same tone: mark and glyph swap colours. */
  onSolid?: boolean;
}

const OCTAGON = 'M9.4 2.5h13.2l7 7v13.2l-7 7H9.4l-7-7V9.5z';
const line = {
  fill: 'none',
  stroke: 'var(--gl, var(--on))',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function Glyph({ tone, glyph }: { tone: Tone; glyph: 'tape' | 'swelling' | undefined }) {
  if (glyph === 'tape') {
    return (
      <g {...line} strokeWidth="2.2">
        <ellipse cx="16" cy="13.2" rx="7.5" ry="3" />
        <path d="M8.5 13.2v5.4c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3v-5.4M13 16.5v2M17 16.7V19M20.5 16v2" />
      </g>
    );
  }
  if (glyph === 'swelling') {
    return (
      <path
        {...line}
        strokeWidth="2.4"
        d="M13.5 8v6.5c0 1.2-3.5 2.4-3.5 4.7 0 1.4 1 2.3 2.6 2.3h7c2 0 3.4-1.2 3.4-3 0-1.9-1.5-3-3.3-3.5-.9-.3-1.2-.8-1.2-1.7V8"
      />
    );
  }
  if (tone === 'amber') return <path {...line} strokeWidth="3.2" d="M16 12v8M16 24.4v.1" />;
  return <path {...line} strokeWidth="3.2" d="M16 8.5v14M10 17l6 6 6-6" />;
}

function Shape({ tone, glyph, full, onSolid }: StatusMarkProps) {
  if (tone === 'red') {
    return (
      <>
        <path d={OCTAGON} fill="var(--mk, var(--st))" />
        <Glyph tone={tone} glyph={glyph} />
      </>
    );
  }
  if (tone === 'amber') {
    return (
      <>
        <path
          d="M16 3.2 30.5 28.2h-29z"
          fill="var(--mk, var(--st))"
          stroke="var(--mk, var(--st))"
          strokeWidth="2.2"
          strokeLinejoin="round"
        />
        <Glyph tone={tone} glyph={undefined} />
      </>
    );
  }
  if (tone === 'green' && (full || onSolid)) {
    return (
      <>
        <circle cx="16" cy="16" r="13.6" fill="var(--mk, var(--st))" />
        <path {...line} strokeWidth="3.2" d="m9.5 16.5 4.7 4.7 8.5-9.2" />
      </>
    );
  }
  if (tone === 'green') {
    return (
      <>
        <circle cx="16" cy="16" r="12.6" fill="var(--tint)" stroke="var(--st)" strokeWidth="2.4" />
        <path {...line} stroke="var(--st-ink)" strokeWidth="3" d="m10 16.5 4.2 4.2 7.8-8.4" />
      </>
    );
  }
  return (
    <>
      <circle
        cx="16"
        cy="16"
        r="12.6"
        fill="none"
        stroke={onSolid ? 'var(--on)' : 'var(--st)'}
        strokeWidth="2.4"
        strokeDasharray="4.6 3.32"
      />
      <path
        d="M11 16h10"
        stroke={onSolid ? 'var(--on)' : 'var(--st-ink)'}
        strokeWidth="3"
        strokeLinecap="round"
      />
    </>
  );
}

/**
 * The mark of a status: the shape distinguishes it without colour, and the filled area grows with
 * urgency. Always shown with its word, so it is hidden from screen readers.
 */
export const StatusMark = memo(function StatusMark(props: StatusMarkProps) {
  const size = props.size === undefined || props.size === 'md' ? '' : ` mark-${props.size}`;
  const ground = props.onSolid ? ' on-solid' : '';
  return (
    <svg className={`mark${size} st-${props.tone}${ground}`} viewBox="0 0 32 32" aria-hidden="true">
      <Shape {...props} />
    </svg>
  );
});

/** Mark and word, always used together. */
export function StatusWord({ children, ...mark }: StatusMarkProps & { children: string }) {
  return (
    <span className={`status-word st-${mark.tone}`}>
      <StatusMark {...mark} />
      <span className="word">{children}</span>
    </span>
  );
}
