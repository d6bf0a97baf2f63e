import type { ChildFile } from '../writes/types.ts';
import type { Live } from './types.ts';

/** Pauses before a failed read is retried, while there is a subscriber. */
const AGAIN_AFTER_MS = [250, 1_000, 4_000] as const;

/**
 * One child's file, read when a screen subscribes and again when it changes. Subscribed screens
 * keep the last file until the new one is read; a later subscriber never gets an outdated file.
 */
export class LiveChildFile implements Live<ChildFile | null> {
  readonly #read: () => Promise<ChildFile | null>;
  readonly #listeners = new Set<() => void>();
  #value: ChildFile | null | undefined;
  /** Number of changes seen, and how many of them the shown file includes. */
  #version = 0;
  #shownVersion = -1;
  /** The read that was started last. */
  #reading: Promise<void> = Promise.resolve();

  constructor(read: () => Promise<ChildFile | null>) {
    this.#read = read;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#shownVersion !== this.#version) this.#refresh();
    return () => this.#listeners.delete(listener);
  };

  /**
   * `null` (the child is not here) is returned only while it is current: the child may be back and
   * not read yet.
   */
  readonly snapshot = (): ChildFile | null | undefined =>
    this.#value === null && this.#shownVersion !== this.#version ? undefined : this.#value;

  /** Call when the child or one of its screenings changed. */
  changed(): void {
    this.#version += 1;
    if (this.isWatched) this.#refresh();
    else this.#value = undefined;
  }

  /** Resolves when subscribers see everything changed until now, or when it cannot be read. */
  async settled(): Promise<void> {
    if (this.isWatched) await this.#reading;
  }

  #refresh(attempt = 0): void {
    this.#reading = this.#show(this.#version, attempt);
  }

  async #show(version: number, attempt: number): Promise<void> {
    let value: ChildFile | null;
    try {
      value = await this.#read();
    } catch {
      // A lasting fault is reported by the unit's snapshot.
      const pause = AGAIN_AFTER_MS[attempt];
      if (pause === undefined) return;
      setTimeout(() => {
        const isLast = version === this.#version && this.#shownVersion < version;
        if (isLast && this.isWatched) this.#refresh(attempt + 1);
      }, pause);
      return;
    }
    // When changes come faster than reads, each finished read is shown although another one
    // follows.
    if (version <= this.#shownVersion) return;
    this.#value = value;
    this.#shownVersion = version;
    for (const listener of [...this.#listeners]) listener();
  }
}
