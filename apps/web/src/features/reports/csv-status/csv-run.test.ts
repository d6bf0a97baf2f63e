import type { ReportJobBody } from '@crece/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '../../../api/csv-channel.ts';
import { HttpError } from '../../../api/http.ts';
import type { Begun } from '../../../api/reports.ts';
import { CsvRun, type RunState, SILENCE_MS } from './csv-run.ts';

const ACCEPTED: Begun = { status: 202, message: 'Accepted', jobId: 'job-1' };
const READY: ChannelEvent = { is: 'ready' };
const COMPLETE: ChannelEvent = { is: 'complete', complete: { fileName: 'a.csv', text: '9 rows.' } };
const progress = (told: { maxCount: number } | { count: number; text: string }): ChannelEvent => ({
  is: 'progress',
  progress: told,
});

const aJob = (different: Partial<ReportJobBody>): ReportJobBody => ({
  id: 'job-1',
  kind: 'report',
  state: 'running',
  asked: { stakeDB: 'a_gtm', stakeName: 'A', cCode: 'GTM', scopeType: 'stake' },
  createdAt: '2026-03-14T12:00:00.000Z',
  count: 0,
  maxCount: 0,
  ...different,
});

/** A run whose channel and requests answer as the test says, with all of its states. */
function startRun({
  begin = async () => ACCEPTED,
  job = aJob({}),
}: {
  begin?: () => Promise<Begun>;
  job?: ReportJobBody;
} = {}) {
  const states: RunState[] = [];
  const calls = { begun: 0, asked: 0, closed: 0 };
  let hear: (event: ChannelEvent) => void = () => undefined;
  const run = new CsvRun({
    room: 'AnaLópez1',
    openChannel: (_room, heard) => {
      hear = heard;
      return () => {
        calls.closed += 1;
      };
    },
    begin: () => {
      calls.begun += 1;
      return begin();
    },
    askJob: async () => {
      calls.asked += 1;
      return job;
    },
    onState: (state) => states.push(state),
  });
  return { run, states, calls, hear: (event: ChannelEvent) => hear(event) };
}

/** Lets pending promises finish. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('CsvRun', () => {
  it('sends the request when the server is ready, then counts up and ends with the file', async () => {
    const { states, calls, hear } = startRun();
    expect(calls.begun).toBe(0);
    hear(READY);
    await settle();
    hear(progress({ maxCount: 3 }));
    hear(progress({ count: 2, text: 'Chulac' }));
    hear(progress({ count: 1, text: 'Coban' }));
    hear(COMPLETE);
    expect(calls.begun).toBe(1);
    expect(states.map((state) => (state.at === 'running' ? state.count : state.at))).toEqual([
      'asking',
      0,
      0,
      2,
      2,
      'done',
    ]);
    expect(states.at(-2)).toMatchObject({ maxCount: 3, text: 'Coban' });
    expect(states.at(-1)).toEqual({ at: 'done', fileName: 'a.csv', text: '9 rows.' });
    expect(calls.closed).toBe(1);
  });

  it('sends the request once, however often the connection breaks, and asks for missed events', async () => {
    const { states, calls, hear } = startRun({
      job: aJob({ state: 'done', fileName: 'b.csv', text: '' }),
    });
    hear(READY);
    await settle();
    hear(READY);
    await settle();
    expect(calls).toEqual({ begun: 1, asked: 1, closed: 1 });
    expect(states.at(-1)).toEqual({ at: 'done', fileName: 'b.csv', text: '' });
  });

  it('sends the request even when the channel cannot be opened', async () => {
    const { calls, states } = startRun({ job: aJob({ count: 4, maxCount: 8 }) });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(calls.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(states.at(-1)).toMatchObject({ at: 'running', count: 4, maxCount: 8 });
  });

  it('fails with the message of an answer other than 202', async () => {
    const { states, hear } = startRun({
      begin: async () => ({ status: 200, message: 'Too busy', jobId: null }),
    });
    hear(READY);
    await settle();
    expect(states.at(-1)).toEqual({
      at: 'failed',
      failure: { is: 'not-accepted', message: 'Too busy' },
    });
  });

  it('fails with the error of the request', async () => {
    const error = new HttpError('forbidden', 403);
    const { states, hear } = startRun({ begin: () => Promise.reject(error) });
    hear(READY);
    await settle();
    expect(states.at(-1)).toEqual({ at: 'failed', failure: { is: 'call', error } });
  });

  it('fails with the text of CSV_error', async () => {
    const { states, hear } = startRun();
    hear(READY);
    await settle();
    hear({ is: 'error', error: { text: 'The disk is full.' } });
    expect(states.at(-1)).toEqual({
      at: 'failed',
      failure: { is: 'job', text: 'The disk is full.' },
    });
  });

  it('a run is silent after exactly a minute without an event, and a late end still counts', async () => {
    const { states, hear } = startRun();
    hear(READY);
    await settle();
    hear(progress({ maxCount: 3 }));
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(states.at(-1)).toMatchObject({ isSilent: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toMatchObject({ at: 'running', isSilent: true });
    hear(progress({ count: 1, text: '' }));
    expect(states.at(-1)).toMatchObject({ isSilent: false });
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    hear(COMPLETE);
    expect(states.at(-1)).toMatchObject({ at: 'done', fileName: 'a.csv' });
  });

  it('receives no events after it is closed', async () => {
    const { run, states, calls, hear } = startRun();
    run.close();
    hear(READY);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    expect(states).toEqual([]);
    expect(calls).toEqual({ begun: 0, asked: 0, closed: 1 });
  });
});
