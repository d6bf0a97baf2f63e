/**
 * What tabs say to each other about a unit: it changed; it is being filled; its records leave this
 * device and everybody must let go of them.
 */
export type Said = 'changed' | 'filling' | 'let-go';

/**
 * The tabs that have one unit open. Our own channel: PouchDB's needs local storage and reaches no
 * worker. A lock that all of them share tells whether one is left.
 */
export class Tabs {
  readonly #channel: BroadcastChannel;
  #letGo: () => void = () => undefined;

  constructor(name: string, hear: (said: Said) => void, { isUser = true } = {}) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => hear(data);
    if (!isUser) return;
    // Where there are no locks (plain http) nobody can wait for one.
    const locks: LockManager | undefined = navigator.locks;
    const isOpen = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    void locks?.request(lockOf(name), { mode: 'shared' }, () => isOpen);
  }

  say(said: Said): void {
    this.#channel.postMessage(said);
  }

  close(): void {
    this.#channel.close();
    this.#letGo();
  }
}

/** Held by every tab that has the unit of that database open. */
export function lockOf(name: string): string {
  return `${name}_open`;
}
