import type { Tone } from '../../ui/status-mark.tsx';

/** The leading sign in the mark's colour, and the status, coloured when it leads itself. */
export function Result({
  tone,
  sign,
  status,
}: {
  tone: Tone;
  sign: string | null;
  status: string;
}) {
  if (sign === null) {
    return <span className={`s st-${tone}${tone === 'grey' ? '' : ' word'}`}>{status}</span>;
  }
  return (
    <span className={`s st-${tone}`}>
      <b className="word">{sign}</b>
      {` · ${status}`}
    </span>
  );
}
