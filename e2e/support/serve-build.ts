// Serves a built application from another folder than the repository's, so that a test can put a
// newer version in its place:
//
//   node e2e/support/serve-build.ts FOLDER PORT
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { buildApp } from '../../apps/server/src/app.ts';

const [webDir = '', port = '0'] = process.argv.slice(2);
const app = await buildApp({
  config: { publicUrl: null, supportContact: null, demo: false },
  catalogue: BUILT_IN_CATALOGUE,
  webDir,
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
