import type { Device } from '@crece/storage';
import { act, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, HttpError } from '../api/http.ts';
import { keepSession, storedSession } from '../api/stored-session.ts';
import { peopleLeft } from '../data/lock.ts';
import { useMarkUnsaved } from '../shared/forms/unsaved.tsx';
import { type FakeAnswer, fakeServer, refusal } from '../testing/fake-server.ts';
import { aUser, memoryDevice, renderApp, TEST_TOKEN } from '../testing/render.tsx';

function Address() {
  const { pathname, search } = useLocation();
  const state: unknown = useLocation().state;
  return <output data-target={JSON.stringify(state)}>{pathname + search}</output>;
}

function Typing() {
  useMarkUnsaved(true);
  return null;
}

const FORM = '/settings/profile?from=menu';

/** A person on a page whose call of that purpose gets this response. */
async function fail(
  answer: FakeAnswer | 'no-response',
  {
    kind = 'act',
    typed = false,
    left = false,
    language = 'en' as 'en' | 'es',
    device = memoryDevice(),
  }: {
    kind?: 'act' | 'page' | 'background';
    typed?: boolean;
    /** The page is left while the server answers. */
    left?: boolean;
    language?: 'en' | 'es';
    device?: Device;
  } = {},
) {
  const method = kind === 'act' ? 'PUT' : 'GET';
  const respond = () => {
    if (left) history.pushState(null, '', '/children/survey/chld_1');
    return answer as FakeAnswer;
  };
  fakeServer({ [`${method} /api/users`]: left ? respond : answer });
  const { container } = await renderApp(
    <>
      {typed ? <Typing /> : null}
      <Address />
    </>,
    { user: aUser(), path: FORM, language, device },
  );
  let error: unknown;
  await act(async () => {
    error = await call('/api/users', { method, background: kind === 'background' }).catch(
      (cause: unknown) => cause,
    );
  });
  if (!(error instanceof HttpError)) throw new Error('The call did not fail.', { cause: error });
  const output = container.querySelector('output');
  return {
    isTold: error.isTold,
    address: output?.textContent,
    state: JSON.parse(output?.dataset['target'] ?? 'null') as unknown,
    notices: screen.getAllByRole('alert').flatMap((list) => [...list.children]),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('the error catalogue', () => {
  it("shows the server's message of a 400 on the bad-request page", async () => {
    const { address, isTold, notices } = await fail(
      refusal(400, 'bad-request', undefined, 'The request & the form'),
    );
    expect(address).toBe('/bad-request?message=The+request+%26+the+form');
    expect([isTold, notices.length]).toEqual([true, 0]);
    expect(storedSession().token).toBe(TEST_TOKEN);
  });

  it("shows the server's message of a 404 on not-found, and of a 403 on forbidden", async () => {
    expect((await fail(refusal(404, 'not-found', undefined, 'Gone'))).address).toBe(
      '/not-found?message=Gone',
    );
    expect((await fail(refusal(403, 'forbidden'))).address).toBe('/forbidden');
  });

  it('signs the user out after a 401 and leads to sign-in, which remembers the target', async () => {
    const { address, state, isTold, notices } = await fail(refusal(401, 'unauthorized'));
    expect(address).toBe('/authentication/signin');
    expect(state).toEqual({ target: FORM, needed: true });
    expect(isTold).toBe(true);
    expect(storedSession()).toMatchObject({ user: null, token: null });
    expect(notices.map((notice) => notice.textContent)).toEqual([
      'Error processing request!Your session has ended. Please sign in again.',
    ]);
  });

  it("keeps the session for a network's sign-in page of any status", async () => {
    const headers = { 'content-type': 'text/html' };
    const { address, isTold } = await fail({ status: 401, headers });
    expect({ address, isTold }).toEqual({ address: FORM, isTold: false });
    expect((await fail({ status: 404, headers }, { kind: 'page' })).address).toBe('/server-error');
    expect(storedSession().token).toBe(TEST_TOKEN);
  });

  it.each([
    ['en', 'Error processing request!No response received from server. Please try again later.'],
    [
      'es',
      'No se pudo completar la solicitudEl servidor no respondió. Intente más tarde, por favor.',
    ],
  ] as const)('shows for 5 s that there is no response (%s)', async (language, words) => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const { address, notices, isTold } = await fail('no-response', { language });
    expect([address, isTold, notices.length]).toEqual([FORM, true, 1]);
    expect(notices[0]?.textContent).toBe(words);
    // The notices' own tests check that they disappear.
    expect(timer.mock.calls.filter(([, delay]) => delay === 5_000)).toHaveLength(1);
  });

  it.each([
    [400, 'The server says validation.', false],
    [404, 'The server says validation.', true],
    [403, 'The server refused this (code 403).', true],
  ])(
    'who left the page of an act that is refused with %i stays where they are',
    async (status, said, typed) => {
      const answer = status === 403 ? { status, body: {} } : refusal(status, 'validation');
      const { address, isTold, notices } = await fail(answer, { left: true, typed });
      expect([address, isTold]).toEqual([FORM, true]);
      expect(notices.map(({ textContent }) => textContent).join()).toContain(said);
    },
  );

  it("shows the server-error page when a page's own data fail", async () => {
    const fault = refusal(500, 'server-error', undefined, 'It broke.');
    expect((await fail(fault, { kind: 'page' })).address).toBe('/server-error?message=It+broke.');
    expect((await fail({ body: undefined, status: 503 }, { kind: 'page' })).address).toBe(
      '/server-error',
    );
  });

  it('leaves a failed action and a refused form to the caller', async () => {
    for (const [status, code] of [
      [500, 'server-error'],
      [422, 'name-taken'],
      [409, 'conflict'],
      [413, 'too-large'],
      [415, 'unsupported-type'],
      [429, 'too-many'],
    ] as const) {
      const { address, isTold, notices } = await fail(refusal(status, code));
      expect([address, isTold, notices.length], code).toEqual([FORM, false, 0]);
    }
    expect((await fail(refusal(429, 'too-many'), { kind: 'page' })).isTold).toBe(false);
  });
});

describe('a failed background call', () => {
  it("changes only the session's mark", async () => {
    for (const answer of [
      refusal(400, 'bad-request'),
      refusal(403, 'forbidden'),
      refusal(404, 'not-found'),
      refusal(500, 'server-error'),
      'no-response' as const,
    ]) {
      const { address, notices, isTold } = await fail(answer, { kind: 'background' });
      expect([address, notices.length, isTold]).toEqual([FORM, 0, false]);
      expect(storedSession().token).toBe(TEST_TOKEN);
    }
    const { address, notices } = await fail(refusal(401, 'unauthorized'), { kind: 'background' });
    expect([address, notices.length]).toEqual([FORM, 0]);
    expect(storedSession()).toMatchObject({ token: null, user: { username: 'ana' } });
  });

  it('removes a deleted account and its PIN', async () => {
    const gone = refusal(401, 'unauthorized', [{ code: 'account-removed' }]);
    await fail(gone, { kind: 'background' });
    expect(storedSession()).toMatchObject({ token: null, user: null });
    expect(peopleLeft()).toEqual(['user-1']);
    expect(localStorage.getItem('crece.sealed')).not.toBeNull();
  });

  it('who signs in while the drafts of a deleted account are handed over stays signed in', async () => {
    const gone = refusal(401, 'unauthorized', [{ code: 'account-removed' }]);
    const device = memoryDevice();
    let go = () => {};
    device.drafts.handOver = () => new Promise((resolve) => (go = resolve));
    await fail(gone, { kind: 'background', device });
    keepSession(aUser({ id: 'user-2', username: 'eva' }), 'of-eva');
    await act(async () => go());
    expect(storedSession()).toMatchObject({ token: 'of-eva', user: { username: 'eva' } });
    expect(peopleLeft()).toEqual(['user-1']);
  });

  it("gives a deleted account's drafts to the device's guest", async () => {
    const gone = refusal(401, 'unauthorized', [{ code: 'account-removed' }]);
    const device = memoryDevice({}, { drafts: { 'user-1:child:new': { firstName: 'Mar' } } });
    await fail(gone, { kind: 'background', device });
    expect(await device.drafts.load('child:new')).toEqual({ firstName: 'Mar' });
  });
});

describe('a half-typed form', () => {
  it('a half-typed form stays open after a 401: the session ends, but the person stays known', async () => {
    const { address, notices, isTold } = await fail(refusal(401, 'unauthorized'), { typed: true });
    expect([address, isTold]).toEqual([FORM, true]);
    expect(notices[0]?.textContent).toContain('What you typed is still here');
    expect(storedSession()).toMatchObject({ token: null, user: { username: 'ana' } });
  });

  it.each([
    [400, 'bad-request'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [500, 'server-error'],
  ] as const)(
    'a half-typed form stays open after a %i too, with the reason',
    async (status, code) => {
      const kind = status === 500 ? 'page' : 'act';
      const { address, notices } = await fail(refusal(status, code), { typed: true, kind });
      expect(address).toBe(FORM);
      expect(notices[0]?.textContent).toBe(`Error processing request!The server says ${code}.`);
    },
  );
});

describe('a 401 for a session that this device has replaced', () => {
  it('a 401 for a replaced session does not end the new one', async () => {
    fakeServer({
      'GET /api/users': () => {
        keepSession(aUser({ id: 'user-2', username: 'berta' }), 'of-berta');
        return refusal(401, 'unauthorized');
      },
    });
    await renderApp(<Address />, { user: aUser(), path: FORM });
    await act(async () => {
      await call('/api/users', { background: true }).catch(() => null);
    });
    await waitFor(() =>
      expect(storedSession()).toMatchObject({ token: 'of-berta', user: { username: 'berta' } }),
    );
  });
});

describe('a sign-out in another window', () => {
  it.each([
    [
      'en',
      true,
      'You were signed out in another window. What you typed is kept: sign in to go on.',
    ],
    ['es', true, 'Se cerró su sesión en otra ventana. Lo que escribió se guardó: inicie sesión.'],
    ['en', false, 'Your session has ended. Please sign in again.'],
  ] as const)('is said here (%s, typed text: %s)', async (language, typed, said) => {
    await renderApp(typed ? <Typing /> : null, { user: aUser(), path: FORM, language });
    const removed = (key: string) => {
      localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    };
    act(() => removed('crece.token'));
    expect(screen.getByRole('alert').textContent).toBe('');
    act(() => removed('crece.user'));
    expect(screen.getByRole('alert').textContent).toBe(said);
    // Somebody signs in there: nobody here is asked to any more.
    act(() => {
      const newValue = JSON.stringify(aUser({ id: 'user-2' }));
      localStorage.setItem('crece.user', newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: 'crece.user', newValue }));
    });
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
