import { vi } from 'vitest';
import type { CreceServer } from './crece-server.ts';
import { aPhone, freshUnit, type SyncPhone } from './sync-world.ts';

/** Two units with two phones in each, and what an administrator asks of the server about them. */
export interface TwoUnits {
  readonly here: string;
  readonly there: string;
  /** The first two in `here`. */
  readonly phones: readonly SyncPhone[];
  /** Resolves when the server has done what it was asked. */
  join(): Promise<void>;
  part(): Promise<void>;
  /** Resolves when no joining is under way. */
  settled(): Promise<void>;
  /** Moves the child of a phone's unit to the other one. */
  move(phone: SyncPhone, childId: string): Promise<void>;
}

export async function twoUnits(server: CreceServer): Promise<TwoUnits> {
  // A history makes some 250 calls, more than one account may for all of them.
  const person = await server.addPerson(['admin']);
  const [here, there] = [freshUnit(), freshUnit()];
  const phones: SyncPhone[] = [];
  for (const stakeDB of [here, here, there, there]) {
    phones.push(await aPhone(server, { stakeDB, person }));
  }
  const ask = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `JWT ${person.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const joining = `units/${here}/joining`;
  const settled = async (): Promise<void> => {
    const isSettled = async () => {
      const answer = (await (await ask('GET', joining)).json()) as {
        joining: { state: string } | null;
      };
      const { state = 'joined' } = answer.joining ?? {};
      if (state !== 'joined') throw new Error(state);
    };
    await vi.waitFor(isSettled, { timeout: 60_000, interval: 30 });
  };
  const asked = async (method: string, path: string, body?: object): Promise<void> => {
    await ask(method, path, body);
    await settled();
  };
  return {
    here,
    there,
    phones,
    settled,
    join: () => asked('POST', joining, { to: there }),
    part: () => asked('DELETE', joining),
    move: ({ stakeDB }, childId) =>
      asked('POST', `children/${childId}/move?stakeDB=${stakeDB}`, {
        to: stakeDB === here ? there : here,
      }),
  };
}
