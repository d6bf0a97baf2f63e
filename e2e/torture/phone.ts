import type { SyncOutcome } from '@crece/storage/sync';
import type { FaultProxy } from '../../packages/storage/src/testing/node/fault-proxy.ts';
import type { Act } from './acts.ts';
import type { Leaves, Revision } from './driver.ts';
import type { Member } from './unit-server.ts';

/** A phone of the torture test, whether it lives in Node or in a page of Chromium. */
export interface Phone {
  readonly label: string;
  readonly proxy: FaultProxy;
  readonly member: Member;
  /** Does one act with ids that follow from `seed`; answers what was acknowledged as saved. */
  act(act: Act, seed: number): Promise<Revision[]>;
  sync(): Promise<SyncOutcome>;
  /** Another tab of the same phone synchronises at the same time. */
  syncInTwoTabs(): Promise<SyncOutcome[]>;
  leaves(): Promise<Leaves>;
  contents(): Promise<string[]>;
  missing(asked: readonly Revision[]): Promise<Revision[]>;
  conflictsWithoutTask(): Promise<string[]>;
  pending(): Promise<number>;
  /** How many records it calls refused by the server. */
  refused(): Promise<number>;
  /** Local sequence: what is written here, by whom ever, makes it higher. */
  sequence(): Promise<number>;
  /** The application dies without a word and is opened again on what is on the disk. */
  crash(): Promise<void>;
  close(): Promise<void>;
}
