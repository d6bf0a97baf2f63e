/**
 * Ends a request when the run ends or when no byte has arrived for too long. Only silence counts: a
 * slow line that still delivers may take any time.
 */
export class Watch {
  readonly #controller = new AbortController();
  readonly #run: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ended = (): void => this.#controller.abort(this.#run.reason);

  constructor(run: AbortSignal) {
    this.#run = run;
    if (run.aborted) this.#ended();
    else run.addEventListener('abort', this.#ended, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for work of the other side, at most `ms` milliseconds. */
  async within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
    this.#timer = setTimeout(() => this.#controller.abort(new Error('time-limit')), ms);
    try {
      return await work;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Stops watching: the request is over, or its answer is no longer read. */
  end(): void {
    clearTimeout(this.#timer);
    this.#run.removeEventListener('abort', this.#ended);
    this.#controller.abort(new Error('ended'));
  }
}
