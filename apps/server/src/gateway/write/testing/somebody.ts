import type { NewAccount, StoredAccount } from '../../../accounts/stored-account.ts';
import { anAccount } from '../../../testing/test-people.ts';
import { credentialsOf, type Gateway } from '../../testing/a-gateway.ts';

/** The same server and unit, used by another account in a new session. */
export async function inHandsOf(gateway: Gateway, account: StoredAccount): Promise<Gateway> {
  const entity = await credentialsOf(
    gateway.app,
    await gateway.app.services.sessions.create(account),
  );
  const ask: Gateway['ask'] = (path, { headers, ...init } = {}) =>
    gateway.ask(path, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        authorization: `JWT ${entity}`,
      },
    });
  return {
    ...gateway,
    account,
    entity,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** The same server and unit, used by a new account. */
export async function somebodyElse(
  gateway: Gateway,
  different: Partial<NewAccount>,
): Promise<Gateway> {
  return inHandsOf(gateway, await anAccount(gateway.app, different));
}
