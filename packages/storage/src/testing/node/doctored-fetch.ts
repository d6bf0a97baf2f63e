import { SYNC_EPOCH_HEADER, SYNC_UNIT_HEADER } from '@crece/contract';

/** What a test changes in an answer of the server; null leaves it as it is. */
export type Doctor = (body: unknown, path: string) => unknown;

/** An answer with the marks of the gateway, by which phones know its word. */
export function gatewayAnswer(
  body: unknown,
  status: number,
  { epoch, unit }: { epoch: string; unit: string },
): Response {
  const headers = { [SYNC_EPOCH_HEADER]: epoch, [SYNC_UNIT_HEADER]: unit };
  return Response.json(body, { status, headers });
}

/**
 * A `fetch` whose answers at some addresses are changed before anybody reads them: what no honest
 * server says, but a broken one, or another kind, may.
 */
export function doctoredFetch(address: RegExp, doctor: Doctor): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const { pathname, search } = new URL(String(input));
    if (!answer.ok || !address.test(pathname)) return answer;
    const body: unknown = await answer.json();
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    headers.delete('content-encoding');
    const text = JSON.stringify(doctor(body, pathname + search) ?? body);
    return new Response(text, { status: answer.status, headers });
  };
}
