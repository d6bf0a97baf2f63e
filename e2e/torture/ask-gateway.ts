import { SYNC_PATH } from '@crece/contract';
import { UNIT } from './scene.ts';
import { credentialsOf, type Member, type UnitServer } from './unit-server.ts';

/** Asks the gateway about the unit as any client may, past phones and proxies. */
export async function askGateway(
  server: UnitServer,
  member: Member,
  address: string,
  body?: unknown,
  unit = UNIT,
): Promise<unknown> {
  const { entity } = await credentialsOf(server, member);
  const answer = await fetch(`${server.url}${SYNC_PATH}/${unit}/${address}`, {
    headers: {
      authorization: `JWT ${entity}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
