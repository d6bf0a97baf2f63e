import type { ENGLISH_FIRST } from './english-first.ts';
import type { ENGLISH_REST } from './english-rest.ts';

/** The keys of all English sentences: a key without a sentence does not compile. */
export type MessageKey = keyof typeof ENGLISH_FIRST | keyof typeof ENGLISH_REST;

/** All sentences of a language. */
export type Sentences = Readonly<Record<MessageKey, string>>;

/** Enough for the first screens; a page beyond them waits for the rest. */
export type FirstSentences = Readonly<Record<keyof typeof ENGLISH_FIRST, string>>;
