import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { Job } from './job.ts';

const PREFIX = 'job_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
/** How often a change is retried when another thread or process changes the same job. */
const TRIES = 10;

/** The documents of jobs, in a database of their own. */
export interface JobStore {
  /** Stores a job; returns the stored one: this, or an earlier one with the same id. */
  add(job: Job): Promise<{ job: Job; isNew: boolean }>;
  read(id: string): Promise<Job | null>;
  /** Replaces fields; `null`: the job does not exist (any more). */
  change(id: string, decide: (job: Job) => Partial<Job>): Promise<Job | null>;
  remove(id: string): Promise<void>;
  /** The jobs of an account, in no particular order. */
  ofOwner(owner: string): AsyncIterable<Job>;
  /** The jobs that made a file of this name. */
  byFile(fileName: string): AsyncIterable<Job>;
  /** All jobs, in no particular order. */
  all(): AsyncIterable<Job>;
}

/** Only this server writes these documents, so their fields are not checked. */
function jobOf({ _id, _rev, ...fields }: StoredDocument): Job {
  return { ...fields, id: _id.slice(PREFIX.length) } as unknown as Job;
}

function documentOf({ id, ...fields }: Job): { _id: string; [field: string]: unknown } {
  return { _id: `${PREFIX}${id}`, ...fields };
}

/** The jobs in one database. */
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

    async *ofOwner(owner) {
      for await (const document of store.listBy('owner', [owner])) yield jobOf(document);
    },

    async *byFile(fileName) {
      for await (const document of store.listBy('fileName', [fileName])) yield jobOf(document);
    },

    async *all() {
      for await (const document of store.list(RANGE)) yield jobOf(document);
    },
  };
}
