import { timeLimit } from '../../base/signals.ts';

/**
 * Messages between the tabs of a unit: it changed; it is being filled; its records may leave this
 * device, so every tab must close its connection.
 */
export type TabMessage = 'changed' | 'filling' | 'let-go';

/** Maximum wait of a removal for the tabs that have the unit open, in milliseconds. */
export const LET_GO_MS = 10_000;

/** Chromium forgets lock requests queued behind one that was aborted, so they must be repeated. */
const ASK_AGAIN_MS = 1_000;
/**
 * Without a pause, the repeated request of a tab would queue behind the forgotten one of another
 * tab, which in turn would queue behind its own: no tab would ever get the lock. After this pause
 * the others have aborted theirs too.
 */
const PAUSE_MS = 150;

/**
 * The tabs that have one unit open, with a channel between them. They share a lock, which shows
 * whether one of them is left.
 */
export class Tabs {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  #letGo: () => void = () => undefined;
  /** Called with each message of another tab. */
  hear: (said: TabMessage) => void = () => undefined;

  constructor(name: string) {
    this.#name = name;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.hear(data);
  }

  /** Takes the shared lock; when it resolves, no tab is removing the records. */
  join(): Promise<void> {
    const isOpen = new Promise<void>((release) => {
      this.#letGo = release;
    });
    return new Promise((resolve) => {
      // Without locks there is nothing to wait for.
      if (!hasLocks()) return resolve();
      const ask = (): void => {
        const signal = timeLimit(ASK_AGAIN_MS);
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

  /** Releases the lock for a removal; resolves when the removal has ended, successfully or not. */
  async yieldToOthers(): Promise<void> {
    this.#letGo();
    if (hasLocks()) await this.join();
    else await new Promise((resolve) => setTimeout(resolve, LET_GO_MS));
  }

  say(said: TabMessage): void {
    this.#channel.postMessage(said);
  }

  close(): void {
    this.#channel.close();
    this.#letGo();
  }
}

/** Whether the browser has locks; plain-http pages have none. */
export function hasLocks(): boolean {
  const locks: LockManager | undefined = navigator.locks;
  return locks !== undefined;
}

/** Name of the lock held by every tab that has the unit of that database open. */
export function lockOf(name: string): string {
  return `${name}_open`;
}
