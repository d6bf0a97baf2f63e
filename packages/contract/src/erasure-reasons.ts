/**
 * Why somebody was erased. A closed list: a text of one's own could name the person who is to be
 * forgotten.
 */
export const ERASURE_REASONS = [
  /** The family or the person asked for it. */
  'asked',
  /** An authority or a court did. */
  'authority',
  /** They should never have been entered. */
  'mistake',
  /** A rule of the programme about how long records are kept. */
  'kept-too-long',
] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];
