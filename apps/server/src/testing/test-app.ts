import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';

export const INDEX_HTML = '<!doctype html><title>Crece</title><div id="root"></div>';
export const SCRIPT = `export const text = '${'grow '.repeat(400)}';`;

/** A folder of its own for one test, removed when the test ends. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crece-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a tiny built application: a page, a hashed script with its `.gz`, worker, manifest. */
export function aBuiltApplication(): string {
  const parent = aFolder();
  writeFileSync(join(parent, 'secret.txt'), 'outside');
  const folder = join(parent, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), INDEX_HTML);
  writeFileSync(join(folder, 'sw.js'), 'self.addEventListener("fetch", () => {});');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Crece"}');
  writeFileSync(join(folder, '.hidden'), 'hidden');
  writeFileSync(join(folder, 'assets', 'app-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'app-abc123.js.gz'), gzipSync(SCRIPT));
  return folder;
}

/** A server to inject requests into, closed when the test ends. */
export async function aServer(different: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const app = await buildApp({
    config: { publicUrl: null, supportContact: null, demo: false },
    catalogue: BUILT_IN_CATALOGUE,
    webDir: different.webDir ?? aBuiltApplication(),
    ...different,
  });
  onTestFinished(() => app.close());
  return app;
}
