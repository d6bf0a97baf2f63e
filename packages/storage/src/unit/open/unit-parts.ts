import type { OpenDevice } from '../device/open-device.ts';
import type { Known } from '../known/known.ts';
import type { Taken } from '../records/unit-records.ts';
import type { Task } from '../tasks/types.ts';
import type { Act } from '../writes/provenance.ts';
import type { ChildFile } from '../writes/types.ts';
import type { OverRemovals } from '../writes/unit-writer.ts';
import type { WriteParts, Writes } from '../writes/writes.ts';
import type { LocalSize, LocalUnit } from './types.ts';

/** The parts of an open unit, from which the floor above is made. */
export interface UnitParts extends WriteParts {
  clock: () => Date;
  device: OpenDevice;
  instance: string;
  /** During a bulk load: everyone follows at leisure. */
  announceBulk: (written: Taken | null) => void;
  /** Judges by what is known from now on, and tells other tabs. */
  show: (known: Known) => Promise<void>;
  /** Ends timers, channel and lock, as the end of the tab does. */
  stop: () => void;
}

/** What an open unit asks of the floor above, by which conflicts, sizes and whole units are served. */
export interface EngineCalls {
  readonly overRemovals: OverRemovals;
  readTask(id: string): Promise<Task | null>;
  choose(task: Task, choice: Parameters<LocalUnit['choose']>[1], act: Act): Promise<void>;
  keep(task: Task, choice: Parameters<LocalUnit['keep']>[1], act: Act): Promise<void>;
  confirmRemoval(task: Task, act: Act): Promise<void>;
  putBack(id: string, act: Act): Promise<void>;
  readRemoved(id: string): Promise<Readonly<Record<string, unknown>> | null>;
  readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null>;
  documents(): Promise<readonly unknown[]>;
  measure(): Promise<LocalSize>;
  countLoss(): Promise<number>;
  compact(): Promise<void>;
  /** What the server refused and somebody has corrected since waits for nobody any more. */
  endRefusals(): Promise<unknown>;
  /** The unit is all there is of it. */
  noteWhole(): Promise<unknown>;
  /** Records were damaged: until the server has given them again, this is not all there is. */
  noteLoss(): Promise<unknown>;
}

/** Loads the code of the floor above; what it answers makes the engine of one unit. */
export type LoadEngine<Engine> = () => Promise<(parts: UnitParts, writes: Writes) => Engine>;
