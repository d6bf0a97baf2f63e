import { encode } from 'uqr';

/** White modules around the code that a reader needs (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The dark modules as one path, run by run, in units of a module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      let run = 0;
      while (row[x + run]) run += 1;
      if (run > 0) path += `M${x} ${y}h${run}v1h${-run}z`;
      x += run;
    }
  }
  return path;
}

/**
 * A QR code as a drawing. Its error correction (M, 15 %) survives a fold or a stain on paper that is
 * carried for years.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="qr-ground" d={`M0 0h${size}v${size}h${-size}z`} />
      <path d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  );
}
