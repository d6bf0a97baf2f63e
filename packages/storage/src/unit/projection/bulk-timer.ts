/** Interval of list updates during a bulk load: often enough to see the list grow. */
const INTERVAL_MS = 1500;

/** A bulk load counts as ended after this time without another batch. */
const END_MS = 10_000;

/** Times the list updates of a bulk load, whose batches follow each other quickly. */
export class BulkTimer {
  readonly #onUpdate: () => void;
  readonly #onEnd: () => void;
  #update: ReturnType<typeof setTimeout> | undefined;
  /** Set during a bulk load. */
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor(onUpdate: () => void, onEnd: () => void) {
    this.#onUpdate = onUpdate;
    this.#onEnd = onEnd;
  }

  /** Whether a bulk load is under way. */
  get isRunning(): boolean {
    return this.#end !== undefined;
  }

  /** Notes a batch: the first one is shown at once, later ones at intervals. */
  noteBatch(): void {
    const isFirst = !this.isRunning;
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#end = undefined;
      this.#onEnd();
    }, END_MS);
    this.#update ??= setTimeout(
      () => {
        this.#update = undefined;
        // A hidden page is updated when it becomes visible.
        const isHidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
        if (!isHidden) this.#onUpdate();
      },
      isFirst ? 0 : INTERVAL_MS,
    );
  }

  stop(): void {
    clearTimeout(this.#update);
    clearTimeout(this.#end);
  }
}
