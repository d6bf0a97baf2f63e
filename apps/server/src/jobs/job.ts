import type { JobFailureCode } from '@crece/contract';
import type { Action, ActionPlace } from '@crece/domain';
import type { Language } from '@crece/messages';
import type { Json } from '../store/document-store.ts';

/** The kinds of long work; `job-kinds.ts` says which file each is. */
export type JobKindName = 'report' | 'import' | 'convert' | 'export';

/** Work in a thread for a waiting request; nothing of it is stored. */
export type AnswerKindName = 'report-preview' | 'kept-long';

/** `running`: waits in the queue, works, or continues after a restart. */
export type JobState = 'running' | 'finished' | 'failed';

/** A problem in one unit that does not end the job. */
export interface JobProblem {
  /** `stakeDB`; `null`: not about a single unit. */
  unit: string | null;
  /** E.g. `unit-failed`, `unreadable`. */
  code: string;
  /** How many records it concerns. */
  count: number;
}

/** The right that a job needs from its start to the download of its file. */
export interface JobNeed {
  action: Action;
  place: ActionPlace;
}

/** A job as it is stored in `sys_jobs`. */
export interface Job {
  id: string;
  kind: JobKindName;
  /** Id of the account that asked for it; only this account and administrators may see the job. */
  owner: string;
  username: string;
  /** The room of `/csvStatus` that gets its progress; `null`: none. */
  room: string | null;
  language: Language;
  /** Address of the request, and a short description of it (no contents), for the audit log. */
  from: string;
  detail: string;
  needs: JobNeed;
  /** Validated by the kind's own schema. */
  parameters: Json;
  /** Jobs with the same word run one after the other; absent: the job waits for no other. */
  oneOf?: string;
  /** Whether it waits for another of its `oneOf`. Only the job of this process says so. */
  isWaiting?: boolean;
  state: JobState;
  /** ISO instants in UTC. */
  startedAt: string;
  endedAt: string | null;
  count: number;
  /** 0: not known yet. */
  maxCount: number;
  /** What is being processed: a unit's name. */
  text: string;
  code: JobFailureCode | null;
  /** Name of the finished file; kept when the file has been deleted. */
  fileName: string | null;
  fileBytes: number;
  /** The file was deleted because its time was over. */
  isExpired: boolean;
  problems: readonly JobProblem[];
  /** Small result of the kind (counts, findings). */
  result: Json;
  /** The last checkpoint of the kind, used after a kill. */
  checkpoint: Json;
  /** Number of attempts; 2 or more after a kill. */
  attempts: number;
  /** The run of the server that processes the job. */
  run: string;
}

/** The fields that the requester gives; all others have defaults. */
export type JobRequest = Pick<
  Job,
  | 'kind'
  | 'owner'
  | 'username'
  | 'room'
  | 'language'
  | 'from'
  | 'detail'
  | 'needs'
  | 'parameters'
  | 'oneOf'
>;
