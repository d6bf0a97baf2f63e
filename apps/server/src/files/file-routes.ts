import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS } from '@crece/contract/schemas';
import { type Account, can, isAdministrator } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AccountParts } from '../accounts/account-parts.ts';
import type { SessionClaims, SignedIn } from '../accounts/sessions.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import { answerUnknown, isNavigation } from '../http/web-files.ts';
import type { Job } from '../jobs/job.ts';
import { placeNameOf } from '../jobs/job-audit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { isFileName, mediaTypeOf } from './file-names.ts';

/**
 * Whether an account may have the file of a job: the requester and administrators may, if they
 * still have the right to its content at that place.
 */
function mayHaveFile(account: Account, { owner, needs }: Job): boolean {
  const isTheirs = owner === account.id || isAdministrator(account);
  return isTheirs && can(account, 'download-file') && can(account, needs.action, needs.place);
}

export type FileServices = Pick<AccountParts, 'oneUse' | 'sessions' | 'audit'> & { jobs: Jobs };

declare module '../accounts/one-use.ts' {
  interface OneUsePayloads {
    /** Its bearer may download this file, as long as the session that requested it is open. */
    'file-ticket': SessionClaims & { fileName: string };
  }
}

const TICKET_LIFE_MS = 60_000;

function claimsOf({ account, sessionId }: SignedIn): SessionClaims {
  return { accountId: account.id, sessionId, sessionVersion: account.sessionVersion };
}

/** Files of finished jobs: for their owner and administrators, by token or by a one-use ticket. */
export function fileRoutes(app: FastifyInstance, services: FileServices, webDir: string): void {
  const { jobs, oneUse, sessions, audit } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** `null`: no such file for this account; others must not learn whether it exists. */
  async function jobFor(stored: StoredAccount, fileName: string): Promise<Job | null> {
    const job = isFileName(fileName) ? await jobs.byFile(fileName) : null;
    return job !== null && mayHaveFile(accountOf(stored), job) ? job : null;
  }

  /** The account of a ticket; the first use consumes it. */
  async function holderOf(ticket: string, fileName: string): Promise<StoredAccount | null> {
    const taken = await oneUse.take('file-ticket', ticket);
    if (!taken.ok || taken.payload.fileName !== fileName) return null;
    return sessions.accountOf(taken.payload);
  }

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    stored: StoredAccount,
    fileName: string,
  ): Promise<FastifyReply> {
    const job = await jobFor(stored, fileName);
    const path = join(jobs.filesFolder, fileName);
    const found = job === null ? null : await stat(path).catch(() => null);
    if (job === null || found === null) return refuse(reply, 'not-found');
    const { username: who } = stored;
    const whom = placeNameOf(job);
    await audit.record({ what: 'file-downloaded', who, whom, from: request.ip, detail: fileName });
    return (
      reply
        .type(mediaTypeOf(fileName))
        .header('content-length', found.size)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        // A file opened as a page may load and run nothing.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(createReadStream(path))
    );
  }

  routes.route({
    ...CALLS.fileTicket,
    config: { access: { to: 'download-file' } },
    handler: async (request, reply) => {
      const signedIn = signedInOf(request);
      const { fileName } = request.params;
      if ((await jobFor(signedIn.account, fileName)) === null) return refuse(reply, 'not-found');
      const payload = { ...claimsOf(signedIn), fileName };
      return reply.send({ ticket: await oneUse.issue('file-ticket', payload, TICKET_LIFE_MS) });
    },
  });

  routes.route({
    ...CALLS.file,
    // Token, ticket, or the application for a person who opens the address: decided in the
    // handler.
    config: { access: EVERYONE },
    // A HEAD would consume a ticket.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { fileName } = request.params;
      const { ticket } = request.query;
      const { signedIn } = request;
      if (signedIn !== null) return sendFile(request, reply, signedIn.account, fileName);
      const holder = ticket === undefined ? null : await holderOf(ticket, fileName);
      if (holder !== null) return sendFile(request, reply, holder, fileName);
      if (isNavigation(request)) {
        answerUnknown(request, reply, webDir);
        return reply;
      }
      return refuse(reply, ticket === undefined ? 'unauthorized' : 'forbidden');
    },
  });
}
