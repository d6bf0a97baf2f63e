import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dropTracesOfJobs } from '../erasure/job-traces.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { saidBy } from '../testing/test-people.ts';
import { UNIT } from './testing/an-import.ts';
import { anUploadServer, FORM_HEADERS } from './testing/upload-server.ts';
import {
  NoRoom,
  ROOM_FOR_UPLOADS,
  sweepUploads,
  type UploadLimits,
  Uploads,
  uploadPath,
} from './uploads.ts';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;

/** A running import that needs a file. */
const running = (upload: string, id = 'f'.repeat(32)) =>
  ({
    id,
    state: 'running',
    parameters: {
      do: 'import',
      stakeDB: UNIT,
      upload,
      isDryRun: true,
      answers: {},
      mapping: {},
      author: 'Ana',
      startedAt: '2026-02-28T18:00:00.000Z',
    },
  }) as unknown as Job;

function aShelf(limits: Partial<UploadLimits>) {
  const dataDir = aFolder();
  const jobs: Job[] = [];
  async function* all() {
    yield* jobs;
  }
  const uploads = new Uploads(dataDir, all, { ...ROOM_FOR_UPLOADS, ...limits });
  let minute = 0;
  /** Sends a file of so many MB, used a minute after the one before. */
  const keep = async (owner: string, megabytes: number, told = megabytes): Promise<string> => {
    const file = Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB)));
    const { signal } = new AbortController();
    const id = await uploads.keep({ owner, file, bytes: told * MB, signal });
    minute += 1;
    const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
    utimesSync(await uploadPath(dataDir, owner, id), at, at);
    return id;
  };
  const has = (owner: string, id: string) => uploads.has(owner, id);
  const names = () => readdirSync(join(dataDir, 'uploads'));
  return { dataDir, jobs, all, keep, has, names };
}

describe('the room for uploaded files', () => {
  it('an account’s room is limited: its oldest files make way, but none that an import needs', async () => {
    const { keep, has, jobs } = aShelf({ ofAccountBytes: 10 * MB });
    const [first, second] = [await keep('ana', 4), await keep('ana', 4)];
    jobs.push(running(first));
    const third = await keep('ana', 5);
    expect(await Promise.all([first, second, third].map((id) => has('ana', id)))).toEqual([
      true,
      false,
      true,
    ]);
    const others = await keep('eva', 5);
    expect(await has('eva', others)).toBe(true);
  });

  it('refuses what does not fit beside needed files, however long it says to be', async () => {
    const { keep, jobs, names } = aShelf({ ofAccountBytes: 20 * MB });
    jobs.push(running(await keep('ana', 12)));
    await expect(keep('ana', 30, 0)).rejects.toBeInstanceOf(NoRoom);
    expect(names()).toHaveLength(1);
  });

  it('the room of all together is limited, and ends where the disk is nearly full', async () => {
    const all = aShelf({ keptBytes: 6 * MB });
    await all.keep('ana', 4);
    await expect(all.keep('eva', 4)).rejects.toBeInstanceOf(NoRoom);
    expect(all.names()).toHaveLength(1);
    const full = aShelf({ freeBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.keep('ana', 1)).rejects.toBeInstanceOf(NoRoom);
    expect(full.names()).toEqual([]);
  });

  it('a file fits that fills the room of its account, or of all, to the last byte; one more does not', async () => {
    const own = aShelf({ ofAccountBytes: 6 * MB });
    const first = await own.keep('ana', 4);
    own.jobs.push(running(first));
    await own.keep('ana', 2);
    const less = aShelf({ ofAccountBytes: 6 * MB - 1 });
    less.jobs.push(running(await less.keep('ana', 4)));
    await expect(less.keep('ana', 2)).rejects.toBeInstanceOf(NoRoom);
    const all = aShelf({ keptBytes: 6 * MB });
    await all.keep('ana', 4);
    await all.keep('eva', 2);
    const fewer = aShelf({ keptBytes: 6 * MB - 1 });
    await fewer.keep('ana', 4);
    await expect(fewer.keep('eva', 2)).rejects.toBeInstanceOf(NoRoom);
  });

  it('an account has room for two of the largest files, all together for 5 GB, and 200 MB stay free', () => {
    expect(ROOM_FOR_UPLOADS).toEqual({
      freeBytes: 200 * MB,
      ofAccountBytes: 400 * MB,
      keptBytes: 5 * 1024 * MB,
    });
  });

  it('an upload is swept after a day, and not in the moment in which the day is over', async () => {
    const { keep, has, dataDir, all } = aShelf({});
    const id = await keep('ana', 1);
    const used = statSync(await uploadPath(dataDir, 'ana', id)).mtimeMs;
    expect(await sweepUploads(dataDir, new Date(used + 24 * HOUR_MS), all())).toBe(0);
    expect(await has('ana', id)).toBe(true);
    expect(await sweepUploads(dataDir, new Date(used + 24 * HOUR_MS + 1), all())).toBe(1);
    expect(await has('ana', id)).toBe(false);
  });

  it('uploads that nobody used for a day are swept', async () => {
    const { keep, has, dataDir, jobs, all, names } = aShelf({});
    const [old, needed] = [await keep('ana', 1), await keep('ana', 1)];
    jobs.push(running(needed, 'e'.repeat(32)));
    const work = join(dataDir, 'uploads', `${'e'.repeat(32)}.work-2`);
    writeFileSync(work, '');
    writeFileSync(join(dataDir, 'uploads', `${'d'.repeat(32)}.work-2-wal`), '');
    const later = new Date(Date.now() + 25 * HOUR_MS);
    expect(await sweepUploads(dataDir, later, all())).toBe(2);
    expect([await has('ana', old), await has('ana', needed), existsSync(work)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(names()).toHaveLength(2);
  });
});

describe('uploads to the server', () => {
  it('the start of the server sweeps uploads, although nobody uploads', async () => {
    const dataDir = aFolder();
    const path = await uploadPath(dataDir, 'ana', 'a'.repeat(32));
    writeFileSync(path, 'left by a check');
    const old = new Date(Date.now() - 25 * HOUR_MS);
    utimesSync(path, old, old);
    await anUploadServer({ config: { dataDir } });
    await soon(() => expect(existsSync(path)).toBe(false));
  });

  it('uploads are swept every hour too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const dataDir = aFolder();
    const { app } = await anUploadServer({ config: { dataDir } });
    await app.services.background.settled();
    const path = await uploadPath(dataDir, 'ana', 'a'.repeat(32));
    writeFileSync(path, 'left by a check');
    const old = new Date(Date.now() - 25 * HOUR_MS);
    utimesSync(path, old, old);
    vi.advanceTimersByTime(HOUR_MS - 1);
    await app.services.background.settled();
    expect(existsSync(path)).toBe(true);
    vi.advanceTimersByTime(1);
    await app.services.background.settled();
    expect(existsSync(path)).toBe(false);
  });

  it('an upload is deleted when its file is refused, also of a check', async () => {
    const { app, person, imported, upload } = await anUploadServer();
    const { token } = await person('sofia', ['user', 'sync']);
    for (const dryRun of ['true', 'false']) {
      const { result, upload: id = '' } = await imported(token, '%PDF-1.4', { dryRun });
      expect(result).toMatchObject({ status: 'refused', refusal: 'not-a-table' });
      await app.services.background.settled();
      expect(readdirSync(join(app.services.config.dataDir, 'uploads'))).toEqual([]);
      expect(saidBy(await upload(token, null, { upload: id }))).toBe('404 not-found');
    }
  });

  it('an account has at most three uploads at once', async () => {
    const { app, person } = await anUploadServer();
    const { token } = await person('sofia', ['user', 'sync']);
    const other = await person('eva', ['user', 'sync']);
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const folder = join(app.services.config.dataDir, 'uploads');

    /** Sends the beginning of a file; resolves when the server answers before the end. */
    function begin(as: string): Promise<number> {
      return new Promise((resolve) => {
        const sent = request(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: `/api/children/upload/${UNIT}?dryRun=true`,
            headers: { ...FORM_HEADERS, authorization: `JWT ${as}` },
          },
          (answer) => resolve(answer.resume().statusCode ?? 0),
        );
        sent.on('error', () => undefined);
        onTestFinished(() => void sent.destroy());
        sent.write(
          '--between-the-parts\r\ncontent-disposition: form-data; name="key"; filename="a.csv"\r\n\r\nNombre',
        );
      });
    }
    const begun = Array.from({ length: 3 }, () => begin(token));
    await soon(() => expect(readdirSync(folder)).toHaveLength(3));
    expect(await Promise.all([begin(token), begin(token)])).toEqual([429, 429]);
    void begin(other.token);
    await soon(() => expect(readdirSync(folder)).toHaveLength(4));
    expect(begun).toHaveLength(3);
  });
});

it('a list that is still arriving is not deleted with those that an erasure drops', async () => {
  const { dataDir, all, keep, has } = aShelf({});
  const before = await keep('ana', 1);
  const uploads = new Uploads(dataDir, all);
  const file = new PassThrough();
  const kept = uploads.keep({ owner: 'eva', file, bytes: 8, signal: new AbortController().signal });
  file.write('half');
  await soon(async () => expect(readdirSync(join(dataDir, 'uploads'))).toHaveLength(2));
  const jobs = { all, endThose: async () => undefined } as unknown as Jobs;
  await dropTracesOfJobs(jobs, { place: { stakeDB: UNIT, countryCode: 'GTM' }, dataDir });
  file.end('rest');
  expect(await has('eva', await kept)).toBe(true);
  expect(await has('ana', before)).toBe(false);
});
