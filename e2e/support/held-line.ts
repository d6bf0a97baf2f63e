import {
  type FaultProxy,
  startFaultProxy,
} from '../../packages/storage/src/testing/node/fault-proxy.ts';

/** A line on which a first download stands still wherever the test wants it to. */
export interface HeldLine {
  /** What a phone knows as the server's address. */
  readonly url: string;
  /** Lets so much of the unit's snapshot through, 0 to 1, and no more; 1 ends it. */
  passTo(share: number): void;
  /** Breaks the snapshot off where it is; until `repair` nobody gets another. */
  cut(): void;
  repair(): void;
  close(): Promise<void>;
}

const SNAPSHOT = /\/_snapshot\b/;

/** Holds the answers with snapshots of a server; all others go through. */
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
