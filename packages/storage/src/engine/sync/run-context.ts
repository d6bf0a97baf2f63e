import type { EngineParts, UnitWithEngine } from '../core/engine.ts';
import { Cancelled } from './client-fault.ts';
import type { ProgressStore } from './progress-store.ts';
import type { ServerClient } from './server-client.ts';
import type { Transport } from './transport.ts';

/** Data shared by the steps of one run. */
export interface RunContext {
  readonly unit: UnitWithEngine;
  readonly engine: EngineParts;
  readonly transport: Transport;
  readonly client: ServerClient;
  readonly progress: ProgressStore;
  readonly signal: AbortSignal;
  readonly clock: () => Date;
  readonly limits: PieceSizes;
}

/** Sizes of the pieces of work: they limit memory here and what a cut loses. */
export const PIECE_SIZES = {
  /** Changed documents read at once. */
  pushPage: 1_000,
  /**
   * Documents and characters of one `_bulk_docs` request: at first, then within what the line
   * carries.
   */
  pushDocuments: 500,
  pushFirst: 128_000,
  pushCharacters: 512_000,
  pushLeast: 4_000,
  /** Rows per page of the server's feed. */
  pullPage: 1_000,
  /** Documents per `_bulk_get`. */
  pullDocuments: 250,
  /** Documents of a snapshot written at once. */
  snapshotBatch: 2_000,
};

export type PieceSizes = typeof PIECE_SIZES;

/** Throws `Cancelled` when the run was cancelled. Call it where all completed work is noted. */
export function endIfCancelled({ signal }: Pick<RunContext, 'signal'>): void {
  if (signal.aborted) throw new Cancelled();
}

/** Whether an id belongs to a design document, which never travels. */
export function isDesign(id: string): boolean {
  return id.startsWith('_');
}

/** Splits a list into parts of at most `size`. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
