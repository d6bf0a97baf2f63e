import { setTimeout as delay } from 'node:timers/promises';
import { MAX_UPLOAD_BYTES } from '@crece/contract';
import { CALLS, type uploadQuery } from '@crece/contract/schemas';
import { type ActionPlace, can, findUnit, isAdministrator } from '@crece/domain';
import { isLanguage, type Language } from '@crece/messages';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { refuseForm } from '../accounts/refusals.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf, userBodyOf } from '../accounts/stored-account.ts';
import type { Background } from '../base/background.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { unitPlace } from '../gateway/unit-place.ts';
import { discardRest } from '../http/discard-rest.ts';
import { refuse } from '../http/errors.ts';
import { oneFileFormLimits } from '../http/one-file-form.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { isOwnRoom } from '../jobs/rooms.ts';
import { startJob } from '../jobs/start-job.ts';
import { asJson } from '../store/as-json.ts';
import { answersSchema, mappingSchema } from './answers.ts';
import { importBodyOf, type SentImport } from './import-body.ts';
import type { ImportParameters, UndoParameters } from './import-parameters.ts';
import { importParameters } from './import-parameters.ts';
import { receiveFile } from './receive-file.ts';
import { dropUpload, Uploads } from './uploads.ts';

export interface ImportServices {
  jobs: Jobs;
  catalogue: CatalogueStore;
  clock: () => Date;
  config: { dataDir: string };
  background: Background;
}

/** How long the answer waits for the end of the job; later the client polls or listens. */
const ANSWER_WAITS_MS = 20_000;

const UPLOAD_ADDRESS = /^\/api\/children\/upload\//;

/** Whether a file is uploaded to this address, which may take minutes over a slow line. */
export function isUploadUrl(url: string): boolean {
  return UPLOAD_ADDRESS.test(url);
}

/** Limits of a form with one file. */
const UPLOAD_LIMITS = oneFileFormLimits(MAX_UPLOAD_BYTES);

type UploadQuery = z.infer<typeof uploadQuery>;

/** The columns assigned by hand in the query; null: invalid. */
function mappingOf(text: string | undefined) {
  if (text === undefined) return {};
  try {
    const read = mappingSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function languageOf({ language = '' }: UploadQuery): Language {
  return isLanguage(language) ? language : 'en';
}

/** An import as its owner sees it; the job must be one. */
function bodyOf(job: Job): SentImport {
  const body = importBodyOf(job);
  if (body === null) throw new Error(`job ${job.id} is no import`);
  return body;
}

/** Starts a job for the sender; null: a refusal was sent. */
function start(
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Pick<Job, 'needs' | 'room' | 'language' | 'detail'>,
  parameters: ImportParameters | UndoParameters,
): Promise<Job | null> {
  // A check writes nothing, so it waits for nobody.
  const isCheck = parameters.do === 'import' && parameters.isDryRun;
  return startJob(jobs, request, reply, {
    ...asked,
    kind: 'import',
    parameters: asJson(parameters),
    ...(isCheck ? {} : { oneOf: `import:${parameters.stakeDB}` }),
  });
}

/**
 * The job when it has ended, or its state after a while. One that waits for another import of its
 * unit is answered at once.
 */
async function ended(jobs: Jobs, job: Job): Promise<Job> {
  if (job.isWaiting === true) return job;
  let stopWatching = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    stopWatching = jobs.watch(({ id, state }) => {
      if (id === job.id && state !== 'running') resolve();
    });
  });
  const waiting = new AbortController();
  try {
    const isRunning = (await jobs.byId(job.id))?.state === 'running';
    if (isRunning) {
      const late = delay(ANSWER_WAITS_MS, undefined, { signal: waiting.signal });
      await Promise.race([told, late.catch(() => undefined)]);
    }
    return (await jobs.byId(job.id)) ?? job;
  } finally {
    waiting.abort();
    stopWatching();
  }
}

/** The call that checks or imports a file. */
async function uploadRoute(app: FastifyInstance, services: ImportServices): Promise<void> {
  const { jobs, catalogue, clock, config, background } = services;
  const { dataDir } = config;
  const uploads = new Uploads(dataDir, (owner) => jobs.ofOwner(owner));

  // An imported file, and one that cannot be imported at all, is deleted; a file that was only
  // checked is kept for a day.
  jobs.watch((job) => {
    const asked = importParameters.safeParse(job.parameters);
    if (job.state !== 'finished' || !asked.success || asked.data.do !== 'import') return;
    const status = importBodyOf(job)?.result?.status;
    if (status !== 'imported' && status !== 'refused') return;
    const { upload } = asked.data;
    background.run(() => dropUpload(dataDir, job.owner, upload));
  });

  async function placeOf(request: FastifyRequest): Promise<ActionPlace | null> {
    return unitPlace(catalogue, (request.params as { stakeDB: string }).stakeDB);
  }

  /** Nothing new is entered in a unit that has ended. */
  async function isRetired(request: FastifyRequest): Promise<boolean> {
    const { stakeDB } = request.params as { stakeDB: string };
    return findUnit((await catalogue.current()).catalogue, stakeDB)?.unit.retired === true;
  }

  await app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
  app.withTypeProvider<ZodTypeProvider>().route({
    ...CALLS.upload,
    config: { access: { to: 'upload', place: placeOf } },
    handler: async (request, reply) => {
      const { account } = signedInOf(request);
      const { query } = request;
      const room = query.socketRoomId ?? null;
      const place = await placeOf(request);
      const answers = answersSchema.safeParse(query);
      const mapping = mappingOf(query.mapping);
      const isRefused = place === null || (room !== null && !isOwnRoom(account, room));
      if (isRefused || !answers.success || mapping === null) {
        discardRest(request.raw);
        return refuse(reply, isRefused ? 'forbidden' : 'bad-request');
      }
      if (await isRetired(request)) {
        discardRest(request.raw);
        return refuseForm(reply, [{ code: 'unit-retired' }]);
      }
      const received = await receiveFile(request, query.upload, uploads);
      if (!received.ok) {
        // A body that nobody reads would block the connection.
        if (request.isMultipart()) discardRest(request.raw);
        return refuse(reply, received.code);
      }
      const isDryRun = query.dryRun === 'true';
      const job = await start(
        jobs,
        request,
        reply,
        {
          needs: { action: 'upload', place },
          room,
          language: languageOf(query),
          detail: isDryRun ? 'dry run' : 'import',
        },
        {
          do: 'import',
          stakeDB: request.params.stakeDB,
          upload: received.id,
          isDryRun,
          answers: answers.data,
          mapping,
          author: accountOf(account).displayName,
          startedAt: clock().toISOString(),
        },
      );
      const body = job === null ? null : bodyOf(await ended(jobs, job));
      // No job was started, or the room had started one before, so this file is not needed.
      if (received.isNew && body?.upload !== received.id) {
        await dropUpload(dataDir, account.id, received.id);
      }
      if (body === null) return reply;
      return reply.send({ ...userBodyOf(account), import: body });
    },
  });
}

/** The calls that check and import files, list imports and undo them. */
export async function importRoutes(app: FastifyInstance, services: ImportServices): Promise<void> {
  await app.register((plain) => uploadRoute(plain, services));
  const { jobs } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const access = { config: { access: { to: 'upload' } } } as const;

  /** One's own import, or for administrators any; all others are treated as unknown. */
  async function jobFor(request: FastifyRequest): Promise<Job | null> {
    const account = accountOf(signedInOf(request).account);
    const job = await jobs.byId((request.params as { jobId: string }).jobId);
    if (job === null || importBodyOf(job) === null) return null;
    const isTheirs = job.owner === account.id || isAdministrator(account);
    return isTheirs && can(account, job.needs.action, job.needs.place) ? job : null;
  }

  routes.route({
    ...CALLS.imports,
    ...access,
    handler: async (request, reply) => {
      const { id } = signedInOf(request).account;
      const imports: SentImport[] = [];
      for await (const job of jobs.ofOwner(id)) {
        const body = importBodyOf(job);
        if (body?.dryRun === false) imports.push(body);
      }
      imports.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
      return reply.send({ imports });
    },
  });

  routes.route({
    ...CALLS.import,
    ...access,
    handler: async (request, reply) => {
      const job = await jobFor(request);
      return job === null ? refuse(reply, 'not-found') : reply.send(bodyOf(job));
    },
  });

  routes.route({
    ...CALLS.undoImport,
    ...access,
    handler: async (request, reply) => {
      const job = await jobFor(request);
      if (job === null) return refuse(reply, 'not-found');
      const body = bodyOf(job);
      const isImport = !body.dryRun && body.undoOf === undefined && job.state !== 'running';
      if (!isImport) return refuse(reply, 'conflict');
      const { account } = signedInOf(request);
      const undoing = await start(
        jobs,
        request,
        reply,
        {
          needs: job.needs,
          room: null,
          language: job.language,
          detail: `undo of ${job.id}`,
        },
        {
          do: 'undo',
          stakeDB: body.stakeDB,
          importId: job.id,
          author: accountOf(account).displayName,
        },
      );
      return undoing === null ? reply : reply.send(bodyOf(await ended(jobs, undoing)));
    },
  });
}
