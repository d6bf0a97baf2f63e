import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { aFolder } from '../../testing/test-app.ts';
import type { OldFacts } from './old-facts.ts';

export const OLD_BUILDS = ['c6b4d99', '7c1746aa'] as const;

/** A data folder as an older build left it, in a new folder, with what that build said of it. */
export async function oldData(build: (typeof OLD_BUILDS)[number]) {
  const folder = aFolder();
  const archive = join(import.meta.dirname, 'old-data', `${build}.tar.gz`);
  await pipeline(createReadStream(archive), createGunzip(), unpackTar(folder));
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as OldFacts;
  const dataDir = join(folder, 'data');
  /** The time at which the older build was stopped. */
  const clock = () => new Date(Date.parse(facts.madeAt) + 60_000);
  return { dataDir, facts, clock, secret: readFileSync(join(dataDir, 'secret'), 'utf8').trim() };
}
