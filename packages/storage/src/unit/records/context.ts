import type { BlockSize } from './block.ts';
import type { Head } from './head.ts';
import type { Transaction } from './key-value.ts';
import type { Directory } from './lookup.ts';

/** What a writing transaction needs to know about the store. */
export interface WriteContext {
  readonly transaction: Transaction;
  readonly head: Head;
  readonly directory: Directory;
  readonly size: BlockSize;
  /** Maximum number of revisions kept per leaf. */
  readonly limit: number;
}
