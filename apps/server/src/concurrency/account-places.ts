/** One account has as much under way as it may; answered with 429. */
export class AccountBusy extends Error {
  override readonly name = 'AccountBusy';
  readonly statusCode = 429;
}

/**
 * Places for work that a person waits for: each account has a few of its own, so that none fills
 * what all share.
 */
export class AccountPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a task in a place of the account; rejects with `AccountBusy` when it has none left. */
  async run<T>(accountId: string, task: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= this.#most) throw new AccountBusy('the account has no place left');
    this.#taken.set(accountId, taken + 1);
    try {
      return await task();
    } finally {
      const left = (this.#taken.get(accountId) ?? 1) - 1;
      if (left > 0) this.#taken.set(accountId, left);
      else this.#taken.delete(accountId);
    }
  }
}
