/**
 * Work in short steps: an item where the step found one, null where it did not. A phone pauses between
 * steps, so that none may take long.
 */
export type Steps<Item> = Iterable<Item | null>;

/** What the steps come to, done one after the other without a pause. */
export function inOneGo<Result>(steps: Generator<null, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
