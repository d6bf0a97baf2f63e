import type { FeedCursor } from './feed-cursor.ts';
import { inChunks } from './send-body.ts';

/** What a feed that stays open needs from its surroundings. */
export interface FeedWatch {
  /** Checks the rights once more; `false`: the feed ends here. */
  mayGoOn(): Promise<boolean>;
  /**
   * Hands rows on and checks the rights now and then, because one round to a slow reader can take
   * hours.
   */
  guarded(rows: AsyncIterable<string>): AsyncIterable<string>;
  /** Must be called before the changes are read, so that a change after it ends the next pause. */
  listen(): void;
  /** Yields heartbeats until the next check is due. */
  pause(): AsyncIterable<string>;
}

function endOf(sequence: string, pending: number): string {
  return `"last_seq":${JSON.stringify(sequence)},"pending":${pending}}\n`;
}

async function* listed(rows: AsyncIterable<string>): AsyncGenerator<string, number> {
  let count = 0;
  for await (const row of rows) {
    yield count === 0 ? row : `,\n${row}`;
    count += 1;
  }
  return count;
}

const LIST_BEGIN = '{"results":[\n';
const LIST_END = '\n],\n';

/** A page of the change feed: it ends with the newest change or at the row limit. */
export async function* normalFeed(cursor: FeedCursor): AsyncGenerator<string, void> {
  yield LIST_BEGIN;
  yield* listed(cursor.rows());
  yield LIST_END + endOf(cursor.sequence, await cursor.pending());
}

/** The same, but if there is no change it waits for the first one. */
export async function* longpollFeed(
  cursor: FeedCursor,
  watch: FeedWatch,
): AsyncGenerator<string, void> {
  yield LIST_BEGIN;
  for (let count = 0; count === 0 && !cursor.isFull && (await watch.mayGoOn()); ) {
    watch.listen();
    count = yield* listed(watch.guarded(cursor.rows()));
    if (count === 0) yield* watch.pause();
  }
  yield LIST_END + endOf(cursor.sequence, await cursor.pending());
}

async function* lines(rows: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const row of rows) yield `${row}\n`;
}

/** One line per change, including future ones, until the feed ends. */
export async function* continuousFeed(
  cursor: FeedCursor,
  watch: FeedWatch,
): AsyncGenerator<string, void> {
  // An immediate line: clients wait for the head of the answer.
  yield '\n';
  while (!cursor.isFull && (await watch.mayGoOn())) {
    watch.listen();
    yield* inChunks(lines(watch.guarded(cursor.rows())));
    if (!cursor.isFull) yield* watch.pause();
  }
  yield `{${endOf(cursor.sequence, await cursor.pending())}`;
}
