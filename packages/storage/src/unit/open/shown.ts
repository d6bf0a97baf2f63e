import { sameContent } from '@crece/domain';
import type { StorageError } from '../../base/storage-error.ts';
import type { VanishedData } from '../device/types.ts';
import { syncStateOf } from '../known/ledger-state.ts';
import type { ProjectionFeed } from '../projection/feed.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import type { ChildFile } from '../writes/types.ts';
import { LiveChildFile } from './live-child-file.ts';
import type { Live } from './types.ts';

/** Child files kept for going back and forth between list and child; the oldest unwatched goes. */
const KEPT_FILES = 50;

const LOADING: UnitSnapshot = {
  state: 'loading',
  children: [],
  mothers: [],
  wards: [],
  unreadable: [],
  orphans: [],
  pending: 0,
  sync: {
    stamp: null,
    isIncomplete: false,
    arrival: 'never',
    madeHere: [],
    refused: [],
    tasks: [],
    vanished: null,
  },
};

/** What screens subscribe to: the snapshot and the child files, the same until something changes. */
export class Shown {
  readonly #readFile: (id: string) => Promise<ChildFile | null>;
  readonly #listeners = new Set<() => void>();
  readonly #files = new Map<string, LiveChildFile>();
  #snapshot: UnitSnapshot = LOADING;
  /** Listed with the unreadable records. */
  #untaken: readonly UnreadableDocument[] = [];

  constructor(readFile: (id: string) => Promise<ChildFile | null>) {
    this.#readFile = readFile;
  }

  get snapshot(): UnitSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nobody is told any more. */
  close(): void {
    this.#listeners.clear();
  }

  childFile(id: string): Live<ChildFile | null> {
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    const file = new LiveChildFile(() => this.#readFile(id));
    this.#files.set(id, file);
    for (const [old, { isWatched }] of this.#files) {
      if (this.#files.size <= KEPT_FILES) break;
      if (!isWatched && old !== id) this.#files.delete(old);
    }
    return file;
  }

  /**
   * Shows what the feed knows now, if that is anything else than before; `childIds` are those of
   * which something changed, null: any of them.
   */
  update(
    { projection, known }: ProjectionFeed,
    vanished: VanishedData | null,
    childIds: ReadonlySet<string> | null,
  ): void {
    if (projection === null) return;
    const before = this.#snapshot;
    const { ledger, madeHere } = known;
    const { untaken } = ledger;
    const sync = syncStateOf(ledger, { madeHere, tasks: projection.tasks(), vanished });
    const isSame = sameContent(sync, before.sync);
    const isListed = sameContent(untaken, this.#untaken);
    if (isSame && isListed && childIds?.size === 0 && before.state === 'ready') return;
    this.#untaken = untaken;
    const next = projection.snapshot(isSame ? before.sync : sync);
    this.#show({ ...next, unreadable: [...next.unreadable, ...untaken] });
    for (const [id, file] of this.#files) if (childIds?.has(id) !== false) file.changed();
  }

  /** Resolves when the child files that somebody looks at are as they were written. */
  async settled(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.settled()));
  }

  /** The records cannot be read; those shown last stay. */
  fail(fault: StorageError): void {
    this.#show({ ...this.#snapshot, state: 'failed', fault });
  }

  #show(snapshot: UnitSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }
}
