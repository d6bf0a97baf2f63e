import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { aUser } from '../testing/render.tsx';
import { type FailedCall, listenToFailures } from './failed-calls.ts';
import { call, callFile, HttpError, leftToSay, pathOf } from './http.ts';
import { clearSession, keepPerson, keepSession, storedSession } from './stored-session.ts';

const failures: FailedCall[] = [];
let stop = () => {};

beforeEach(() => {
  failures.length = 0;
  stop = listenToFailures((failed) => failures.push(failed));
  document.documentElement.lang = 'en';
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function failureOf(promise: Promise<unknown>): Promise<HttpError> {
  const cause: unknown = await promise.catch((error: unknown) => error);
  if (cause instanceof HttpError) return cause;
  throw new Error('The call did not fail as a call.', { cause });
}

describe('call', () => {
  it('sends the token, the language and a JSON body, and returns the response', async () => {
    keepSession(aUser(), 'abc');
    document.documentElement.lang = 'es';
    const server = fakeServer({ 'PUT /api/users': { body: { username: 'ana' } } });
    expect(await call('/api/users', { method: 'PUT', body: { firstName: 'Ana' } })).toEqual({
      username: 'ana',
    });
    expect(server.asked).toEqual([
      {
        call: 'PUT /api/users',
        headers: {
          accept: 'application/json',
          'accept-language': 'es',
          authorization: 'JWT abc',
          'content-type': 'application/json',
        },
        body: { firstName: 'Ana' },
      },
    ]);
    expect(failures).toEqual([]);
  });

  it('sends no token and no body when absent, and omits empty filters', async () => {
    const server = fakeServer({ 'GET /api/users': {} });
    await call('/api/users', { query: { page: 2, search: '', role: undefined, who: 'a&b' } });
    expect(server.asked[0]?.call).toBe('GET /api/users?page=2&who=a%26b');
    expect(Object.keys(server.asked[0]?.headers ?? {})).toEqual(['accept', 'accept-language']);
  });

  it('a failed page is told no more once another page is shown', async () => {
    let answer: () => void = () => undefined;
    const refused = new Promise<ReturnType<typeof refusal>>((resolve) => {
      answer = () => resolve(refusal(502, 'server-error'));
    });
    const act = { method: 'POST' } as const;
    fakeServer({ 'GET /api/users/sessions': () => refused, 'POST /api/users': () => refused });
    history.pushState(null, '', '/settings/sessions');
    const calls = [call('/api/users/sessions'), call('/api/users', act)].map(failureOf);
    history.pushState(null, '', '/children/survey/chld_1');
    answer();
    const errors = await Promise.all(calls);
    expect(errors.map(({ status }) => status)).toEqual([502, 502]);
    expect(failures.map(({ purpose }) => purpose)).toEqual(['background', 'act']);
  });

  it('sends a form unchanged, so that the browser sets its boundary', async () => {
    const server = fakeServer({ 'POST /api/users/picture': {} });
    const form = new FormData();
    form.append('newProfilePicture', new Blob(['x']));
    await call('/api/users/picture', { method: 'POST', form });
    expect(server.asked[0]?.body).toBe(form);
    expect(server.asked[0]?.headers['content-type']).toBeUndefined();
  });

  it('sends no token while another person uses the device', async () => {
    keepSession(aUser(), 'abc');
    keepPerson({ id: 'b', username: 'berta', displayName: 'Berta', roles: ['user'] });
    const server = fakeServer({ 'GET /api/children/stakes': {} });
    await call('/api/children/stakes');
    expect(server.asked[0]?.headers['authorization']).toBeUndefined();
  });

  it('stores a renewed token, but not over a newer one', async () => {
    keepSession(aUser(), 'old');
    const headers = { 'x-crece-token': 'new' };
    const server = fakeServer({ 'GET /api/auth/session': { headers } });
    await call('/api/auth/session');
    expect(storedSession().token).toBe('new');

    server.answer('GET /api/auth/session', () => {
      keepSession(aUser({ id: 'user-2' }), 'of-berta');
      return { headers: { 'x-crece-token': 'late' } };
    });
    await call('/api/auth/session');
    expect(storedSession()).toMatchObject({ token: 'of-berta', user: { id: 'user-2' } });

    server.answer('GET /api/auth/session', () => {
      clearSession();
      return { headers: { 'x-crece-token': 'late' } };
    });
    await call('/api/auth/session');
    expect(storedSession()).toMatchObject({ token: null, user: null });
  });

  it('stores a renewed token of a refused call too', async () => {
    keepSession(aUser(), 'old');
    const headers = { 'x-crece-token': 'new' };
    fakeServer({ 'PUT /api/users': { ...refusal(422, 'name-taken'), headers } });
    await failureOf(call('/api/users', { method: 'PUT', body: {} }));
    expect(storedSession().token).toBe('new');
  });

  it.each([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [418, 'refused'],
    [429, 'refused'],
    [500, 'server-error'],
    [502, 'server-error'],
  ])('gives a bare status %i the code %s', async (status, code) => {
    fakeServer({ 'GET /api/users': { status, body: '<html>' } });
    const error = await failureOf(call('/api/users'));
    expect([error.code, error.status, error.said, error.issues]).toEqual([code, status, null, []]);
  });

  it('takes code, message and issues from the server, but no unknown code', async () => {
    const issues = [{ field: 'username', code: 'username-reserved' }];
    const server = fakeServer({
      'PUT /api/users': refusal(422, 'validation', issues, 'Please correct the form.'),
    });
    const put = () => failureOf(call('/api/users', { method: 'PUT', body: {} }));
    expect(await put()).toMatchObject({
      code: 'validation',
      status: 422,
      said: 'Please correct the form.',
      issues,
    });
    server.answer('PUT /api/users', refusal(403, 'constructor'));
    expect((await put()).code).toBe('forbidden');
    server.answer('PUT /api/users', refusal(422, 'of-a-newer-server', undefined, 'Too new.'));
    expect(await put()).toMatchObject({ code: 'refused', status: 422, said: 'Too new.' });
  });

  it.each([
    ['  Please\n\tcorrect\u0000 the form. ', 'Please correct the form.'],
    ['', null],
    [' \n', null],
    [{ toString: 'x' }, null],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(300)}…`],
  ])('shortens the message %j to one line of at most 300 characters', async (message, said) => {
    fakeServer({ 'GET /api/users': { status: 422, body: { code: 'new', message } } });
    expect((await failureOf(call('/api/users'))).said).toBe(said);
  });

  it('reports a response that is not JSON as not-readable', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>'));
    expect(await failureOf(call('/api/users'))).toMatchObject({
      code: 'not-readable',
      status: 200,
    });
  });

  it.each([
    [401, 'text/html; charset=utf-8', 'not-readable'],
    [404, 'text/html', 'not-readable'],
    [511, 'text/html', 'not-readable'],
    [401, 'application/json', 'unauthorized'],
    [502, 'text/html', 'server-error'],
  ])(
    "reports status %i with %s as %s, because a network's sign-in page is no refusal",
    async (status, type, code) => {
      const headers = { 'content-type': type };
      vi.stubGlobal('fetch', async () => new Response('<html>', { status, headers }));
      expect(await failureOf(call('/api/users'))).toMatchObject({ code, status });
    },
  );

  it('fails offline with no-response, without a request', async () => {
    const server = fakeServer({ 'GET /api/users': {} });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await failureOf(call('/api/users'))).toMatchObject({
      code: 'no-response',
      status: null,
    });
    expect(server.asked).toEqual([]);
  });

  it('fails with no-response when the server is unreachable or too slow', async () => {
    fakeServer({
      'GET /api/users': 'no-response',
      'GET /api/slow': async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return {};
      },
    });
    expect((await failureOf(call('/api/users'))).code).toBe('no-response');
    expect((await failureOf(call('/api/slow', { timeLimitMs: 1 }))).code).toBe('no-response');
    expect(failures).toHaveLength(2);
  });

  it('reports a cancelled call to nobody', async () => {
    const stopAsking = new AbortController();
    fakeServer({
      'GET /api/users': () => {
        stopAsking.abort();
        return {};
      },
    });
    const error = await failureOf(call('/api/users', { signal: stopAsking.signal }));
    expect(error.code).toBe('given-up');
    expect(failures).toEqual([]);
    expect(leftToSay(error)).toBeNull();
  });

  it("passes the call's purpose and whether it used the session to the error catalogue", async () => {
    keepSession(aUser(), 'abc');
    const server = fakeServer({ 'GET /api/auth/signout': refusal(500, 'server-error') });
    const told = () => failures.map(({ purpose, ofSession }) => `${purpose} ${ofSession}`);
    await failureOf(call('/api/users'));
    await failureOf(call('/api/users', { method: 'DELETE' }));
    await failureOf(callFile('/api/audit.csv'));
    await failureOf(call('/api/users', { background: true }));
    await failureOf(call('/api/auth/signout', { token: 'another', background: true }));
    expect(told()).toEqual([
      'page true',
      'act true',
      'act true',
      'background true',
      'background false',
    ]);
    server.answer('GET /api/users', () => {
      keepSession(aUser(), 'newer');
      return refusal(401, 'unauthorized');
    });
    await failureOf(call('/api/users'));
    expect(told().at(-1)).toBe('page false');
  });
});

describe('callFile', () => {
  it('returns the file unchanged', async () => {
    vi.stubGlobal('fetch', async () => new Response('a,b\r\n'));
    expect(await (await callFile('/api/audit.csv')).text()).toBe('a,b\r\n');
  });
});

describe('leftToSay', () => {
  it('returns a failure that was not reported yet, and rethrows other errors', () => {
    const error = new HttpError('name-taken', 422);
    expect(leftToSay(error)).toBe(error);
    error.isTold = true;
    expect(leftToSay(error)).toBeNull();
    const fault = new TypeError('x is undefined');
    expect(() => leftToSay(fault)).toThrow(fault);
  });
});

describe('pathOf', () => {
  it('encodes each part of an address into one segment', () => {
    expect(pathOf('/api/users/:userId', { userId: 'a/../b c' })).toBe('/api/users/a%2F..%2Fb%20c');
  });
});
