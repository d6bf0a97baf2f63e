import type { SignedInBody } from '@crece/contract';
import type { FastifyRequest } from 'fastify';
import { saySwept } from '../base/say-swept.ts';
import type { AccountParts } from './account-parts.ts';
import { deviceWords } from './device-words.ts';
import { createHourly, dropExpired } from './expired.ts';
import { languageOf } from './request-language.ts';
import { type StoredAccount, userBodyOf } from './stored-account.ts';

export type BeginSessionServices = Pick<
  AccountParts,
  'accounts' | 'sessions' | 'accountStore' | 'background' | 'clock' | 'log' | 'mayDropOld'
>;

/** Begins the session of a person who has proved to own the account. */
export type BeginSession = (
  account: StoredAccount,
  request: FastifyRequest,
) => Promise<SignedInBody | null>;

/**
 * The last step of every way to sign in. `null`: the account's password or rights changed while its
 * owner was being checked, so the proof may no longer be valid.
 */
export function createBeginSession(services: BeginSessionServices): BeginSession {
  const { accounts, sessions, accountStore, background, clock, log, mayDropOld } = services;
  const isTime = createHourly(clock);

  return async (account, request) => {
    const language = languageOf(request);
    const result = await accounts.update(account.id, (current) =>
      current.sessionVersion === account.sessionVersion
        ? { lastSignIn: clock().toISOString(), language }
        : { refused: 'conflict' },
    );
    if (!result.ok) return null;
    const device = deviceWords(request.headers['user-agent']);
    const token = await sessions.create(result.account, { device });
    if (isTime()) {
      background.run(async () => {
        if (!(await mayDropOld())) return;
        saySwept(log, 'sessions')(await dropExpired(accountStore, clock()));
      });
    }
    return { user: userBodyOf(result.account), token };
  };
}
