import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFirstAdmin, somebody } from './account-server.ts';
import type { OwnServer } from './phones.ts';
import { freePort, type ServerProcess, startServer } from './server-process.ts';

/** A server for this test only that can be stopped for a while; its data stay. */
export interface RestartableServer extends OwnServer {
  /** Kills the process like a power cut: nothing answers from now on. */
  goDown(): Promise<void>;
  /** Starts it again with the same data and address. */
  comeBack(): Promise<void>;
  /** Stops it finally. */
  stop(): Promise<void>;
}

export async function startRestartableServer(
  environment: Record<string, string> = {},
): Promise<RestartableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-e2e-restart-'));
  const port = String(await freePort());
  const start = (): Promise<ServerProcess> =>
    startServer({ ...environment, CRECE_DATA_DIR: dataDir, PORT: port });
  let server: ServerProcess | null = await start();
  const { url } = server;
  const adminToken = await makeFirstAdmin(server, somebody('Julia'));

  async function goDown(): Promise<void> {
    const running = server;
    server = null;
    await running?.kill();
  }

  return {
    url,
    adminToken,
    goDown,
    async comeBack() {
      server = await start();
    },
    async stop() {
      await goDown();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
