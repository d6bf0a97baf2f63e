import { sameContent } from '@crece/domain';
import type { StorageError } from '../../base/storage-error.ts';
import type { VanishedData } from '../device/types.ts';
import type { Known } from '../known/known.ts';
import { syncStateOf } from '../known/ledger-state.ts';
import type { ProjectionFeed } from '../projection/feed.ts';
import type { FirstPart } from '../projection/first-part.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import type { ChildFile } from '../writes/types.ts';
import { LiveChildFile } from './live-child-file.ts';
import type { Live } from './types.ts';

/**
 * Number of child files kept for navigation between list and child; the oldest without a subscriber
 * is dropped.
 */
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

/**
 * What screens subscribe to: the snapshot and the child files. Each is the same object until it
 * changes.
 */
export class Shown {
  readonly #readFile: (id: string) => Promise<ChildFile | null>;
  readonly #listeners = new Set<() => void>();
  readonly #files = new Map<string, LiveChildFile>();
  #snapshot: UnitSnapshot = LOADING;
  /** Shown among the unreadable records. */
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

  /** Ends all notifications. */
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
   * Shows the current state of the feed if it differs; `childIds` are the changed children, null
   * means any.
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
    for (const [id, file] of this.#files) {
      const isChanged = childIds === null || childIds.has(id);
      if (isChanged || childIds.has(projection.leadOf(id))) file.changed();
    }
  }

  /** Shows the beginning of the list, while nothing else is shown yet. */
  showFirst(
    { projection, wards, unreadable, total }: FirstPart,
    { ledger, madeHere }: Known,
  ): void {
    this.#show({
      ...LOADING,
      first: {
        rows: projection.children,
        unreadable: [...unreadable.map((id) => ({ id })), ...ledger.untaken],
        ...(total === undefined ? {} : { total }),
      },
      wards,
      pending: projection.pending.size,
      sync: syncStateOf(ledger, { madeHere, tasks: projection.tasks(), vanished: null }),
    });
  }

  /** Resolves when all subscribed child files include what was written. */
  async settled(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.settled()));
  }

  /** Reports that the records cannot be read; the last shown records stay. */
  fail(fault: StorageError): void {
    this.#show({ ...this.#snapshot, state: 'failed', fault });
  }

  #show(snapshot: UnitSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }
}
