// What build/sentences.ts makes of the sentences beside the features.
declare module 'virtual:sentences' {
  import type { Language, Sentences } from '@crece/messages';
  import type { SentenceGroup } from './sentence-groups.ts';

  /** The English sentences of the first screens. */
  export const START: Sentences;
  /** Fetches the sentences of a group; `english` gives the English ones of a group. */
  type Fetch = (english: (group: SentenceGroup) => Promise<Sentences>) => Promise<Sentences>;
  /** By language what loads each group, in their order. */
  export const LOADERS: Readonly<
    Record<Language, readonly (() => Promise<{ readonly default: Fetch }>)[]>
  >;
}
