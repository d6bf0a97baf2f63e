import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type AccountServer, startAccountServer } from './account-server.ts';
import { freePort, type ServerProcess, startServer } from './server-process.ts';

interface Installation {
  /** Starts the server with the same data and address; stops the previous process. */
  start(): Promise<ServerProcess>;
}

interface TestFixtures {
  /** A new server for this test only, which can be restarted. */
  installation: Installation;
}

interface WorkerFixtures {
  server: ServerProcess;
  demoServer: ServerProcess;
  /** Shared by a worker's tests, because starting its parts takes seconds. */
  accountServer: AccountServer;
}

/**
 * Every test uses a real server process; each page starts on an empty device.
 *
 * What a worker shares stands here alone, also for tests that need none of it: Playwright gives tests
 * that name other shared parts another worker, with a browser and servers of its own.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  demoServer: [
    async ({}, use) => {
      const server = await startServer({ CRECE_DEMO: '1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  accountServer: [
    async ({}, use) => {
      const server = await startAccountServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  installation: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'crece-e2e-own-'));
    const port = String(await freePort());
    const started: ServerProcess[] = [];
    await use({
      async start() {
        await started.pop()?.stop();
        const server = await startServer({ CRECE_DATA_DIR: dataDir, PORT: port });
        started.push(server);
        return server;
      },
    });
    await started.pop()?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
});

export { expect };
