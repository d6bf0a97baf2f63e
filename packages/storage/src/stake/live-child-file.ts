import type { ChildFile, Live } from '../types.ts';

/** One child's file, read when somebody looks and again when it changes. */
export class LiveChildFile implements Live<ChildFile | null> {
  readonly #read: () => Promise<ChildFile | null>;
  readonly #listeners = new Set<() => void>();
  #value: ChildFile | null | undefined;
  /** Changes seen; a reading that began before the last one is not shown. */
  #version = 0;
  #shownVersion = -1;

  constructor(read: () => Promise<ChildFile | null>) {
    this.#read = read;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#shownVersion !== this.#version) void this.#refresh();
    return () => this.#listeners.delete(listener);
  };

  /** That a child is not here is said only while it is true: it may be back and not read yet. */
  readonly snapshot = (): ChildFile | null | undefined =>
    this.#value === null && this.#shownVersion !== this.#version ? undefined : this.#value;

  /** The child or one of its screenings changed. */
  changed(): void {
    this.#version += 1;
    if (this.isWatched) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const version = this.#version;
    let value: ChildFile | null;
    try {
      value = await this.#read();
    } catch {
      // The unit's snapshot tells the fault; the next change reads again.
      return;
    }
    if (version !== this.#version) return;
    this.#value = value;
    this.#shownVersion = version;
    for (const listener of [...this.#listeners]) listener();
  }
}
