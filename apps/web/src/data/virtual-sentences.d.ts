// What build/sentences.ts makes of the sentences beside the features.
declare module 'virtual:sentences' {
  import type { Language, Sentences } from '@crece/messages';

  /** The English sentences of the first screens. */
  export const START: Sentences;
  /** By language what loads each group, in their order. */
  export const LOADERS: Readonly<
    Record<Language, readonly (() => Promise<{ readonly default: Sentences }>)[]>
  >;
}
