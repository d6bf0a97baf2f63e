import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CouchChild } from '../store/testing/couch-child.ts';
import { freePort } from '../testing/free-port.ts';
import { soon } from '../testing/soon.ts';
import { aConfig } from '../testing/test-app.ts';
import { openStores, untilReachable } from './open-stores.ts';

describe('a start of the server', () => {
  it('before CouchDB waits, says why once, answers 503, and continues when CouchDB is there', async () => {
    const child = new CouchChild();
    onTestFinished(() => child.end());
    await child.start();
    const { url, adminUrl } = child;
    await child.kill();
    const port = await freePort();
    const config = aConfig({ port, couch: { url, adminUrl } });
    const stores = await openStores(config);
    onTestFinished(() => stores.close());
    const said: string[] = [];
    const waiting = untilReachable(stores, config, (lines) => said.push(...lines));
    const ready = await soon(() => fetch(`http://127.0.0.1:${port}/ready`));
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await ready.json()).toMatchObject({ code: 'unavailable' });
    // The process lives: a container must not be restarted because CouchDB is away.
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    await delay(2_500);
    expect(said).toEqual([
      `Crece waits for its databases: CouchDB at ${new URL(url).origin} cannot be reached (ECONNREFUSED)`,
    ]);
    await child.start();
    await waiting;
    expect(await stores.names()).toEqual(['sys_accounts']);
    // The port is free again for the server itself.
    const server: Server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  });

  it('with an account that may not create databases reports this instead of starting', async () => {
    const child = new CouchChild();
    onTestFinished(() => child.end());
    await child.start();
    const config = aConfig({ port: await freePort(), couch: { url: child.url, adminUrl: null } });
    const stores = await openStores(config);
    onTestFinished(() => stores.close());
    const said: string[] = [];
    const waiting = untilReachable(stores, config, (lines) => said.push(...lines));
    await soon(() => expect(said).toHaveLength(1));
    expect(said[0]).toContain('refuses the account "crece" (401: {"error":"unauthorized"');
    // Another client creates the database; in real use the operator configures an administrator's
    // account.
    const other = await openStores({
      ...config,
      couch: { url: child.url, adminUrl: child.adminUrl },
    });
    await other.open('sys_accounts');
    await other.close();
    await waiting;
  });

  it('with databases in files continues at once', async () => {
    const config = aConfig();
    const stores = await openStores(config);
    onTestFinished(() => stores.close());
    const said: string[] = [];
    await untilReachable(stores, config, (lines) => said.push(...lines));
    expect(said).toEqual([]);
  });
});
