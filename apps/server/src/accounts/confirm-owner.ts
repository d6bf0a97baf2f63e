import type { FastifyReply } from 'fastify';
import { refuse, refuseTooMany } from '../http/errors.ts';
import type { AccountParts } from './account-parts.ts';
import type { SignedIn } from './sessions.ts';
import { CLOCK_LEEWAY_MS } from './tokens.ts';

/** A sign-in at most this long ago is accepted instead of the password. */
export const FRESH_SIGN_IN_MS = 5 * 60_000;

/** Whether a person has just proved to own the account, or why not. */
export type OwnerAnswer =
  | { ok: true }
  | { ok: false; code: 'confirm-needed' | 'wrong-password' }
  | { ok: false; code: 'too-many'; waitSeconds: number };

/** Whether the session began with a sign-in in the last five minutes. */
export function isFresh({ begun }: Pick<SignedIn, 'begun'>, now: Date): boolean {
  const age = now.getTime() - begun.getTime();
  return age >= -CLOCK_LEEWAY_MS && age <= FRESH_SIGN_IN_MS;
}

/**
 * Checks that the person at an open session owns the account: by the current password, or by a
 * sign-in of any kind in the last five minutes. For an account without a password only the sign-in
 * counts.
 */
export async function confirmOwner(
  {
    passwords,
    limits,
    sessions,
    clock,
  }: Pick<AccountParts, 'passwords' | 'limits' | 'sessions' | 'clock'>,
  signedIn: SignedIn,
  currentPassword: string | undefined,
): Promise<OwnerAnswer> {
  if (isFresh(signedIn, clock())) return { ok: true };
  const { account } = signedIn;
  if (account.passwordHash === null || currentPassword === undefined) {
    return { ok: false, code: 'confirm-needed' };
  }
  const attempt = limits.passwordChange(account.id);
  if (!attempt.ok) return { ok: false, code: 'too-many', waitSeconds: attempt.waitSeconds };
  if (!(await passwords.verify(account.passwordHash, currentPassword))) {
    await sessions.noteWrongPassword(signedIn);
    return { ok: false, code: 'wrong-password' };
  }
  attempt.takeBack();
  return { ok: true };
}

/** Refuses a request whose sender has not proved to own the account. */
export function refuseOwner(
  reply: FastifyReply,
  answer: Exclude<OwnerAnswer, { ok: true }>,
): FastifyReply {
  if (answer.code === 'too-many') return refuseTooMany(reply, answer.waitSeconds);
  if (answer.code === 'confirm-needed') return refuse(reply, answer.code);
  return refuse(reply, answer.code, [{ field: 'currentPassword', code: answer.code }]);
}
