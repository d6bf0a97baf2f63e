import type { Action, ActionPlace } from '@crece/domain';
import type { Language } from '@crece/messages';
import type { Json } from '../store/document-store.ts';

/** The kinds of long work; each is a file of this name in `kinds/`. */
export type JobKindName = 'report' | 'import' | 'convert' | 'export';

/** Work that is done in a thread for somebody who waits for the answer; nothing of it is kept. */
export type AnswerKindName = 'report-preview';

/** `running`: it waits for its turn, works, or goes on after a restart. */
export type JobState = 'running' | 'finished' | 'failed';

/** Why a job has failed; the sentence is `reports.failure.<code>`. */
export type JobFailureCode =
  /** The server was stopped or killed in the middle of it. */
  | 'interrupted'
  | 'cancelled'
  /** The account, or its right to this, was taken away. */
  | 'right-ended'
  | 'disk-full'
  /** Files that are kept already take up the room that files may. */
  | 'quota'
  | 'out-of-memory'
  /** The databases could not be reached. */
  | 'unavailable'
  /** A fault of ours; it is in the server's log. */
  | 'fault';

/** What went wrong in one unit without ending the job. */
export interface JobProblem {
  /** `stakeDB`; `null`: it concerns no unit. */
  unit: string | null;
  /** E.g. `unit-failed`, `unreadable`. */
  code: string;
  /** How many records it concerns. */
  count: number;
}

/** The right that a job needs from its beginning to the download of its file. */
export interface JobNeed {
  action: Action;
  place: ActionPlace;
}

/** A job as it is kept in `sys_jobs`. */
export interface Job {
  id: string;
  kind: JobKindName;
  /** Id of the account that asked for it; nobody else but administrators have to do with it. */
  owner: string;
  username: string;
  /** The room of `/csvStatus` in which it is told; `null`: nobody listens. */
  room: string | null;
  language: Language;
  /** Address that asked for it, and in a few words what was asked (no contents): for the audit log. */
  from: string;
  detail: string;
  needs: JobNeed;
  /** As the kind's own schema reads them. */
  parameters: Json;
  state: JobState;
  /** ISO instants in UTC. */
  startedAt: string;
  endedAt: string | null;
  count: number;
  /** 0: not known yet. */
  maxCount: number;
  /** What it is at: a unit's name. */
  text: string;
  code: JobFailureCode | null;
  /** Name of the finished file; it stays here when the file has been deleted. */
  fileName: string | null;
  fileBytes: number;
  /** The file was deleted after its time. */
  isExpired: boolean;
  problems: readonly JobProblem[];
  /** What the kind tells of its end (counts, findings); small. */
  result: Json;
  /** What the kind asked to remember for the case of a kill. */
  checkpoint: Json;
  /** How often it was begun: 2 and more after a kill. */
  attempts: number;
  /** The run of the server that has it in hand. */
  run: string;
}

/** What whoever asks for a job says of it; the rest has a beginning of its own. */
export type JobRequest = Pick<
  Job,
  'kind' | 'owner' | 'username' | 'room' | 'language' | 'from' | 'detail' | 'needs' | 'parameters'
>;
