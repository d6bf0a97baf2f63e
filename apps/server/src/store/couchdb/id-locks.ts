/** Lets writers of the same documents go one after the other, and all others at once. */
export class IdLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work when everybody who asked for one of these ids before has ended. */
  async run<Result>(ids: Iterable<string>, work: () => Promise<Result>): Promise<Result> {
    let release = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mine = new Set(ids);
    // Taken all at once, before anything is awaited: two writers can never wait for one another.
    const before = [...mine].flatMap((id) => this.#last.get(id) ?? []);
    for (const id of mine) this.#last.set(id, promise);
    await Promise.all(before);
    try {
      return await work();
    } finally {
      for (const id of mine) if (this.#last.get(id) === promise) this.#last.delete(id);
      release();
    }
  }
}
