/**
 * Drawings for empty and error states, 160 × 110, in the page's text colour with some brand colour.
 */
const PICTURES = {
  start: (
    <>
      <rect x="58" y="24" width="44" height="72" rx="8" fill="var(--surface)" />
      <path d="M74 86h12" />
      <path d="M66 66c8-16 16-22 28-24" stroke="var(--brand)" strokeWidth="4" />
    </>
  ),
  full: (
    <>
      <ellipse cx="80" cy="34" rx="34" ry="12" fill="var(--surface)" />
      <path d="M46 34v44c0 7 15 12 34 12s34-5 34-12V34" fill="var(--surface)" />
      <path d="M46 50c0 7 15 12 34 12s34-5 34-12M46 64c0 7 15 12 34 12s34-5 34-12" />
      <path
        d="M46 64c0 7 15 12 34 12s34-5 34-12v14c0 7-15 12-34 12s-34-5-34-12z"
        fill="var(--brand)"
        stroke="var(--brand)"
        opacity=".85"
      />
    </>
  ),
  refused: (
    <>
      <path d="M48 20h44l22 22v56H48z" fill="var(--surface)" />
      <path d="M92 20v22h22M62 58h36M62 72h22" />
      <circle cx="112" cy="88" r="16" fill="var(--surface)" />
      <path d="M112 80v9M112 95.5v.1" stroke="var(--brand)" strokeWidth="4" />
    </>
  ),
  lost: (
    <>
      <circle cx="72" cy="50" r="28" fill="var(--surface)" />
      <path d="m93 71 22 22" strokeWidth="6" />
      <path d="M62 50h20" stroke="var(--brand)" strokeWidth="4" />
    </>
  ),
  nobody: (
    <>
      <circle cx="80" cy="40" r="17" fill="var(--surface)" />
      <path d="M50 98v-8a30 30 0 0 1 60 0v8" fill="var(--surface)" strokeDasharray="6 6" />
    </>
  ),
  locked: (
    <>
      <path d="M62 56V42a18 18 0 0 1 36 0v14" />
      <rect x="50" y="54" width="60" height="44" rx="8" fill="var(--surface)" />
      <path d="M80 71v10" stroke="var(--brand)" strokeWidth="5" />
    </>
  ),
} as const;

export type PictureName = keyof typeof PICTURES;

/** One of the drawings, inside the frame of `Blank`. */
export function BlankPicture({ name }: { name: PictureName }) {
  return PICTURES[name];
}
