import { vi } from 'vitest';

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request as the server gets it. */
export interface Asked {
  /** `POST /api/auth/signin`, with the query if there is one. */
  call: string;
  headers: Record<string, string>;
  body: unknown;
}

type Answerer = FakeAnswer | 'no-response' | ((asked: Asked) => FakeAnswer | Promise<FakeAnswer>);

interface FakeServer {
  /**
   * Every request except the one for the configuration, which the application makes at its start.
   */
  asked: Asked[];
  /** Every request with that method and path, e.g. `askedFor('GET /api/auth/session')`. */
  askedFor(call: string): Asked[];
  /** Sets the answer for a request from now on. */
  answer(call: string, answer: Answerer): void;
}

/**
 * Replaces `fetch`: answers by method and path (without the query), 404 for all others. The test
 * removes it with `vi.unstubAllGlobals()`.
 */
export function fakeServer(first: Record<string, Answerer> = {}): FakeServer {
  const answers = new Map<string, Answerer>(
    Object.entries({
      'GET /api/config': { body: { demo: false, supportContact: null, providers: [] } },
      ...first,
    }),
  );
  const asked: Asked[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, init: RequestInit = {}) => {
      const name = `${init.method ?? 'GET'} ${address}`;
      const one: Asked = {
        call: name,
        headers: Object.fromEntries(new Headers(init.headers).entries()),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
      };
      if (one.call !== 'GET /api/config') asked.push(one);
      const given = answers.get(name.replace(/\?.*$/, '')) ?? {
        status: 404,
        body: { code: 'not-found', message: 'There is nothing at this address.' },
      };
      if (given === 'no-response') throw new TypeError('Failed to fetch');
      const {
        status = 200,
        body = {},
        headers = {},
      } = typeof given === 'function' ? await given(one) : given;
      init.signal?.throwIfAborted();
      return new Response(JSON.stringify(body), { status, headers });
    }),
  );
  return {
    asked,
    askedFor: (call) => asked.filter((one) => one.call.replace(/\?.*$/, '') === call),
    answer: (call, answer) => answers.set(call, answer),
  };
}

/** The answer of a server that refuses a request. */
export const refusal = (
  status: number,
  code: string,
  issues?: readonly unknown[],
  message = `The server says ${code}.`,
): FakeAnswer => ({
  status,
  body: { code, message, ...(issues === undefined ? {} : { issues }) },
});
