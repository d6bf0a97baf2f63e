/**
 * The groups in which sentences are loaded; each includes those before it. The first, which the first
 * screens need, is part of the first load in English. A phone keeps the others as it keeps the pages
 * that speak them, each as one file a language.
 */
export const SENTENCE_GROUPS = ['start', 'first', 'later', 'on-demand', 'desk'] as const;

export type SentenceGroup = (typeof SENTENCE_GROUPS)[number];

/** Whether the sentences loaded up to `loaded` include the group `needed`. */
export const coversGroup = (loaded: SentenceGroup, needed: SentenceGroup): boolean =>
  SENTENCE_GROUPS.indexOf(loaded) >= SENTENCE_GROUPS.indexOf(needed);
