import type { Home, Mother } from '@crece/domain';
import type { OpenDevice } from '../device/open-device.ts';
import type { Known } from '../known/known.ts';
import type { Taken } from '../records/unit-records.ts';
import type { Task } from '../tasks/types.ts';
import type { Act } from '../writes/provenance.ts';
import type { ChildFile } from '../writes/types.ts';
import type { OverRemovals } from '../writes/unit-writer.ts';
import type { UnitWrites, WriteParts } from '../writes/writes.ts';
import type { MovedKind, MovedRecord, RemovedRecord } from './removed-types.ts';
import type { LocalSize, LocalUnit } from './types.ts';

/** The parts of an open unit, from which the engine is made. */
export interface UnitParts extends WriteParts {
  device: OpenDevice;
  instance: string;
  /** Announces writes of a bulk load; lists follow at intervals. */
  announceBulk: (written: Taken | null) => void;
  /** Judges by new knowledge from now on, and informs other tabs. */
  show: (known: Known) => Promise<void>;
  /** Ends timers, channel and lock, as closing the tab does. */
  stop: () => void;
}

/** The calls of an open unit to its engine, for conflicts, sizes and whole units. */
export interface EngineCalls {
  readonly overRemovals: OverRemovals;
  readTask(id: string): Promise<Task | null>;
  choose(task: Task, choice: Parameters<LocalUnit['choose']>[1], act: Act): Promise<void>;
  keep(task: Task, choice: Parameters<LocalUnit['keep']>[1], act: Act): Promise<void>;
  confirmRemoval(task: Task, act: Act): Promise<void>;
  putBack(id: string, act: Act): Promise<void>;
  readRemoved(id: string): Promise<Readonly<Record<string, unknown>> | null>;
  movedTo(id: string): Promise<Home | null>;
  removedRecords(fromServer: readonly unknown[] | null): Promise<readonly RemovedRecord[]>;
  movedRecords(kind: MovedKind): Promise<readonly MovedRecord[]>;
  readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null>;
  readRemovedMother(id: string): Promise<Mother | null>;
  documents(): Promise<readonly unknown[]>;
  measure(): Promise<LocalSize>;
  countLoss(): Promise<number>;
  compact(): Promise<void>;
  /** Ends the waiting of refused revisions that a person has corrected. */
  endRefusals(): Promise<unknown>;
  /** Notes that the unit is whole. */
  noteWhole(): Promise<unknown>;
  /**
   * Notes that records were damaged: the unit is not whole until the server has sent them again.
   */
  noteLoss(): Promise<unknown>;
}

/** Loads the engine's code; the result makes the engine of one unit. */
export type LoadEngine<Engine> = () => Promise<(parts: UnitParts, writes: UnitWrites) => Engine>;
