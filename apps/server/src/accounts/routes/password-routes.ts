import { type PasswordRequest, RENEWED_TOKEN_HEADER } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import {
  type Checked,
  checkNewPassword,
  type NewPasswordDraft,
  type PasswordOwner,
} from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { EVERYONE } from '../../http/declared-access.ts';
import { refuse, refuseTooMany } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import { isFresh } from '../confirm-owner.ts';
import { deviceWords } from '../device-words.ts';
import { linksOfAddress } from '../links-of-address.ts';
import { LINK_HOURS } from '../password-links.ts';
import { commonPasswordIssue, refuseAccount, refuseForm } from '../refusals.ts';
import { languageOf } from '../request-language.ts';
import { byThemselves, signedInOf } from '../signed-in.ts';
import { type StoredAccount, userBodyOf } from '../stored-account.ts';

/** The addressee of a mail that is worded but not sent. */
const NOBODY = { email: 'nobody@example.org', firstName: 'Nobody', username: 'nobody' };

export type PasswordServices = Pick<
  AccountParts,
  | 'accounts'
  | 'sessions'
  | 'passwords'
  | 'passwordLinks'
  | 'limits'
  | 'audit'
  | 'mailer'
  | 'background'
  | 'clock'
>;

function checkForm(draft: NewPasswordDraft, owner: PasswordOwner): Checked<string> {
  const checked = checkNewPassword(draft, owner);
  if (!checked.ok) return checked;
  const common = commonPasswordIssue(checked.value, 'newPassword');
  return common === null ? checked : { ok: false, issues: [common] };
}

function withoutProviders(
  socials: StoredAccount['socials'],
  dropped: readonly string[],
): StoredAccount['socials'] {
  return Object.fromEntries(
    Object.entries(socials).filter(([provider]) => !dropped.includes(provider)),
  );
}

/** Providers that are linked in `before` and not in `after`. */
function droppedOf(before: StoredAccount['socials'], after: StoredAccount['socials']): string[] {
  return Object.keys(before).filter((provider) => !Object.hasOwn(after, provider));
}

/**
 * Sends a link if the account exists; the answer does not wait for this and is always the same. For
 * an unknown name it does the same writes and wording; otherwise the time of the sender's next
 * request would reveal whether the account exists.
 */
async function sendLink(
  { accounts, audit, limits, passwordLinks, mailer }: PasswordServices,
  usernameOrEmail: string,
  request: FastifyRequest,
): Promise<void> {
  const account = await accounts.find(usernameOrEmail);
  const whom = account?.username ?? null;
  await audit.record({ what: 'password-reset-asked', who: null, whom, from: request.ip });
  const typed = usernameOrEmail.trim().toLowerCase();
  if (!limits.mayMail(account?.id ?? `nobody ${typed}`)) return;
  const { email, firstName, username } = account ?? NOBODY;
  const secret =
    account === null ? await passwordLinks.pretend() : await passwordLinks.issue(account, 'reset');
  const params = { firstName, username, secret, hours: LINK_HOURS.reset };
  const mail = { to: email, language: languageOf(request), kind: 'reset', params } as const;
  await (account === null ? mailer.pretend(mail) : mailer.send(mail));
}

async function tellOwner(
  { mailer, clock }: PasswordServices,
  { email, firstName, username }: StoredAccount,
  dropped: readonly string[],
  request: FastifyRequest,
): Promise<void> {
  const params = { firstName, username, at: clock(), dropped };
  const language = languageOf(request);
  await mailer.send({ to: email, language, kind: 'password-changed', params });
}

async function reset(
  services: PasswordServices,
  secret: string,
  draft: NewPasswordDraft,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { accounts, audit, passwordLinks, passwords, clock } = services;
  const link = await passwordLinks.check(secret);
  if (!link.ok) return refuse(reply, link.code);
  const checked = checkForm(draft, link.account);
  if (!checked.ok) return refuseForm(reply, checked.issues);
  const passwordHash = await passwords.hash(checked.value);
  // Only now, so that a refused form does not use up the link. Of two simultaneous requests one
  // takes it.
  const taken = await passwordLinks.take(secret);
  if (!taken.ok) return refuse(reply, taken.code);
  const result = await accounts.update(taken.account.id, ({ socials, email }) => ({
    passwordHash,
    passwordChanged: clock().toISOString(),
    socials: linksOfAddress(socials, email),
    // The pending address may be an attacker's and the reason for the reset.
    pendingEmail: undefined,
  }));
  if (!result.ok) return refuseAccount(reply, result.code);
  await audit.record({ what: 'password-reset', ...byThemselves(result.account, request) });
  const dropped = droppedOf(taken.account.socials, result.account.socials);
  await tellOwner(services, result.account, dropped, request);
  return reply.send({ ok: true, dropped });
}

async function change(
  services: PasswordServices,
  { currentPassword, drop = [], ...draft }: PasswordRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { accounts, sessions, audit, limits, passwords, clock } = services;
  const signedIn = signedInOf(request);
  const { account, sessionId } = signedIn;
  const checked = checkForm(draft, account);
  if (!checked.ok) return refuseForm(reply, checked.issues);
  // There is no password to confirm, so anybody at an open session could otherwise set one.
  if (account.passwordHash === null && !isFresh(signedIn, clock())) {
    return refuse(reply, 'confirm-needed');
  }
  const attempt = limits.passwordChange(account.id);
  if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
  const { passwordHash: before } = account;
  if (before !== null && !(await passwords.verify(before, currentPassword))) {
    await sessions.noteWrongPassword(signedIn);
    const field = 'currentPassword';
    return refuse(reply, 'wrong-password', [{ field, code: 'wrong-password' }]);
  }
  attempt.takeBack();
  const passwordHash = await passwords.hash(checked.value);
  const result = await accounts.update(account.id, (current) =>
    current.passwordHash === before
      ? {
          passwordHash,
          passwordChanged: clock().toISOString(),
          socials: withoutProviders(current.socials, drop),
          pendingEmail: undefined,
        }
      : { refused: 'conflict' },
  );
  if (!result.ok) return refuseAccount(reply, result.code);
  // Every session has ended with the old password; the sender continues in a new one.
  await sessions.end(account.id, sessionId);
  const token = await sessions.create(result.account, {
    device: deviceWords(request.headers['user-agent']),
    // The password was confirmed just now; without a former password the sign-in was the proof.
    begun: before === null ? signedIn.begun : clock(),
  });
  reply.header(RENEWED_TOKEN_HEADER, token);
  const who = byThemselves(account, request);
  await audit.record({ what: 'password-changed', ...who });
  const dropped = droppedOf(account.socials, result.account.socials);
  for (const detail of dropped) await audit.record({ what: 'social-unlinked', ...who, detail });
  await tellOwner(services, result.account, dropped, request);
  return reply.send(userBodyOf(result.account));
}

/** Calls for forgotten passwords, links to set one, and changing one's own password. */
export function passwordRoutes(app: FastifyInstance, services: PasswordServices): void {
  const { passwordLinks, limits, background } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.forgot,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const { usernameOrEmail } = request.body;
      const attempt = limits.forgot(usernameOrEmail, request.ip);
      if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
      background.run(() => sendLink(services, usernameOrEmail, request));
      return reply.send({ ok: true });
    },
  });

  routes.route({
    ...CALLS.checkResetLink,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const link = await passwordLinks.check(request.params.token);
      return link.ok ? reply.send({ ok: true }) : refuse(reply, link.code);
    },
  });

  routes.route({
    ...CALLS.resetPassword,
    config: { access: EVERYONE },
    handler: (request, reply) =>
      reset(services, request.params.token, request.body, request, reply),
  });

  routes.route({
    ...CALLS.changePassword,
    config: { access: { to: 'own-settings' } },
    handler: (request, reply) => change(services, request.body, request, reply),
  });
}
