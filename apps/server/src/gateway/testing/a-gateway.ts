import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import type { NewAccount, StoredAccount } from '../../accounts/stored-account.ts';
import type { ServerApp } from '../../app.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import { anApp, type TestOptions } from '../../testing/test-app.ts';
import { aSignedIn, call, listen } from '../../testing/test-people.ts';

/** The unit of domain's builders. */
export const TEST_UNIT = 'test_stake_gtm';

export interface Gateway {
  app: ServerApp;
  account: StoredAccount;
  /** Origin of the server. */
  origin: string;
  /** Address of the unit's database. */
  url: string;
  store: DocumentStore;
  /** A sync token. */
  entity: string;
  /** Sends a request to the unit's database, with the token. */
  ask(path: string, options?: RequestInit): Promise<Response>;
  /** Sends a POST with a JSON body to the unit's database, with the token. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** A sync token, requested as the application does. */
export async function credentialsOf(app: ServerApp, token: string): Promise<string> {
  const answer = await call(app, 'GET', API_PATHS.sync, undefined, { token });
  return answer.json<SyncCredentials>().entity;
}

/** The whole server on a real port, with an account that may synchronise the test unit. */
export async function aGateway(
  options: TestOptions & { account?: Partial<NewAccount> } = {},
): Promise<Gateway> {
  const { account: different, ...rest } = options;
  const app = await anApp(rest);
  const origin = await listen(app);
  const { account, token } = await aSignedIn(app, { roles: ['user', 'sync'], ...different });
  const entity = await credentialsOf(app, token);
  const url = `${origin}${SYNC_PATH}/${TEST_UNIT}`;
  const ask = (path: string, { headers, ...init }: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `JWT ${entity}`, ...Object.fromEntries(new Headers(headers)) },
    });
  return {
    app,
    account,
    origin,
    url,
    entity,
    store: await app.services.stores.open(`unit_${TEST_UNIT}`),
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}
