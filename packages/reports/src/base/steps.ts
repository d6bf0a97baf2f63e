/**
 * Work in small steps: an item when the step produced one, else null. A phone pauses between steps,
 * so each must be short.
 */
export type Steps<Item> = Iterable<Item | null>;

/** The result of the steps, run without pauses. */
export function inOneGo<Result>(steps: Generator<null, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
