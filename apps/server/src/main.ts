import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { issueFirstAdminPath } from './accounts/first-admin.ts';
import { createPasswords } from './accounts/passwords.ts';
import { loadSecret } from './accounts/secret-file.ts';
import { buildApp } from './app.ts';
import { DEFAULT_KEEP, keepRuleOf } from './backup/kept-backups.ts';
import { NightlyBackup } from './backup/nightly-backup.ts';
import { listenError, StartError } from './base/start-error.ts';
import { COMMIT, VERSION } from './base/version.ts';
import { reachableAddresses } from './http/addresses.ts';
import { isBuilt } from './http/web-files.ts';
import type { Services } from './services.ts';
import type { Config } from './start/config.ts';
import { refuseCutCouch } from './start/cut-restore.ts';
import { prepareDataFolder, startFault } from './start/data-folder.ts';
import { lockDataFolder } from './start/data-folder-lock.ts';
import { giveUpReserve, keepReserve } from './start/disk-reserve.ts';
import { firstAdminLines } from './start/first-admin-link.ts';
import { dropCutSwaps } from './start/folder-swap.ts';
import { misspeltVariables } from './start/misspelt-variables.ts';
import { openStores, untilReachable } from './start/open-stores.ts';
import { readConfig } from './start/read-config.ts';
import { returnMemoryAtRest } from './start/return-memory.ts';
import { leaveNote } from './start/running-note.ts';
import { type Stores, StoreUnavailable } from './store/document-store.ts';
import { ACCOUNTS_DATABASE, stakeDBOf } from './store/store-names.ts';
import { beginUpgrade } from './upgrade/begin-upgrade.ts';
import { RunningUpgrade } from './upgrade/running-upgrade.ts';

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));
/**
 * A terminal sends Ctrl-C to every process and `npm start` passes it on: one press, two signals.
 */
const ONE_KEY_PRESS_MS = 1_000;
const RESERVE_LOOK_MS = 10 * 60_000;

const NOT_BUILT =
  '  The web application is not built: only calls are answered. Run "npm run build".';

function say(lines: readonly string[]): void {
  // A closed reader (`npm start | head -1`) must not end the server.
  process.stdout.on('error', () => undefined);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

async function listen(app: FastifyInstance, { host, port, logLevel }: Config): Promise<number> {
  try {
    // Our own line says where, once and not for each address.
    app.log.level = 'warn';
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(host, port, error);
  } finally {
    app.log.level = logLevel;
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function stopOnSignals(app: FastifyInstance, stopAll: () => Promise<void>): void {
  let askedAt: number | null = null;
  const stop = (): void => {
    if (askedAt !== null) {
      if (Date.now() - askedAt > ONE_KEY_PRESS_MS) process.exit(1);
      return;
    }
    askedAt = Date.now();
    stopAll().then(
      () => {
        app.log.info({ seconds: Math.round(process.uptime()) }, 'Crece stopped');
        process.exit(0);
      },
      (error: unknown) => {
        app.log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * Leaves a note with this server's address for the command line; without it, links name `HOST` and
 * `PORT`.
 */
async function noteAddress(services: Services, port: number) {
  const { config, run, localSecret, publicUrl, log } = services;
  const address = reachableAddresses(config.host, port)[0] ?? '';
  try {
    const note = { run, address, publicUrl: publicUrl(), localSecret };
    return await leaveNote(config.dataDir, note);
  } catch (error) {
    log.warn({ err: error }, 'the address of the server could not be written for the command line');
    return async () => undefined;
  }
}

/** One line for the log: which build runs, on what, and where. */
async function logStart({ config, stores, publicUrl, log }: Services, port: number) {
  // CouchDB tells the names of its databases to administrators only.
  const names = await stores.names().catch(() => null);
  log.info(
    {
      version: VERSION,
      commit: COMMIT,
      store: config.couch === null ? 'files' : 'couchdb',
      dataDir: config.dataDir,
      listens: reachableAddresses(config.host, port)[0] ?? null,
      publicUrl: publicUrl(),
      units: names?.filter((name) => stakeDBOf(name) !== null).length ?? null,
    },
    'Crece started',
  );
}

function makeRoomToStart(dataDir: string, log: Logger): void {
  if (!giveUpReserve(dataDir)) return;
  log.warn({ dataDir }, 'the disk is full: its reserve is given up');
}

/** Later, so that a server that runs for a moment only does not write it. */
function keepReserveWithin(dataDir: string): void {
  // A disk that takes none is said by `/ready`.
  const keep = () => void keepReserve(dataDir).catch(() => undefined);
  setInterval(keep, RESERVE_LOOK_MS).unref();
}

function nightlyBackupOf(
  { backup, dataDir }: Config,
  stores: Stores,
  app: FastifyInstance,
): NightlyBackup | null {
  if (backup === null) return null;
  const { folder, recipients } = backup;
  const keep = keepRuleOf(backup.keep) ?? DEFAULT_KEEP;
  const clock = () => new Date();
  const place = { dataDir, stores: stores.address };
  return new NightlyBackup({ ...place, folder, recipients, keep, clock, log: app.log });
}

async function start(config: Config): Promise<void> {
  // Files in the data folder hold personal data; most are also made with their own mode.
  if (process.platform !== 'win32') process.umask(0o077);
  // The log goes to standard error; standard output is for the person who started the server.
  const logger = pino({ level: config.logLevel }, destination({ dest: 2, sync: true }));
  for (const sentence of misspeltVariables(process.env)) process.stderr.write(`${sentence}\n`);
  await prepareDataFolder(config.dataDir);
  makeRoomToStart(config.dataDir, logger);
  const unlock = config.couch === null ? lockDataFolder(config.dataDir) : () => undefined;
  if (config.couch === null) dropCutSwaps(config.dataDir);
  const secret = config.secret ?? (await loadSecret(config.dataDir));
  const stores = await openStores(config);
  await untilReachable(stores, config, say);
  const store = await stores.open(ACCOUNTS_DATABASE);
  await refuseCutCouch(store);
  await beginUpgrade({ store, config });
  const { app, services } = await buildApp({
    config,
    secret,
    stores,
    passwords: createPasswords(),
    webDir: WEB_DIR,
    logger,
  });
  const nightly = nightlyBackupOf(config, stores, app);
  const { clock, mayDropOld } = services;
  const upgrade = new RunningUpgrade({ stores, config, clock, mayDropOld, log: app.log });
  let removeNote = async (): Promise<void> => undefined;
  // Answers the requests that have arrived, ends the work after answers, and closes the databases
  // last.
  stopOnSignals(app, async () => {
    await removeNote();
    await nightly?.stop();
    await upgrade.stop();
    await app.close();
    await stores.close();
    unlock();
  });
  returnMemoryAtRest(app.server);
  nightly?.start();
  const port = await listen(app, config);
  removeNote = await noteAddress(services, port);
  await logStart(services, port);
  upgrade.start();
  if (config.couch === null) keepReserveWithin(config.dataDir);
  const firstAdminPath = await issueFirstAdminPath(services);
  const link = firstAdminPath === null ? null : `${services.publicUrl()}${firstAdminPath}`;
  const { dataDir, host } = config;

  const [address, ...others] = reachableAddresses(config.host, port);
  say([
    `Crece is running at ${address}`,
    ...others.map((other) => `  also at ${other}`),
    ...(config.publicUrl === null ? [] : [`  for people at ${config.publicUrl}`]),
    ...(isBuilt(WEB_DIR) ? [] : [NOT_BUILT]),
    ...(await firstAdminLines(link, { dataDir, host, isTerminal: process.stdout.isTTY })),
  ]);
}

async function startConfigured(): Promise<void> {
  const config = readConfig();
  await start(config).catch((error: unknown) => {
    throw startFault(config, error);
  });
}

startConfigured().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError || error instanceof StoreUnavailable
      ? `${error.message}\n`
      : `${String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
