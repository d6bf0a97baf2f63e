import { CALLS } from '@crece/contract/schemas';
import { type ActionPlace, can } from '@crece/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../accounts/refusals.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { refuse } from '../http/errors.ts';
import { type JoinedBy, type Joiner, UNDO_DAYS } from '../moved/joiner.ts';
import { unitPlace } from './unit-place.ts';

export interface JoiningServices {
  readonly joiner: Joiner;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
}

const ACCEPTED = 202;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Routes by which an administrator joins a unit to another, sees how far that is, and undoes it. */
export function joiningRoutes(app: FastifyInstance, { joiner, catalogue }: JoiningServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = {
    access: {
      to: 'manage-catalogue',
      // An unknown unit lies in no scope; without a scope the handler answers.
      place: async ({ params }: FastifyRequest): Promise<ActionPlace> =>
        (await unitPlace(catalogue, (params as { stakeDB: string }).stakeDB)) ?? {},
    },
  } as const;

  function personOf(request: FastifyRequest): JoinedBy {
    const { account } = signedInOf(request);
    return {
      who: account.username,
      by: accountOf(account).displayName,
      address: request.ip,
    };
  }

  /** A place that is not in the catalogue lies in no scope. */
  async function mayChange(request: FastifyRequest, stakeDB: string): Promise<boolean> {
    const place = (await unitPlace(catalogue, stakeDB)) ?? {};
    return can(accountOf(signedInOf(request).account), 'manage-catalogue', place);
  }

  function bodyOf(stakeDB: string) {
    const found = joiner.of(stakeDB);
    if (found === null) return { joining: null };
    const { to, at, by, state, progress } = found;
    const until = new Date(Date.parse(at) + UNDO_DAYS * DAY_MS).toISOString();
    return { joining: { to, at, by, state, progress, until } };
  }

  routes.route({
    ...CALLS.joining,
    config,
    handler: async ({ params: { stakeDB } }) => bodyOf(stakeDB),
  });

  routes.route({
    ...CALLS.join,
    config,
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      const { to } = request.body;
      const isKnown = (await unitPlace(catalogue, to)) !== null;
      if (!isKnown || !(await mayChange(request, to))) return refuse(reply, 'forbidden');
      const joining = await joiner.begin({ from: stakeDB, to, ...personOf(request) });
      if (joining === null) return refuse(reply, 'conflict');
      return reply.code(ACCEPTED).send(bodyOf(stakeDB));
    },
  });

  routes.route({
    ...CALLS.part,
    config,
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      const joining = joiner.of(stakeDB);
      if (joining === null) return refuse(reply, 'not-found');
      if (!(await mayChange(request, joining.to))) return refuse(reply, 'forbidden');
      if (!(await joiner.part(stakeDB, personOf(request))))
        return refuseForm(reply, [{ code: 'too-late' }]);
      return reply.code(ACCEPTED).send(bodyOf(stakeDB));
    },
  });
}
