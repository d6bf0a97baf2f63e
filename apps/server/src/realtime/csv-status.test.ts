import { socketRoomOf } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import {
  aChild,
  aReportServer,
  aScreening,
  COBAN,
  fill,
} from '../reports/testing/report-server.ts';
import { soon } from '../testing/soon.ts';
import { call, listen } from '../testing/test-people.ts';
import { listenTo } from './testing/listener.ts';

async function aChannel() {
  const server = await aReportServer();
  await fill(server.app, COBAN, [aChild(COBAN, 'Ana'), aScreening(COBAN, 'Ana')]);
  const address = await listen(server.app);
  const { account, token } = await server.person('ana', ['user', 'sync']);
  return { ...server, address, account, token, room: socketRoomOf(account, new Date()) };
}

const inRoom = (room: string) => ({ query: `socketRoomId=${encodeURIComponent(room)}` });

describe('the channel /csvStatus', () => {
  it('sends ready, the progress of the report, and the name of its file', async () => {
    const { address, token, room, report } = await aChannel();
    const client = listenTo(address, token);
    client.enter(room);
    await client.hears('Client_ready');
    const { fileName } = await report(token, inRoom(room));
    expect(await client.hears('CSV_complete')).toEqual({ fileName, text: '1 row.' });
    expect(client.heard.slice(0, 2)).toEqual([['Client_ready'], ['CSV_progress', { maxCount: 1 }]]);
    expect(client.heard.at(-2)).toEqual(['CSV_progress', { count: 1, text: '' }]);
  });

  it('a room is entered as the specification builds it, and with JWT before the token', async () => {
    const { app, address, token, account, report } = await aChannel();
    const names = { firstName: 'Ana María 2', lastName: "De la O'Cruz" };
    await app.services.accounts.update(account.id, names);
    const room = `${names.firstName}${names.lastName}${Date.now()}`;
    const client = listenTo(address, `JWT ${token}`);
    client.enter(room);
    await client.hears('Client_ready');
    const { fileName } = await report(token, inRoom(room));
    expect(await client.hears('CSV_complete')).toMatchObject({ fileName });
  });

  it('sends a late listener the end at once', async () => {
    const { address, token, room, report } = await aChannel();
    const { fileName } = await report(token, inRoom(room));
    const client = listenTo(address, token);
    client.enter(room);
    expect(await client.hears('CSV_complete')).toMatchObject({ fileName });
    expect(client.heard).toHaveLength(2);
  });

  it('sends the error of a failed report, in the report’s language', async () => {
    const { app, address, token, account, room, begin } = await aChannel();
    const client = listenTo(address, token);
    client.enter(room);
    await client.hears('Client_ready');
    const id = await begin(token, { ...inRoom(room), language: 'es' });
    app.services.jobs.stop(id, 'disk-full');
    expect(await client.hears('CSV_error')).toEqual({
      text: 'El disco del servidor está lleno. Avise a quien administra el sistema.',
    });
    expect(account.language).toBe('en');
  });

  it.each([
    ['without a token', async () => ''],
    ['with a forged token', async ({ token }: { token: string }) => `${token.slice(0, -4)}AAAA`],
    [
      'without the role',
      async ({ person }: Awaited<ReturnType<typeof aChannel>>) =>
        (await person('eva', ['user'])).token,
    ],
  ])('refuses a connection %s', async (_how, tokenOf) => {
    const channel = await aChannel();
    const client = listenTo(channel.address, await tokenOf(channel));
    expect(await client.hears('refused')).toBe('unauthorized');
  });

  it('opens no other namespace, and none for a page of another origin', async () => {
    const { address, token } = await aChannel();
    expect(await listenTo(address, token, { namespace: '/' }).hears('refused')).toBe('forbidden');
    const foreign = listenTo(address, token, { headers: { origin: 'https://evil.example' } });
    expect(await foreign.hears('refused')).toMatch(/error/);
    const own = listenTo(address, token, { headers: { origin: address } });
    own.enter('nobody');
    await own.hears('CSV_error');
  });

  it('refuses the room of another account, even one with the same name', async () => {
    const { address, token, person, room, report } = await aChannel();
    const { account: eva, token: tokenOfEva } = await person('eva', ['user', 'sync']);
    const other = listenTo(address, token);
    other.enter(`Eva${room}`);
    expect(await other.hears('CSV_error')).toEqual({
      text: 'This channel belongs to another account.',
    });
    // Two people called Ana López: their rooms are separated by account.
    expect(socketRoomOf(eva, new Date(0))).toBe(
      socketRoomOf({ firstName: 'Ana', lastName: 'López' }, new Date(0)),
    );
    const namesake = listenTo(address, tokenOfEva);
    namesake.enter(room);
    await namesake.hears('Client_ready');
    await report(token, inRoom(room));
    expect(namesake.heard).toEqual([['Client_ready']]);
  });

  it.each([
    ['a role is taken away', 'roles'],
    ['the account is removed', 'account'],
  ])('closes the socket when %s', async (_what, how) => {
    const { app, address, token, account, room } = await aChannel();
    const client = listenTo(address, token);
    client.enter(room);
    await client.hears('Client_ready');
    const { accounts } = app.services;
    if (how === 'roles') await accounts.update(account.id, { roles: ['user'] });
    if (how === 'account') await accounts.remove(account.id);
    await client.closed();
    expect(await listenTo(address, token).hears('refused')).toBe('unauthorized');
  });

  it('ends with a sign-out, but the job continues, and its file is available after the next sign-in', async () => {
    const { app, address, token, account, room, begin, download } = await aChannel();
    const client = listenTo(address, token);
    client.enter(room);
    await client.hears('Client_ready');
    const id = await begin(token, inRoom(room));
    await call(app, 'GET', '/api/auth/signout', undefined, { token });
    await client.closed();
    expect(await listenTo(address, token).hears('refused')).toBe('unauthorized');
    const job = await soon(async () => {
      const found = await app.services.jobs.byId(id);
      if (found === null || found.state === 'running') throw new Error('it runs');
      return found;
    });
    expect(job.state).toBe('finished');
    expect((await download(token, job.fileName ?? '')).statusCode).toBe(401);
    const again = await app.services.sessions.create(account);
    const file = await download(again, job.fileName ?? '');
    expect([file.statusCode, file.body.includes('Ana')]).toEqual([200, true]);
  });

  it.each([
    ['no object', 'AnaLópez1748880000000'],
    ['another sender', { room: 'x', src: 'server', destSocket: 'startNow' }],
    ['a room that is no text', { room: { $ne: 1 }, src: 'client', destSocket: 'startNow' }],
    ['a room that is too long', { room: 'x'.repeat(201), src: 'client', destSocket: 'startNow' }],
    ['too much', { room: 'x'.repeat(9_000), src: 'client', destSocket: 'startNow' }],
  ])('closes the socket of a client that sends %s', async (_what, request) => {
    const { address, token } = await aChannel();
    const client = listenTo(address, token);
    client.socket.emit('room', request as never);
    await client.closed();
  });

  it('refuses the sixty-first room within a minute', async () => {
    const { address, token, room } = await aChannel();
    const client = listenTo(address, token);
    for (let i = 0; i < 61; i += 1) client.enter(room);
    expect(await client.hears('CSV_error')).toEqual({ text: 'Too many requests on this channel.' });
    const ready = (): unknown[] => client.heard.filter(([event]) => event === 'Client_ready');
    await soon(() => expect(ready()).toHaveLength(60));
  });

  it('ends when the server stops, without delaying the stop', async () => {
    const { app, address, token, room } = await aChannel();
    const client = listenTo(address, token);
    client.enter(room);
    await client.hears('Client_ready');
    const began = performance.now();
    await app.app.close();
    await client.closed();
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
