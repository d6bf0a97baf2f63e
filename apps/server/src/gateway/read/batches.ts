import type { DocumentStore, Replicated, RevisionsAsked } from '../../store/document-store.ts';

/** Documents that the store is asked for at once. */
export const MOST_AT_ONCE = 250;

/**
 * Asks a store batch by batch; it answers as many questions as fit one answer. Yields the answers
 * in the order of the questions. The next batch is read only after the reader has taken the one
 * before, so an answer of any length holds one batch in memory.
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
    // When few answers fitted, ask for fewer next: the store would look the others up in vain.
    size = Math.min(MOST_AT_ONCE, answers.length * 2);
  }
}

/** Reads revisions of documents one after the other, in batches. */
export function readInBatches<Question extends RevisionsAsked>(
  store: DocumentStore,
  questions: readonly Question[],
): AsyncGenerator<readonly [Question, Replicated[]], void> {
  return inBatches(questions, (batch) => store.readManyRevisions(batch));
}
