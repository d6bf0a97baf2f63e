/** Lets work under the same keys run one after the other, and all other work at once. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work when all work that asked for one of these keys before has ended. */
  async runExclusive<Result>(
    keys: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    let release = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mine = new Set(keys);
    // All keys are taken before anything is awaited: two pieces of work can never wait for one another.
    const before = [...mine].flatMap((key) => this.#last.get(key) ?? []);
    for (const key of mine) this.#last.set(key, promise);
    await Promise.all(before);
    try {
      return await work();
    } finally {
      for (const key of mine) if (this.#last.get(key) === promise) this.#last.delete(key);
      release();
    }
  }
}
