import { RENEWED_TOKEN_HEADER, type UsersBody } from '@crece/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { aUser } from '../testing/render.tsx';
import { checkSession, readBody } from './session-calls.ts';
import { clearSession, keepSession, keepUser, storedSession } from './stored-session.ts';

describe('an answer of the server', () => {
  const read = (raw: unknown) =>
    readBody<UsersBody & { of?: { name: string } }>(raw, {
      users: 'list',
      total: 'number',
      of: 'object',
    });

  it('an answer with every field that the application needs is taken as it is', () => {
    const raw = { users: [], total: 0, of: { name: 'a' }, more: true };
    expect(read(raw)).toBe(raw);
  });

  it.each([
    ['no object', 'text'],
    ['nothing', null],
    ['a list', []],
    ['without a field', { users: [], of: {} }],
    ['with a field of another kind', { users: [], total: '0', of: {} }],
    ['with an object for a list', { users: {}, total: 0, of: {} }],
    ['with null for an object', { users: [], total: 0, of: null }],
  ])('an answer is not readable when it is %s', (_name, raw) => {
    expect(() => read(raw)).toThrow('not-readable (200)');
  });
});

describe('the check of the session', () => {
  /** A check whose answer comes when it is asked for. */
  function begin() {
    let answer: (body: object) => void = () => undefined;
    const answered = new Promise<object>((resolve) => (answer = resolve));
    const headers = { [RENEWED_TOKEN_HEADER]: 'def' };
    fakeServer({ 'GET /api/auth/session': async () => ({ body: await answered, headers }) });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      clearSession();
    });
    keepSession(aUser(), 'abc');
    return { answer, checked: checkSession() };
  }
  const nameNow = () => storedSession().user?.displayName;

  it('keeps what the server says of the account now', async () => {
    const { answer, checked } = begin();
    answer(aUser({ displayName: 'Ana Choc' }));
    await checked;
    expect(nameNow()).toBe('Ana Choc');
  });

  it('takes no change back that was saved while it was under way', async () => {
    const { answer, checked } = begin();
    keepUser(aUser({ displayName: 'Ana Choc' }));
    answer(aUser());
    await checked;
    expect(nameNow()).toBe('Ana Choc');
  });
});
