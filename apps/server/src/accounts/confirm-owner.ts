import type { FastifyReply } from 'fastify';
import { refuse, refuseTooMany } from '../http/errors.ts';
import type { Services } from '../services.ts';
import type { SignedIn } from './sessions.ts';
import { CLOCK_LEEWAY_MS } from './tokens.ts';

/** A sign-in this long ago at most stands for the password. */
export const FRESH_SIGN_IN_MS = 5 * 60_000;

/** Whether somebody has just shown that the account is theirs, or why not. */
export type OwnerAnswer =
  | { ok: true }
  | { ok: false; code: 'confirm-needed' | 'wrong-password' }
  | { ok: false; code: 'too-many'; waitSeconds: number };

/** Whether the session was begun by a sign-in of the last five minutes. */
export function isFresh({ begun }: Pick<SignedIn, 'begun'>, now: Date): boolean {
  const age = now.getTime() - begun.getTime();
  return age >= -CLOCK_LEEWAY_MS && age <= FRESH_SIGN_IN_MS;
}

/**
 * Asks whoever sits at an open session to show that the account is theirs: by the current password,
 * or by a sign-in of the last five minutes, of whatever kind. An account without a password has
 * only the latter.
 */
export async function confirmOwner(
  { passwords, limits, clock }: Pick<Services, 'passwords' | 'limits' | 'clock'>,
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
    return { ok: false, code: 'wrong-password' };
  }
  attempt.takeBack();
  return { ok: true };
}

/** The answer to somebody who has not shown it. */
export function refuseOwner(
  reply: FastifyReply,
  answer: Exclude<OwnerAnswer, { ok: true }>,
): FastifyReply {
  if (answer.code === 'too-many') return refuseTooMany(reply, answer.waitSeconds);
  if (answer.code === 'confirm-needed') return refuse(reply, answer.code);
  return refuse(reply, answer.code, [{ field: 'currentPassword', code: answer.code }]);
}
