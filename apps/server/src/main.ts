import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { destination, pino } from 'pino';
import { reachableAddresses } from './addresses.ts';
import { buildApp } from './app.ts';
import { loadCatalogue } from './catalogue/catalogue-file.ts';
import { type Config, parseConfig } from './config.ts';
import { listenError, StartError } from './start-error.ts';
import { isBuilt } from './web-files.ts';

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));
const SETTINGS_FILE = '.env';
/** A terminal sends Ctrl-C to every process and `npm start` passes it on: one press, two signals. */
const ONE_KEY_PRESS_MS = 1_000;

const NOT_BUILT =
  '  The web application is not built: only calls are answered. Run "npm run build".';

function say(lines: readonly string[]): void {
  // A reader that went away (`npm start | head -1`) must not end the server.
  process.stdout.on('error', () => undefined);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function readConfig(): Config {
  if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE);
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  const list = parsed.problems.map((problem) => `\n  ${problem}`).join('');
  throw new StartError('config', `Crece cannot start with these settings:${list}`);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(host, port, error);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function stopOnSignals(app: FastifyInstance): void {
  let askedAt: number | null = null;
  const stop = (): void => {
    if (askedAt !== null) {
      if (Date.now() - askedAt > ONE_KEY_PRESS_MS) process.exit(1);
      return;
    }
    askedAt = Date.now();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function start(): Promise<void> {
  const config = readConfig();
  // The log goes to standard error: standard output is for the person who started the server.
  const logger = pino({ level: 'warn' }, destination({ dest: 2, sync: true }));
  const catalogue = await loadCatalogue(config.dataDir);
  const app = await buildApp({ config, catalogue, webDir: WEB_DIR, logger });
  stopOnSignals(app);
  const port = await listen(app, config);

  const [address, ...others] = reachableAddresses(config.host, port);
  say([
    `Crece is running at ${address}`,
    ...others.map((other) => `  also at ${other}`),
    ...(config.publicUrl === null ? [] : [`  for people at ${config.publicUrl}`]),
    ...(isBuilt(WEB_DIR) ? [] : [NOT_BUILT]),
  ]);
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError
      ? `${error.message}\n`
      : `${String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
