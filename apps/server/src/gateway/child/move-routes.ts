import { CALLS } from '@crece/contract/schemas';
import { type Account, can, kindOfId, REMOVAL_RIGHTS } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../../accounts/refusals.ts';
import { signedInOf } from '../../accounts/signed-in.ts';
import { accountOf } from '../../accounts/stored-account.ts';
import { refuse } from '../../http/errors.ts';
import type { MoveOutcome } from '../../moved/mover.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { unitPlace } from '../unit-place.ts';
import { movedIssue, placeOfCall, unitOfCall } from './child-place.ts';
import { childOf, declinedProposals, hasEnded, openProposals } from './open-proposals.ts';

export type MoveServices = Pick<
  GatewayParts,
  'stores' | 'catalogue' | 'clock' | 'mover' | 'proposals'
>;

const UNIT_RETIRED = { code: 'unit-retired' } as const;

/** Told apart from the answer of a server that does not know the call at all. */
const refuseNoChild = (reply: FastifyReply) =>
  refuse(reply, 'not-found', [{ field: 'childId', code: 'not-found' }]);

/** Routes by which a child moves to another unit, at once or when somebody there agrees. */
export function moveRoutes(app: FastifyInstance, services: MoveServices): void {
  const { stores, catalogue, clock, mover, proposals } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const placeOf = (request: FastifyRequest) => placeOfCall(catalogue, request);

  const may = async (account: Account, action: 'sync' | 'remove-child', stakeDB: string) => {
    const place = await unitPlace(catalogue, stakeDB);
    return place !== null && can(account, action, place);
  };

  function answer(reply: FastifyReply, moved: MoveOutcome): FastifyReply {
    if (moved.ok) return reply.send({ home: moved.home });
    if (moved.code === 'not-found') return refuseNoChild(reply);
    return refuseForm(reply, [
      moved.code === 'moved' ? movedIssue(moved.home) : { code: 'erased' },
    ]);
  }

  routes.route({
    ...CALLS.moveChild,
    config: { access: { to: 'sync', place: placeOf } },
    handler: async (request, reply) => {
      const { childId } = request.params;
      const { to, propose = false } = request.body;
      const from = await unitOfCall(catalogue, request);
      if (from === null || to === from) return refuse(reply, 'bad-request');
      // An unknown unit is answered like a unit outside the account's scope.
      const places = await Promise.all([from, to].map((each) => unitPlace(catalogue, each)));
      if (places.includes(null)) return refuse(reply, 'forbidden');
      if (kindOfId(childId) !== 'chld') return refuseNoChild(reply);
      if (await hasEnded(catalogue, to)) return refuseForm(reply, [UNIT_RETIRED]);
      const { account: stored } = signedInOf(request);
      const account = accountOf(stored);
      const asked = { from, childId, to, by: account.displayName };
      if (propose) {
        if ((await childOf(stores, asked)) === null) return refuseNoChild(reply);
        await proposals.add({ ...asked, at: clock().toISOString() });
        return reply.send({ home: null });
      }
      // Whoever moves takes the child out of one list and writes it into the other.
      const isAllowed =
        (await may(account, REMOVAL_RIGHTS.chld, from)) && (await may(account, 'sync', to));
      if (!isAllowed) return refuse(reply, 'forbidden');
      const moved = await mover.move({ ...asked, who: stored.username, address: request.ip });
      if (moved.ok) await proposals.drop(asked);
      return answer(reply, moved);
    },
  });

  routes.route({
    ...CALLS.answerProposal,
    config: { access: { to: 'sync' } },
    handler: async (request, reply) => {
      const { childId } = request.params;
      const from = await unitOfCall(catalogue, request);
      const proposal = from === null ? null : await proposals.read({ from, childId });
      const { account: stored } = signedInOf(request);
      const account = accountOf(stored);
      const isThere = proposal !== null && (await may(account, 'sync', proposal.to));
      const isHere = proposal !== null && (await may(account, 'sync', proposal.from));
      // A proposal of other units is answered like none.
      if (proposal === null || !(isThere || isHere)) return refuse(reply, 'not-found');
      if (!request.body.accept) {
        // Whoever takes the own proposal back knows of it.
        const isDeclined = isThere && account.displayName !== proposal.by;
        if (isDeclined) await proposals.decline(proposal, clock().toISOString());
        else await proposals.drop(proposal);
        return reply.send({ home: null });
      }
      // The old unit agreed by proposing it; the new one takes the child in.
      const { to } = proposal;
      if (!isThere || !(await may(account, REMOVAL_RIGHTS.chld, to))) {
        return refuse(reply, 'forbidden');
      }
      if (await hasEnded(catalogue, to)) return refuseForm(reply, [UNIT_RETIRED]);
      const { username: who } = stored;
      const moved = await mover.move({ ...proposal, who, address: request.ip });
      if (moved.ok || moved.code !== 'not-found') await proposals.drop(proposal);
      return answer(reply, moved);
    },
  });

  routes.route({
    ...CALLS.proposals,
    config: {
      access: {
        to: 'sync',
        place: async ({ params }) => unitPlace(catalogue, (params as { stakeDB: string }).stakeDB),
      },
    },
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'forbidden');
      const open = await openProposals(services, stakeDB);
      const declined = await declinedProposals(services, stakeDB);
      return reply.send({ stakeDB, proposals: open, declined });
    },
  });
}
