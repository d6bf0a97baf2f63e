import type { Sweeping } from '../base/say-swept.ts';
import type { DocumentStore, DraftDocument } from '../store/document-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const AT_ONCE = 500;
/** Sorts before every id: ids begin with an instant. */
const FIRST_ID = '0';

/** Deletes the entries that are older than this many days; returns how many. */
export async function dropOldEntries(
  store: DocumentStore,
  keptDays: number,
  now: Date,
): Promise<number> {
  // Ids begin with the instant of their entry.
  const to = new Date(now.getTime() - keptDays * DAY_MS).toISOString();
  let dropped = 0;
  for (;;) {
    const old: DraftDocument[] = [];
    for await (const { _id, _rev } of store.list({ from: FIRST_ID, to, limit: AT_ONCE })) {
      old.push({ _id, _rev, _deleted: true });
    }
    const gone = await store.write(old);
    const count = gone.filter(({ ok }) => ok).length;
    dropped += count;
    // Another process is deleting the same entries; the next daily run deletes the rest.
    if (count < AT_ONCE) break;
  }
  // A deleted document keeps its former body until compaction.
  if (dropped > 0) await store.compact();
  return dropped;
}

/**
 * Deletes older entries at once and then daily, while the clock may be believed, and says how many;
 * returns the function that stops this.
 */
export function keepAuditWithin(
  keptDays: () => Promise<number>,
  audit: { dropOlder: (keptDays: number) => Promise<number> },
  { background, mayDropOld, said }: Sweeping,
): () => void {
  const drop = (): void =>
    background.run(async () => {
      if (!(await mayDropOld())) return;
      said(await audit.dropOlder(await keptDays()));
    });
  drop();
  const timer = setInterval(drop, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
