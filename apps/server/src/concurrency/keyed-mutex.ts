/** Runs work with a common key one after the other, and all other work at once. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work after all earlier work for any of these keys has ended. */
  async runExclusive<Result>(
    keys: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    let release = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mine = new Set(keys);
    // All keys are taken before the first await, so two pieces of work can never wait for each
    // other.
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
