import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkPrograms } from './programs.ts';

it('the programs of test:deep are named when they are missing, with what installs them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crece-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const add = (name: string, mode = 0o755): void => {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), mode);
  };
  for (const name of ['nginx', 'caddy', 'openssl', 'git', 'script']) add(name);
  // A file that cannot be run is no program.
  add('curl', 0o644);
  const note = 'missing: age, age-keygen, curl (apt-get install age curl)';
  expect(checkPrograms([folder])).toEqual({ passed: 0, failed: 1, note, failures: [note] });
  for (const name of ['age', 'age-keygen', 'curl']) add(name);
  expect(checkPrograms([folder])).toEqual({ passed: 1, failed: 0 });
});
