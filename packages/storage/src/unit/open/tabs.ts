/**
 * What tabs say to each other about a unit: it changed; it is being filled; its records may leave this
 * device and everybody must let go of them.
 */
export type Said = 'changed' | 'filling' | 'let-go';

/** Who removes a unit's records waits so long for the tabs that have it open. */
export const LET_GO_MS = 10_000;

/** Chromium forgets those who wait behind somebody who gave up: they have to ask again. */
const ASK_AGAIN_MS = 1_000;
/**
 * Asking again at once, a tab would stand behind the forgotten request of another one, and that one
 * then behind its own: none would ever get the lock. After at least this pause the others gave up too.
 */
const PAUSE_MS = 150;

/**
 * The tabs that have one unit open, with a channel between them. A lock that all of them share tells
 * whether one is left.
 */
export class Tabs {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  #letGo: () => void = () => undefined;
  /** Called with what another one says. */
  hear: (said: Said) => void = () => undefined;

  constructor(name: string) {
    this.#name = name;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
  }

  /** This tab has the unit open from when it resolves: nobody is at removing the records then. */
  join(): Promise<void> {
    const isOpen = new Promise<void>((release) => {
      this.#letGo = release;
    });
    return new Promise((resolve) => {
      // Where there are no locks nobody can wait for one.
      if (!hasLocks()) return resolve();
      const ask = (): void => {
        const signal = AbortSignal.timeout(ASK_AGAIN_MS);
        const open = (): Promise<void> => {
          resolve();
          return isOpen;
        };
        navigator.locks.request(lockOf(this.#name), { mode: 'shared', signal }, open).catch(() => {
          if (signal.aborted) setTimeout(ask, PAUSE_MS * (1 + Math.random()));
          else resolve();
        });
      };
      ask();
    });
  }

  /** Lets whoever removes the records do so; resolves when that is over, however it ended. */
  async yieldToOthers(): Promise<void> {
    this.#letGo();
    if (hasLocks()) await this.join();
    else await new Promise((resolve) => setTimeout(resolve, LET_GO_MS));
  }

  say(said: Said): void {
    this.#channel.postMessage(said);
  }

  close(): void {
    this.#channel.close();
    this.#letGo();
  }
}

/** Plain-http addresses have no locks. */
export function hasLocks(): boolean {
  const locks: LockManager | undefined = navigator.locks;
  return locks !== undefined;
}

/** Held by every tab that has the unit of that database open. */
export function lockOf(name: string): string {
  return `${name}_open`;
}
