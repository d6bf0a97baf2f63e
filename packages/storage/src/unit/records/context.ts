import type { BlockSize } from './block.ts';
import type { Head } from './head.ts';
import type { Transaction } from './key-value.ts';
import type { Directory } from './lookup.ts';

/** What a transaction that writes needs to know of the store. */
export interface WriteContext {
  readonly transaction: Transaction;
  readonly head: Head;
  readonly directory: Directory;
  readonly size: BlockSize;
  /** Revisions kept for each leaf. */
  readonly limit: number;
}
