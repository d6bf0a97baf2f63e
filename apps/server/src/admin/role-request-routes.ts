import { CALLS } from '@crece/contract/schemas';
import { can, checkGrant, checkRequestNote, type Issue, withRoles } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseAccount, refuseForm } from '../accounts/refusals.ts';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import { accountOf, type StoredAccount, userBodyOf } from '../accounts/stored-account.ts';
import { refuse } from '../http/errors.ts';
import { type AdminServices, isOwn, reachOf, within } from './admin-services.ts';

async function openRequests(accounts: AsyncIterable<StoredAccount>): Promise<StoredAccount[]> {
  const open: (StoredAccount & Required<Pick<StoredAccount, 'roleRequest'>>)[] = [];
  for await (const account of accounts) {
    const { roleRequest } = account;
    if (roleRequest !== undefined) open.push({ ...account, roleRequest });
  }
  return open.sort((a, b) => (a.roleRequest.at < b.roleRequest.at ? -1 : 1));
}

/** Routes for requesting the role sync, and for an administrator's answer. */
export function roleRequestRoutes(app: FastifyInstance, services: AdminServices): void {
  const { accounts, audit, catalogue, clock } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.askRole,
    config: { access: { to: 'own-settings' } },
    handler: async (request, reply) => {
      const { role, note } = request.body;
      const { account: own } = signedInOf(request);
      // An administrator may synchronise without the role.
      if (can(accountOf(own), role)) {
        return refuseForm(reply, [{ field: 'role', code: 'role-held' }]);
      }
      const checked = checkRequestNote(note);
      if (!checked.ok) return refuseForm(reply, checked.issues);
      const asked = await accounts.update(own.id, {
        roleRequest: { role, note: checked.value, at: clock().toISOString() },
        roleRefused: undefined,
      });
      if (!asked.ok) return refuseAccount(reply, asked.code);
      await recordOf(request, audit, { what: 'role-asked', whom: own.username, detail: role });
      return reply.send(userBodyOf(asked.account));
    },
  });

  routes.route({
    ...CALLS.takeRoleRequestBack,
    config: { access: { to: 'own-settings' } },
    handler: async (request, reply) => {
      const { account: own } = signedInOf(request);
      const left = await accounts.update(own.id, { roleRequest: undefined });
      if (!left.ok) return refuseAccount(reply, left.code);
      if (own.roleRequest !== undefined) {
        await recordOf(request, audit, { what: 'role-request-withdrawn', whom: own.username });
      }
      return reply.send(userBodyOf(left.account));
    },
  });

  routes.route({
    ...CALLS.roleRequests,
    config: { access: { to: 'manage-users' } },
    handler: async (request, reply) => {
      const isWithin = await reachOf(request, services);
      const requests = await openRequests(within(accounts.list(), isWithin));
      return reply.send({ requests: requests.map(userBodyOf) });
    },
  });

  routes.route({
    ...CALLS.answerRoleRequest,
    config: { access: { to: 'manage-users' } },
    handler: async (request, reply) => {
      const { userId } = request.params;
      const { grant } = request.body;
      if (isOwn(request, userId)) return refuse(reply, 'own-account');
      const { account: by } = signedInOf(request);
      const { catalogue: places } = await catalogue.current();
      const isWithin = await reachOf(request, services);
      let issues: readonly Issue[] = [];
      const answered = await accounts.update(userId, (account) => {
        if (!isWithin(account)) return { refused: 'forbidden' };
        const { roleRequest, roles, scope } = account;
        // Another administrator was faster, or the person withdrew it.
        if (roleRequest === undefined) return { refused: 'conflict' };
        if (!grant) return { roleRequest: undefined, roleRefused: clock().toISOString() };
        const wanted = { roles: withRoles(roles, roleRequest.role), scope };
        const granted = checkGrant({ by, present: account, wanted, catalogue: places });
        if (granted.ok) return { roleRequest: undefined, roles: granted.value.roles };
        issues = granted.issues;
        return { refused: 'validation' };
      });
      if (!answered.ok) {
        if (answered.code === 'validation') return refuseForm(reply, issues);
        return refuseAccount(reply, answered.code);
      }
      const { username, email, firstName, language } = answered.account;
      const what = grant ? 'role-granted' : 'role-refused';
      await recordOf(request, audit, { what, whom: username, detail: 'sync' });
      await services.mailer.send({
        to: email,
        language,
        kind: 'role-answer',
        params: { firstName, username, granted: grant },
      });
      return reply.send({ ok: true, sendsMail: services.config.mail.smtpUrl !== null });
    },
  });
}
