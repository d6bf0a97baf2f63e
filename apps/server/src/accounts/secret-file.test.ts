import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { aFolder } from '../testing/test-app.ts';
import { loadSecret } from './secret-file.ts';

describe('loadSecret', () => {
  it('creates a secret that only the server’s user can read, and keeps it', async () => {
    const folder = aFolder();
    const secret = await loadSecret(folder);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(await loadSecret(folder)).toBe(secret);
    expect(await loadSecret(aFolder())).not.toBe(secret);
  });

  it('creates one secret when twenty processes start at once', async () => {
    const folder = aFolder();
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadSecret(folder)));
    expect(readdirSync(folder)).toEqual(['secret']);
    expect(new Set(secrets)).toEqual(
      new Set([readFileSync(join(folder, 'secret'), 'utf8').trim()]),
    );
  });

  it('accepts a secret of 32 characters, refuses a shorter one, and never overwrites it', async () => {
    const folder = aFolder();
    const file = join(folder, 'secret');
    writeFileSync(file, `${'x'.repeat(32)}\n`);
    expect(await loadSecret(folder)).toBe('x'.repeat(32));
    writeFileSync(file, 'x'.repeat(31));
    await expect(loadSecret(folder)).rejects.toThrow(StartError);
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(31));
  });

  it('says why the file cannot be read, and what to do', async () => {
    const folder = aFolder();
    mkdirSync(join(folder, 'secret'));
    await expect(loadSecret(folder)).rejects.toThrow(
      /^The secret in \S+secret cannot be opened: EISDIR\. Put it back from a backup, or remove it: /,
    );
  });
});
