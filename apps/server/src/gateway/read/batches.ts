import type { DocumentStore, Replicated, RevisionsAsked } from '../../store/document-store.ts';

/** Documents that the store is asked for at once. */
export const MOST_AT_ONCE = 250;

/**
 * Puts questions to a store that answers as many as fit one answer, a batch after the other; gives
 * the answers in the order of the questions. Nothing is asked before its reader has taken what came
 * before, so that an answer of any length holds one batch in memory.
 */
export async function* inBatches<Question, Answer>(
  questions: readonly Question[],
  ask: (batch: readonly Question[]) => Promise<readonly Answer[]>,
): AsyncGenerator<readonly [Question, Answer], void> {
  let size = MOST_AT_ONCE;
  for (let place = 0; place < questions.length; ) {
    const batch = questions.slice(place, place + size);
    const answers = await ask(batch);
    if (answers.length === 0) throw new Error('a store answered no question');
    for (const [i, question] of batch.slice(0, answers.length).entries()) {
      yield [question, answers[i] as Answer];
    }
    place += answers.length;
    // Where few fitted, few are asked for next: the store would look up the others for nothing.
    size = Math.min(MOST_AT_ONCE, answers.length * 2);
  }
}

/** Revisions of documents, one after the other, read in batches. */
export function readInBatches<Question extends RevisionsAsked>(
  store: DocumentStore,
  questions: readonly Question[],
): AsyncGenerator<readonly [Question, Replicated[]], void> {
  return inBatches(questions, (batch) => store.readManyRevisions(batch));
}
