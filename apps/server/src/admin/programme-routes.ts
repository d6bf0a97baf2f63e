import { CALLS, type SentSettings } from '@crece/contract/schemas';
import type { ProgrammeSettings } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../accounts/refusals.ts';
import { recordOf } from '../accounts/signed-in.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { Access } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import type { ProgrammeStore } from '../settings/programme-store.ts';

/** A place outside every scope: only an account without a scope may act there. */
const EVERYWHERE = { to: 'manage-settings', place: () => ({}) } as const satisfies Access;

/** What a page of an older build leaves out stays as it is. */
function completed(sent: SentSettings, { nextVisit }: ProgrammeSettings): ProgrammeSettings {
  const { admittedDays = nextVisit.admittedDays } = sent.nextVisit;
  return { ...sent, nextVisit: { ...sent.nextVisit, admittedDays } };
}

/**
 * An administrator changes the settings of the programme; everybody reads them in `/api/config`.
 */
export function programmeRoutes(
  app: FastifyInstance,
  { programme, audit }: { programme: ProgrammeStore; audit: Audit },
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...CALLS.saveProgramme,
    config: { access: EVERYWHERE },
    handler: async (request, reply) => {
      const { was, settings } = request.body;
      const now = await programme.current();
      const changed = await programme.change(completed(was, now), completed(settings, now));
      if (!changed.ok) {
        if (changed.code === 'conflict') return refuse(reply, 'conflict');
        return refuseForm(reply, changed.issues);
      }
      if (changed.detail !== null) {
        await recordOf(request, audit, {
          what: 'settings-changed',
          whom: null,
          detail: changed.detail,
        });
      }
      return { settings: changed.settings };
    },
  });
}
