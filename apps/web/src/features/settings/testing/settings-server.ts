import { ERROR_CODES, type ErrorCode, type IssueBody } from '@crece/contract';
import { onTestFinished, vi } from 'vitest';

interface Call {
  /** `PUT /api/users?…` */
  route: string;
  body: unknown;
}

/** A refusal in the server's format. */
export const refusal = (code: ErrorCode, issues: readonly IssueBody[] = []): Response =>
  Response.json({ code, message: `refused: ${code}`, issues }, { status: ERROR_CODES[code] });

/**
 * A network on which each route gives its answer; records every request except those that the
 * application makes by itself.
 */
export function settingsServer(answers: Readonly<Record<string, () => unknown>> = {}): Call[] {
  const calls: Call[] = [];
  // A phone's width: on a wide window the focus moves to the first field shortly after it appears.
  vi.stubGlobal('innerWidth', 360);
  const providers = answers['providers']?.() ?? [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${address}`;
    if (route === 'GET /api/config') {
      return Response.json({ demo: false, supportContact: 'help@example.org', providers });
    }
    const answer = answers[route];
    if (answer === undefined) return refusal('not-found');
    const { body } = init;
    calls.push({ route, body: typeof body === 'string' ? JSON.parse(body) : body });
    const given = await answer();
    return given instanceof Response ? given : Response.json(given);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return calls;
}
