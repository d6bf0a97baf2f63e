import { LOADERS, START } from 'virtual:sentences';
import type { Language, Sentences } from '@crece/messages';
import { importAnew } from './import-anew.ts';
import { SENTENCE_GROUPS, type SentenceGroup } from './sentence-groups.ts';

/** The English sentences of the first screens, available without loading. */
export const START_SENTENCES: Sentences = START;

type Load = (typeof LOADERS)[Language][number];

/** What was loaded, or is on its way. */
const known = new Map<Load, Promise<Sentences>>();

/** The sentences of one group; those that could not be had are asked for again the next time. */
function partOf(language: Language, group: SentenceGroup): Promise<Sentences> {
  const load = LOADERS[language][SENTENCE_GROUPS.indexOf(group)] as Load;
  const before = known.get(load);
  if (before !== undefined) return before;
  const part = importAnew(load).then((module) => module.default((other) => partOf('en', other)));
  known.set(load, part);
  part.catch(() => known.delete(load));
  return part;
}

/** Loads the sentences of a language up to a group; by default what the pages of a visit say. */
export async function loadSentences(
  language: Language,
  upTo: SentenceGroup = 'first',
): Promise<Sentences> {
  const groups = SENTENCE_GROUPS.slice(0, SENTENCE_GROUPS.indexOf(upTo) + 1);
  const parts = await Promise.all(groups.map((each) => partOf(language, each)));
  return Object.assign({}, ...parts) as Sentences;
}
