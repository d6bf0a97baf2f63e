import { type ImportBody, socketRoomOf } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { soon } from '../testing/soon.ts';
import { saidBy } from '../testing/test-people.ts';
import { UNIT } from './testing/an-import.ts';
import { anUploadServer } from './testing/upload-server.ts';

const HEADER = 'Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha,Peso,Talla\n';
const CHILDREN = 200;
const EVENING = Date.UTC(2026, 1, 28, 23);
const rows = Array.from(
  { length: CHILDREN },
  (_none, at) => `Niña ${at},Ajú,F,2024-05-03,2026-01-20,9.1,79\n`,
);
const LIST = HEADER + rows.join('');
const REVERSED = HEADER + rows.toReversed().join('');

async function twoCoordinators() {
  const server = await anUploadServer();
  const sofia = await server.person('sofia', ['user', 'sync']);
  const luis = await server.person('luis', ['user', 'sync']);

  /** Sends a request as soon as an import is under way. */
  async function later<T>(send: () => Promise<T>): Promise<T> {
    await soon(async () => {
      for await (const { state } of server.app.services.jobs.all()) if (state === 'running') return;
      throw new Error('nothing runs yet');
    });
    return send();
  }
  return { ...server, sofia, luis, later };
}

describe('imports into one unit', () => {
  it('run one after the other: the next is answered at once, waits, and doubles nobody', async () => {
    const { imported, ended, stored, sofia, luis, later } = await twoCoordinators();
    const first = imported(sofia.token, LIST);
    const [one, two] = await Promise.all([first, later(() => imported(luis.token, REVERSED))]);
    expect(one.result).toMatchObject({ status: 'imported', created: CHILDREN });
    expect(two).toMatchObject({ state: 'running', waiting: true });
    const done = await ended(luis.token, two.id);
    expect(done.waiting).toBeUndefined();
    expect(done.result).toMatchObject({ created: 0, duplicate: CHILDREN, rejected: 0 });
    expect(await stored()).toHaveLength(2 * CHILDREN);
  });

  it('imports into a unit do not hold up a check', async () => {
    const { imported, sofia, luis, later } = await twoCoordinators();
    const first = imported(sofia.token, LIST);
    const check = later(() => imported(luis.token, REVERSED, { dryRun: 'true' }));
    expect((await check).waiting).toBeUndefined();
    await first;
  });

  it('hold back the undoing of another', async () => {
    const { imported, ended, post, stored, sofia, luis, later } = await twoCoordinators();
    const one = await imported(sofia.token, HEADER + rows[0]);
    const next = imported(luis.token, LIST);
    const undo = await later(async () =>
      (await post(sofia.token, `/api/imports/${one.id}/undo`)).json<ImportBody>(),
    );
    expect(undo.waiting).toBe(true);
    await next;
    await ended(sofia.token, undo.id);
    expect(await stored()).toHaveLength(2 * CHILDREN - 2);
  });
});

describe('the job of an import', () => {
  it('a report in the room of an import is refused, and the other way round', async () => {
    const { imported, upload, get, sofia } = await twoCoordinators();
    const report = (room: string) =>
      get(
        sofia.token,
        `/api/children/report/${UNIT}/GTM/stake/firstName/en/all/6?socketRoomId=${room}`,
      );
    const room = socketRoomOf(sofia.account, new Date(EVENING));
    await imported(sofia.token, LIST, { socketRoomId: room, dryRun: 'true' });
    expect(saidBy(await report(room))).toBe('409 conflict');
    const other = socketRoomOf(sofia.account, new Date(EVENING + 1));
    expect((await report(other)).statusCode).toBe(202);
    expect(saidBy(await upload(sofia.token, LIST, { socketRoomId: other }))).toBe('409 conflict');
  });

  it('the job of an import cannot be deleted as a report, which would take its undo away', async () => {
    const { app, imported, post, sofia } = await twoCoordinators();
    const done = await imported(sofia.token, HEADER + rows[0]);
    const answer = await app.app.inject({
      method: 'DELETE',
      url: `/api/reports/${done.id}`,
      headers: { authorization: `JWT ${sofia.token}` },
    });
    expect(saidBy(answer)).toBe('404 not-found');
    const undone = (await post(sofia.token, `/api/imports/${done.id}/undo`)).json<ImportBody>();
    expect(undone.result?.undone).toEqual({ children: 1, kept: [] });
  });
});
