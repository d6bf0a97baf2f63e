import type { ReportJobBody } from '@crece/contract';
import type { ChannelEvent, OpenChannel } from '../../../api/csv-channel.ts';
import { HttpError } from '../../../api/http.ts';
import type { Begun } from '../../../api/reports.ts';

/** Without an event for this time: "Timeout waiting for csv completion" (decisions, section 8). */
export const SILENCE_MS = 60_000;
/**
 * After this time the job is started without the channel, for networks that block sockets, and
 * polled.
 */
const READY_MS = 10_000;
/** How often the job is polled while the channel may have missed an event. */
const ASK_EVERY_MS = 5_000;

const ACCEPTED = 202;

/** The reason why there is no file. */
export type RunFailure =
  /** The request that starts the job failed: "CSV creation error" with status and status text. */
  | { readonly is: 'call'; readonly error: HttpError }
  /** The answer was not 202, and had this message. */
  | { readonly is: 'not-accepted'; readonly message: string }
  /** `CSV_error`, or a job that failed. */
  | { readonly is: 'job'; readonly text: string };

export type RunState =
  | { readonly at: 'connecting' | 'asking' }
  | {
      readonly at: 'running';
      readonly count: number;
      /** Null: not known yet. */
      readonly maxCount: number | null;
      readonly text: string;
      /** No event for a minute; the run keeps listening. */
      readonly isSilent: boolean;
    }
  | { readonly at: 'done'; readonly fileName: string; readonly text: string }
  | { readonly at: 'failed'; readonly failure: RunFailure };

/** The dependencies of a run. */
export interface RunParts {
  readonly room: string;
  readonly openChannel: OpenChannel;
  /** The request that starts the job; throws `HttpError`. */
  readonly begin: () => Promise<Begun>;
  /** Fetches the job from the server, when the channel may have missed its end. */
  readonly askJob: (jobId: string) => Promise<ReportJobBody>;
  readonly onState: (state: RunState) => void;
}

/**
 * One long job as a page follows it. The channel is opened and the room joined; when the server is
 * ready, the request is sent once; then progress is reported until the end. Closing a run only
 * stops listening: the job continues.
 */
export class CsvRun {
  readonly #parts: RunParts;
  readonly #closeChannel: () => void;
  readonly #readyTimer: ReturnType<typeof setTimeout>;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #askTimer: ReturnType<typeof setTimeout> | undefined;
  #state: RunState = { at: 'connecting' };
  #isBegun = false;
  #jobId: string | null = null;
  #isClosed = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#closeChannel = parts.openChannel(parts.room, (event) => this.#hear(event));
    this.#readyTimer = setTimeout(() => void this.#begin(), READY_MS);
    this.#listenOn();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#readyTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#askTimer);
    this.#closeChannel();
  }

  #become(state: RunState): void {
    if (this.#isClosed) return;
    this.#state = state;
    this.#parts.onState(state);
    if (state.at === 'done' || state.at === 'failed') this.close();
  }

  #running(change: { count?: number; maxCount?: number; text?: string; isSilent?: boolean }): void {
    const before =
      this.#state.at === 'running'
        ? this.#state
        : ({ at: 'running', count: 0, maxCount: null, text: '', isSilent: false } as const);
    const count = Math.max(before.count, change.count ?? 0);
    this.#become({ ...before, ...change, count });
  }

  #hear(event: ChannelEvent): void {
    if (this.#isClosed) return;
    this.#listenOn();
    switch (event.is) {
      case 'ready':
        // After a reconnection, events may be lost, so the job is polled.
        if (this.#isBegun) this.#askSoon(0);
        else void this.#begin();
        break;
      case 'progress':
        this.#running({ ...event.progress, isSilent: false });
        break;
      case 'complete':
        this.#become({ at: 'done', ...event.complete });
        break;
      case 'error':
        this.#become({ at: 'failed', failure: { is: 'job', text: event.error.text } });
        break;
    }
  }

  async #begin(): Promise<void> {
    if (this.#isBegun || this.#isClosed) return;
    this.#isBegun = true;
    clearTimeout(this.#readyTimer);
    this.#become({ at: 'asking' });
    try {
      const { status, message, jobId } = await this.#parts.begin();
      if (status !== ACCEPTED) {
        this.#become({ at: 'failed', failure: { is: 'not-accepted', message } });
        return;
      }
      this.#jobId = jobId;
      if (this.#state.at === 'asking') this.#running({});
      this.#listenOn();
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.#become({ at: 'failed', failure: { is: 'call', error } });
    }
  }

  /** Restarts the minute of silence and the poll timer, after an event was received. */
  #listenOn(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#running({ isSilent: true }), SILENCE_MS);
    if (this.#jobId !== null) this.#askSoon(ASK_EVERY_MS);
  }

  #askSoon(delay: number): void {
    clearTimeout(this.#askTimer);
    this.#askTimer = setTimeout(() => void this.#ask(), delay);
  }

  async #ask(): Promise<void> {
    const jobId = this.#jobId;
    if (jobId === null || this.#isClosed) return;
    try {
      const job = await this.#parts.askJob(jobId);
      if (job.state === 'done') {
        this.#become({ at: 'done', fileName: job.fileName ?? '', text: job.text ?? '' });
      } else if (job.state === 'failed') {
        this.#become({ at: 'failed', failure: { is: 'job', text: job.text ?? '' } });
      } else {
        this.#running({ count: job.count, maxCount: job.maxCount });
      }
    } catch (error) {
      // Without an answer, the next poll follows as usual.
      if (!(error instanceof HttpError)) throw error;
    }
    if (!this.#isClosed) this.#askSoon(ASK_EVERY_MS);
  }
}
