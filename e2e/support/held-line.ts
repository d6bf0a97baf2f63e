import {
  type FaultProxy,
  startFaultProxy,
} from '../../packages/storage/src/testing/node/fault-proxy.ts';

/** A connection on which the test can hold a first download at any point. */
export interface HeldLine {
  /** The server's address for the phone. */
  readonly url: string;
  /** Lets this share (0 to 1) of the unit's snapshot pass; 1 completes it. */
  passTo(share: number): void;
  /** Cuts the snapshot where it is; no new one starts until `repair`. */
  cut(): void;
  repair(): void;
  close(): Promise<void>;
}

const SNAPSHOT = /\/_snapshot\b/;

/** Holds a server's snapshot responses; all others pass. */
export async function holdLine(serverUrl: string): Promise<HeldLine> {
  const proxy: FaultProxy = await startFaultProxy(serverUrl);
  let share = 0;
  let isCut = false;
  let look = () => {};
  const changed = () =>
    new Promise<void>((resolve) => {
      look = resolve;
    });

  async function hand(body: Buffer, write: (piece: Buffer) => void): Promise<void> {
    let sent = 0;
    for (;;) {
      const next = changed();
      if (isCut) throw new Error('cut on purpose');
      const upTo = Math.floor(body.length * share);
      if (upTo > sent) write(body.subarray(sent, upTo));
      sent = Math.max(sent, upTo);
      if (sent === body.length) return;
      await next;
    }
  }

  proxy.plan(({ path }) => {
    if (!SNAPSHOT.test(path)) return undefined;
    return isCut ? { kind: 'answer', status: 503, body: '{}' } : { kind: 'held-answer', hand };
  });

  const change = (next: () => void) => {
    next();
    look();
  };
  return {
    url: proxy.url,
    passTo: (next) =>
      change(() => {
        share = next;
      }),
    cut: () =>
      change(() => {
        isCut = true;
      }),
    repair: () =>
      change(() => {
        isCut = false;
      }),
    close: () => proxy.close(),
  };
}
