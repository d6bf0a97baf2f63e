// Serves a built application from another folder, so that a test can replace it by a newer version:
//
//   node e2e/support/serve-build.ts FOLDER PORT
//
// Its data folder is new each time: nobody signs in here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswords } from '../../apps/server/src/accounts/passwords.ts';
import { loadSecret } from '../../apps/server/src/accounts/secret-file.ts';
import { buildApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/start/config.ts';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';

const [webDir = '', port = '0'] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'crece-build-'));
const parsed = parseConfig({ CRECE_DATA_DIR: dataDir });
if (!parsed.ok) throw new Error(parsed.problems.join(', '));
const stores = await openDataStores(dataDir);
const { app } = await buildApp({
  config: parsed.config,
  secret: await loadSecret(dataDir),
  stores,
  passwords: createPasswords(),
  webDir,
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => stores.close())
    .then(() => {
      rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    });
});
