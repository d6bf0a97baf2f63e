import type { EngineParts, UnitWithEngine } from '../core/engine.ts';
import { Cancelled } from './client-fault.ts';
import type { ProgressStore } from './progress-store.ts';
import type { ServerClient } from './server-client.ts';
import type { Transport } from './transport.ts';

/** What the steps of one run share. */
export interface RunContext {
  readonly unit: UnitWithEngine;
  readonly engine: EngineParts;
  readonly transport: Transport;
  readonly client: ServerClient;
  readonly progress: ProgressStore;
  readonly signal: AbortSignal;
  readonly clock: () => Date;
  readonly limits: Limits;
}

/** How much goes into one piece of work: bounds of memory here, and of what a cut loses. */
export const LIMITS = {
  /** Changed documents looked at in one go. */
  pushPage: 1_000,
  /** Documents and characters of one `_bulk_docs`: at first, and within what the line decides. */
  pushDocuments: 500,
  pushFirst: 128_000,
  pushCharacters: 512_000,
  pushLeast: 4_000,
  /** Rows of one page of the server's feed. */
  pullPage: 1_000,
  /** Documents of one `_bulk_get`. */
  pullDocuments: 250,
  /** Documents of a snapshot written at once. */
  snapshotBatch: 2_000,
};

export type Limits = typeof LIMITS;

/** A safe place to end: everything done is noted. */
export function endIfCancelled({ signal }: Pick<RunContext, 'signal'>): void {
  if (signal.aborted) throw new Cancelled();
}

/** A document that belongs to the database itself and never travels. */
export function isDesign(id: string): boolean {
  return id.startsWith('_');
}

/** Splits a list into parts of so many. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
