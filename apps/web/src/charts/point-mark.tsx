import type { Tone } from '../ui/status-mark.tsx';

interface PointMarkProps {
  tone: Tone;
  x: number;
  y: number;
  /** Half of the mark's width in pixels. */
  size: number;
}

/**
 * A screening's mark on a chart, with the shapes of the status marks: octagon, triangle, disc,
 * dashed ring. It has its own edge, so that it is visible on a line or band of the same colour.
 */
export function PointMark({ tone, x, y, size }: PointMarkProps) {
  const at = `translate(${x} ${y})`;
  if (tone === 'red') {
    const flat = size * 0.41;
    return (
      <path
        className="point-red"
        transform={at}
        d={`M${-flat} ${-size}H${flat}L${size} ${-flat}V${flat}L${flat} ${size}H${-flat}L${-size} ${flat}V${-flat}z`}
      />
    );
  }
  if (tone === 'amber') {
    const tall = size * 1.1;
    return (
      <path
        className="point-amber"
        transform={at}
        d={`M0 ${-tall}L${size * 1.15} ${tall * 0.85}H${-size * 1.15}z`}
      />
    );
  }
  return (
    <circle
      className={`point-${tone}`}
      transform={at}
      r={tone === 'grey' ? size * 0.9 : size * 0.95}
    />
  );
}
