import { expect, it } from 'vitest';
import { aRunningServer } from '../admin/testing/running-server.ts';

const [FROM, TO] = ['coban_stake_gtm', 'jalapa_stake_gtm'];

it('an administrator of both units joins them and parts them, and nobody of one alone', async () => {
  const { call, person } = await aRunningServer();
  const admin = (name: string, stakes: string[]) => person(name, ['admin'], { scope: { stakes } });
  const both = await admin('Both', [FROM, TO]);
  const others = [await admin('From', [FROM]), await admin('To', [TO])];
  const path = `/api/units/${FROM}/joining` as const;
  const stateOf = async () => {
    const answer = (await (await call(`GET ${path}`, { as: both })).json()) as {
      joining: { state: string } | null;
    };
    return answer.joining?.state ?? null;
  };
  for (const as of others) {
    expect((await call(`POST ${path}`, { as, body: { to: TO } })).status).toBe(403);
  }
  expect((await call(`POST ${path}`, { as: both, body: { to: TO } })).status).toBe(202);
  await expect.poll(stateOf).toBe('joined');
  for (const as of others) expect((await call(`DELETE ${path}`, { as })).status).toBe(403);
  expect(await stateOf()).toBe('joined');
  expect((await call(`DELETE ${path}`, { as: both })).status).toBe(202);
});
