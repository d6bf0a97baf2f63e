import type { SyncOutcome } from '@crece/storage/sync';
import type { FaultProxy } from '../../packages/storage/src/testing/node/fault-proxy.ts';
import type { Act } from './acts.ts';
import type { Leaves, Revision } from './driver.ts';
import type { Member } from './unit-server.ts';

/** A phone of the torture test, in Node or in a Chromium page. */
export interface Phone {
  readonly label: string;
  readonly proxy: FaultProxy;
  readonly member: Member;
  /** Does one action with ids determined by `seed`; returns what was acknowledged as saved. */
  act(act: Act, seed: number): Promise<Revision[]>;
  sync(): Promise<SyncOutcome>;
  /** Synchronises in two tabs of the phone at the same time. */
  syncInTwoTabs(): Promise<SyncOutcome[]>;
  leaves(): Promise<Leaves>;
  contents(): Promise<string[]>;
  missing(asked: readonly Revision[]): Promise<Revision[]>;
  conflictsWithoutTask(): Promise<string[]>;
  pending(): Promise<number>;
  /** Ids of the records that it marks as existing only there. */
  pendingIds(): Promise<string[]>;
  /** Ids of the children in the list. */
  listed(): Promise<string[]>;
  /** Number of records that it lists as refused by the server. */
  refused(): Promise<number>;
  /** Local sequence: every local write by anybody increases it. */
  sequence(): Promise<number>;
  /** The application crashes and is opened again with its stored data. */
  crash(): Promise<void>;
  close(): Promise<void>;
}
