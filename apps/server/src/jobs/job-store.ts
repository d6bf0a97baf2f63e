import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { Job } from './job.ts';

const PREFIX = 'job_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
/** Of two threads or processes that change one job, one tries again so often. */
const TRIES = 10;

/** The documents of jobs, in a database of their own. */
export interface JobStore {
  /** Answers the job that is kept: this one, or another one of the same id that was there before. */
  add(job: Job): Promise<{ job: Job; isNew: boolean }>;
  read(id: string): Promise<Job | null>;
  /** Puts fields in the place of others; `null`: the job is not there (any more). */
  change(id: string, decide: (job: Job) => Partial<Job>): Promise<Job | null>;
  remove(id: string): Promise<void>;
  /** All of them, in no order that means something. */
  all(): AsyncIterable<Job>;
}

/** This server alone writes them, hence no check of every field. */
function jobOf({ _id, _rev, ...fields }: StoredDocument): Job {
  return { ...fields, id: _id.slice(PREFIX.length) } as unknown as Job;
}

function documentOf({ id, ...fields }: Job): { _id: string; [field: string]: unknown } {
  return { _id: `${PREFIX}${id}`, ...fields };
}

/** The jobs of one database. */
export function createJobStore(store: DocumentStore): JobStore {
  const read = (id: string): Promise<StoredDocument | null> => store.read(`${PREFIX}${id}`);

  return {
    async add(job) {
      const [written] = await store.write([documentOf(job)]);
      if (written?.ok === true) return { job, isNew: true };
      const kept = await read(job.id);
      if (kept === null) throw new Error('a job could not be kept');
      return { job: jobOf(kept), isNew: false };
    },

    async read(id) {
      const kept = await read(id);
      return kept === null ? null : jobOf(kept);
    },

    async change(id, decide) {
      for (let i = 0; i < TRIES; i += 1) {
        const kept = await read(id);
        if (kept === null) return null;
        const before = jobOf(kept);
        const job = { ...before, ...decide(before) };
        const [written] = await store.write([{ ...documentOf(job), _rev: kept._rev }]);
        if (written?.ok === true) return job;
      }
      throw new Error(`another process keeps writing the job ${id}`);
    },

    async remove(id) {
      for (let i = 0; i < TRIES; i += 1) {
        const kept = await read(id);
        if (kept === null) return;
        const { _id, _rev } = kept;
        const [written] = await store.write([{ _id, _rev, _deleted: true }]);
        if (written?.ok === true) return;
      }
      throw new Error(`another process keeps writing the job ${id}`);
    },

    async *all() {
      for await (const document of store.list(RANGE)) yield jobOf(document);
    },
  };
}
