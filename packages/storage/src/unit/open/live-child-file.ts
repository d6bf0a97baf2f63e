import type { ChildFile } from '../writes/types.ts';
import type { Live } from './types.ts';

/** After these pauses a reading that failed is tried again, while somebody looks. */
const AGAIN_AFTER_MS = [250, 1_000, 4_000] as const;

/**
 * One child's file, read when somebody looks and again when it changes. Under the eyes of whoever
 * looks the last one stays until the new one is read; who comes later is never shown an old one.
 */
export class LiveChildFile implements Live<ChildFile | null> {
  readonly #read: () => Promise<ChildFile | null>;
  readonly #listeners = new Set<() => void>();
  #value: ChildFile | null | undefined;
  /** Changes seen, and how many of them are in what is shown. */
  #version = 0;
  #shownVersion = -1;
  /** The reading that was begun last. */
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

  /** That a child is not here is said only while it is true: it may be back and not read yet. */
  readonly snapshot = (): ChildFile | null | undefined =>
    this.#value === null && this.#shownVersion !== this.#version ? undefined : this.#value;

  /** The child or one of its screenings changed. */
  changed(): void {
    this.#version += 1;
    if (this.isWatched) this.#refresh();
    else this.#value = undefined;
  }

  /** Resolves when whoever looks is shown what changed until now, or it cannot be read. */
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
      // The unit's snapshot tells a fault that lasts.
      const pause = AGAIN_AFTER_MS[attempt];
      if (pause === undefined) return;
      setTimeout(() => {
        const isLast = version === this.#version && this.#shownVersion < version;
        if (isLast && this.isWatched) this.#refresh(attempt + 1);
      }, pause);
      return;
    }
    // Where changes come faster than they are read, a reading is shown although another one follows.
    if (version <= this.#shownVersion) return;
    this.#value = value;
    this.#shownVersion = version;
    for (const listener of [...this.#listeners]) listener();
  }
}
