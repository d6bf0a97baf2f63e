import type { NewUserRequest, UserRequest } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import {
  type Checked,
  checkGrant,
  checkNames,
  checkProfile,
  type Issue,
  isSameRights,
  type KeptRights,
  type NamesDraft,
} from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LINK_HOURS } from '../accounts/password-links.ts';
import { refuseAccount, refuseForm } from '../accounts/refusals.ts';
import { languageOf } from '../accounts/request-language.ts';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import { type StoredAccount, userBodyOf } from '../accounts/stored-account.ts';
import { refuse } from '../http/errors.ts';
import { type AdminServices, isOwn, reachOf, within } from './admin-services.ts';
import { findUsers } from './find-users.ts';
import { describeRights } from './granted-rights.ts';
import { removeUser } from './remove-user.ts';

const access = { to: 'manage-users' } as const;

/** A description of an edit for the audit log: `names; roles +sync`. */
function describeEdit(account: StoredAccount, edited: NamesDraft & KeptRights): string {
  const isRenamed = account.firstName !== edited.firstName || account.lastName !== edited.lastName;
  const rights = isSameRights(account, edited) ? '' : describeRights(account, edited);
  return [isRenamed ? 'names' : '', rights].filter((part) => part !== '').join('; ');
}

const issuesOf = (...checks: readonly Checked<unknown>[]): readonly Issue[] =>
  checks.flatMap((checked) => (checked.ok ? [] : checked.issues));

/** Whether the account still has the values with which the form was filled. */
function isAsBefore(account: StoredAccount, was: UserRequest['was']): boolean {
  if (was === undefined) return true;
  return (
    account.firstName === was.firstName &&
    account.lastName === was.lastName &&
    isSameRights(account, was)
  );
}

async function addUser(
  services: AdminServices,
  body: NewUserRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { accounts, audit, catalogue } = services;
  const profile = checkProfile(body);
  const granted = checkGrant({
    by: signedInOf(request).account,
    present: null,
    wanted: body,
    catalogue: (await catalogue.current()).catalogue,
  });
  if (!profile.ok || !granted.ok) return refuseForm(reply, issuesOf(profile, granted));
  const made = await accounts.create({
    ...profile.value,
    ...granted.value,
    passwordHash: null,
    language: languageOf(request),
  });
  if (!made.ok) return refuseAccount(reply, made.code);
  const { account } = made;
  await recordOf(request, audit, {
    what: 'user-added',
    whom: account.username,
    detail: describeRights({ roles: [] }, account),
  });
  await services.mailer.send({
    to: account.email,
    language: account.language,
    kind: 'invitation',
    params: {
      firstName: account.firstName,
      username: account.username,
      secret: await services.passwordLinks.issue(account, 'invitation'),
      hours: LINK_HOURS.invitation,
    },
  });
  const sendsMail = services.config.mail.smtpUrl !== null;
  return reply.send({ ...userBodyOf(account), sendsMail });
}

async function saveUser(
  services: AdminServices,
  userId: string,
  { was, ...wanted }: UserRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { accounts, audit, catalogue } = services;
  const names = checkNames(wanted);
  const { account: by } = signedInOf(request);
  const { catalogue: places } = await catalogue.current();
  const isWithin = await reachOf(request, services);
  let issues: readonly Issue[] = [];
  let detail = '';
  const changed = await accounts.update(userId, (account) => {
    if (!isWithin(account)) return { refused: 'forbidden' };
    if (!isAsBefore(account, was)) return { refused: 'conflict' };
    const granted = checkGrant({ by, present: account, wanted, catalogue: places });
    issues = issuesOf(names, granted);
    if (issues.some(({ code }) => code === 'own-account')) return { refused: 'own-account' };
    if (!names.ok || !granted.ok) return { refused: 'validation' };
    const { roles, scope } = granted.value;
    detail = describeEdit(account, { ...names.value, ...granted.value });
    return {
      ...names.value,
      // Equal rights are not written, because writing them would end sessions.
      ...(isSameRights(account, granted.value) ? {} : { roles, scope }),
      ...(roles.includes('sync') ? { roleRequest: undefined, roleRefused: undefined } : {}),
    };
  });
  if (!changed.ok) {
    if (changed.code === 'validation') return refuseForm(reply, issues);
    return refuseAccount(reply, changed.code);
  }
  if (detail !== '') {
    await recordOf(request, audit, {
      what: 'user-changed',
      whom: changed.account.username,
      detail,
    });
  }
  return reply.send(userBodyOf(changed.account));
}

/**
 * The accounts as administrators see and change them. For an administrator with a scope only
 * accounts completely within it exist: lists leave the others out, every other call answers 403.
 */
export function userRoutes(app: FastifyInstance, services: AdminServices): void {
  const { accounts, audit } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.users,
    config: { access },
    handler: async (request, reply) => {
      const { page, ...filter } = request.query;
      const isWithin = await reachOf(request, services);
      const { users, total } = await findUsers(within(accounts.list(), isWithin), filter, page);
      return reply.send({ users: users.map(userBodyOf), total });
    },
  });

  routes.route({
    ...CALLS.addUser,
    config: { access },
    handler: (request, reply) => addUser(services, request.body, request, reply),
  });

  routes.route({
    ...CALLS.user,
    config: { access },
    handler: async (request, reply) => {
      const account = await accounts.byId(request.params.userId);
      if (account === null) return refuse(reply, 'not-found');
      const isWithin = await reachOf(request, services);
      if (!isWithin(account)) return refuse(reply, 'forbidden');
      return reply.send(userBodyOf(account));
    },
  });

  routes.route({
    ...CALLS.saveUser,
    config: { access },
    handler: (request, reply) =>
      saveUser(services, request.params.userId, request.body, request, reply),
  });

  routes.route({
    ...CALLS.removeUser,
    config: { access },
    handler: async (request, reply) => {
      const { userId } = request.params;
      if (isOwn(request, userId)) return refuse(reply, 'own-account');
      const isWithin = await reachOf(request, services);
      const removed = await removeUser(services, userId, (account) =>
        isWithin(account) ? null : 'forbidden',
      );
      if (!removed.ok) return refuseAccount(reply, removed.code);
      await recordOf(request, audit, {
        what: 'user-removed',
        whom: removed.account.username,
      });
      return reply.send({ ok: true });
    },
  });
}
