import { test as base, expect } from '@playwright/test';
import { type ServerProcess, startServer } from './server-process.ts';

interface WorkerFixtures {
  server: ServerProcess;
  demoServer: ServerProcess;
}

/** Every test runs against a real server process; each page starts with an empty device. */
export const test = base.extend<object, WorkerFixtures>({
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
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

export { expect };
