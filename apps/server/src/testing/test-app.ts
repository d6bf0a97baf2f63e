import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { createPasswords, type Passwords, type PasswordsOptions } from '../accounts/passwords.ts';
import { buildApp, type ServerApp } from '../app.ts';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import { type Config, parseConfig } from '../start/config.ts';
import type { Stores } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';

export const REFERRAL_HTML = '<!doctype html><title>Crece</title><div id="app"></div>';
export const INDEX_HTML = '<!doctype html><title>Crece</title><div id="root"></div>';
export const SCRIPT = `export const text = '${'grow '.repeat(400)}';`;
export const TEST_SECRET = 'a secret of the tests that is long enough';

/** The lowest cost that argon2 accepts, so that tests that sign in are fast. */
export const CHEAP_PASSWORDS: PasswordsOptions = { cost: { memoryCost: 8, timeCost: 1 } };

/** A new folder for one test, deleted when the test ends. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crece-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A folder with a tiny built application: a page, a hashed script with its `.gz`, worker, manifest.
 */
export function aBuiltApplication(): string {
  const parent = aFolder();
  writeFileSync(join(parent, 'secret.txt'), 'outside');
  const folder = join(parent, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), INDEX_HTML);
  writeFileSync(join(folder, 'referral.html'), REFERRAL_HTML);
  writeFileSync(join(folder, 'sw.js'), 'self.addEventListener("fetch", () => {});');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Crece"}');
  writeFileSync(join(folder, '.hidden'), 'hidden');
  writeFileSync(join(folder, 'assets', 'app-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'app-abc123.js.gz'), gzipSync(SCRIPT));
  return folder;
}

/** The default configuration, with a data folder for the test. */
export function aConfig(different: Partial<Config> = {}): Config {
  const parsed = parseConfig({});
  if (!parsed.ok) throw new Error(parsed.problems.join(', '));
  return { ...parsed.config, dataDir: different.dataDir ?? aFolder(), ...different };
}

/** Databases in a new folder (or the given one), closed when the test ends. */
export async function aStores(dir: string = aFolder()): Promise<Stores> {
  const stores = await openSqliteStores({ dir });
  onTestFinished(() => stores.close());
  return stores;
}

/** A mail server as `config.mail` names it; nothing is sent to it. */
export const A_MAIL_SERVER = {
  smtpUrl: 'smtp://mail.example.org',
  from: { name: 'Crece', address: 'crece@example.org' },
};

/** What a test may override; the rest is as at a first start in an empty folder. */
export interface TestOptions {
  config?: Partial<Config>;
  secret?: string;
  stores?: Stores;
  passwords?: Passwords;
  webDir?: string;
  logger?: FastifyBaseLogger;
  clock?: () => Date;
  connectionLimits?: ConnectionLimits;
}

/** The units of Guatemala, and of every other country the one for practice. */
const FEW_UNITS = JSON.stringify({
  countries: BUILT_IN_CATALOGUE.countries.map((country) => ({
    ...country,
    stakes: country.stakes.filter(
      ({ stakeDB }) => country.code === 'GTM' || stakeDB.startsWith('test_'),
    ),
  })),
});

/**
 * The whole server on real databases, with its services; closed when the test ends. On CouchDB, which
 * a server asks for each of its units by name when it starts, it begins with fewer.
 */
export async function anApp(different: TestOptions = {}): Promise<ServerApp> {
  const config = aConfig(different.config);
  if (different.stores?.address.kind === 'couchdb') {
    writeFileSync(join(config.dataDir, 'catalogue.json'), FEW_UNITS);
  }
  const built = await buildApp({
    secret: TEST_SECRET,
    webDir: different.webDir ?? aBuiltApplication(),
    passwords: different.passwords ?? createPasswords(CHEAP_PASSWORDS),
    ...different,
    config,
    stores: different.stores ?? (await aStores(config.dataDir)),
  });
  onTestFinished(() => built.app.close());
  return built;
}

/** A server into which requests are injected, closed when the test ends. */
export async function aServer(different: TestOptions = {}): Promise<FastifyInstance> {
  return (await anApp(different)).app;
}
