import { LOADERS, START } from 'virtual:sentences';
import type { Language, Sentences } from '@crece/messages';
import { SENTENCE_GROUPS, type SentenceGroup } from './sentence-groups.ts';

/** The English sentences of the first screens, available without loading. */
export const START_SENTENCES: Sentences = START;

/** Loads the sentences of a language up to a group; by default what the pages of a visit say. */
export async function loadSentences(
  language: Language,
  upTo: SentenceGroup = 'first',
): Promise<Sentences> {
  const steps = LOADERS[language].slice(0, SENTENCE_GROUPS.indexOf(upTo) + 1);
  const parts = await Promise.all(steps.map((load) => load()));
  return Object.assign({}, ...parts.map((each) => each.default)) as Sentences;
}
