import { CALLS, type SentSettings } from '@crece/contract/schemas';
import { type ProgrammeSettings, withoutUndefined } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../accounts/refusals.ts';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { Access } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import type { ChangedBy, ProgrammeChange, ProgrammeStore } from '../settings/programme-store.ts';
import type { AdminServices } from './admin-services.ts';
import { nameOfThen } from './name-of-then.ts';

/** A place outside every scope: only an account without a scope may act there. */
const EVERYWHERE = { to: 'manage-settings', place: () => ({}) } as const satisfies Access;

/** What a page of an older build leaves out stays as it is. */
function completed(sent: SentSettings, now: ProgrammeSettings): ProgrammeSettings {
  const { admittedDays, lostDays } = { ...now.nextVisit, ...withoutUndefined(sent.nextVisit) };
  const nextVisit = { ...sent.nextVisit, admittedDays, lostDays };
  return { ...now, ...withoutUndefined(sent), nextVisit };
}

interface ProgrammeServices extends Pick<AdminServices, 'accounts' | 'clock'> {
  programme: ProgrammeStore;
  audit: Audit;
}

/**
 * An administrator changes the settings of the programme, reads the last change and puts it back;
 * everybody reads the settings in `/api/config`.
 */
export function programmeRoutes(
  app: FastifyInstance,
  { programme, accounts, audit, clock }: ProgrammeServices,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const byOf = (request: FastifyRequest): ChangedBy => ({
    who: signedInOf(request).account.username,
    at: clock().toISOString(),
  });

  /** Refuses, or answers the new settings and writes the change into the log. */
  async function answer(request: FastifyRequest, changed: ProgrammeChange, reply: FastifyReply) {
    if (!changed.ok) {
      if (changed.code === 'conflict') return refuse(reply, 'conflict');
      return refuseForm(reply, changed.issues);
    }
    const { detail, settings } = changed;
    if (detail !== null) {
      await recordOf(request, audit, { what: 'settings-changed', whom: null, detail });
    }
    return { settings };
  }

  routes.route({
    ...CALLS.lastProgrammeChange,
    config: { access: EVERYWHERE },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const last = await programme.lastChange();
      if (last === null) return { last };
      const whoName = nameOfThen(await accounts.byUsername(last.who), last.at);
      return { last: { ...last, whoName, changes: [...last.changes] } };
    },
  });
  routes.route({
    ...CALLS.saveProgramme,
    config: { access: EVERYWHERE },
    handler: async (request, reply) => {
      const { was, settings } = request.body;
      const now = await programme.current();
      const changed = await programme.change(
        completed(was, now),
        completed(settings, now),
        byOf(request),
      );
      return answer(request, changed, reply);
    },
  });
  routes.route({
    ...CALLS.putProgrammeBack,
    config: { access: EVERYWHERE },
    handler: async (request, reply) =>
      answer(request, await programme.putBack(request.body.number, byOf(request)), reply),
  });
}
