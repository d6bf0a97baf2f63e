import { FLAG_DRAWINGS } from './flag-drawings.ts';
import './flag.css';

/** A country's flag next to its name; decorative. A country without a drawing shows its code. */
export function Flag({ code, fallback }: { code: string | null; fallback: string }) {
  const drawing =
    code !== null && Object.hasOwn(FLAG_DRAWINGS, code) ? FLAG_DRAWINGS[code] : undefined;
  if (drawing === undefined) {
    return (
      <span className="flag flag-code" aria-hidden="true">
        {fallback}
      </span>
    );
  }
  return (
    <span className="flag" aria-hidden="true">
      <img src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} alt="" />
    </span>
  );
}
