/**
 * The sentences that exist, by name. These are the translator's own; the application adds those of its
 * screens (`apps/web/src/app/message-keys.ts`), which lie beside the features that say them.
 */
export interface SentenceTexts {
  'common.age': string;
  'common.age-brief': string;
  'common.days-ago': string;
  'common.months-ago': string;
  'common.today': string;
  'common.weeks-ago': string;
  'common.yesterday': string;
}

/** The names of all sentences: using one without a sentence is a type error. */
export type MessageKey = keyof SentenceTexts;

/** The loaded sentences of a language. */
export type Sentences = Readonly<Partial<Record<MessageKey, string>>>;
