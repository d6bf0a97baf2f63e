import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { neededProgram } from '../testing/needed-program.ts';
import { aFolder } from '../testing/test-app.ts';
import { countsOf } from './backup-format.ts';
import type { Encryption, Key } from './encryption.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { aDataFolder, contentOf, UNITS } from './testing/a-data-folder.ts';

const clock = () => new Date('2026-06-10T12:00:00.000Z');
const PASSPHRASE = 'cinco palabras que no van juntas';
const UNIT = `unit_${UNITS[0]}`;

/** A key of the program: its file, and whom one encrypts for. */
function aKey(): { file: string; identity: string; recipient: string } {
  const file = join(aFolder(), 'crece.key');
  execFileSync(neededProgram('age-keygen', 'age'), ['-o', file], { stdio: 'pipe' });
  const text = readFileSync(file, 'utf8');
  const recipient = /^# public key: (age1\w+)$/m.exec(text)?.[1] ?? '';
  return { file, recipient, identity: /^AGE-SECRET-KEY-\w+$/m.exec(text)?.[0] ?? '' };
}

const age = (...args: readonly string[]) =>
  execFileSync(neededProgram('age'), args, { stdio: 'pipe' });

/** The program asks for a passphrase at a terminal only: `script` is one, in which it is typed. */
async function ageWithPassphrase(args: string, times: number): Promise<void> {
  const command = `${neededProgram('age')} ${args}`;
  const typed = spawn(neededProgram('script', 'bsdutils'), ['-qefc', command, '/dev/null']);
  let asked = 0;
  let said = '';
  typed.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    // Each question is answered once.
    while (asked < times && said.split('passphrase').length - 1 > asked) {
      asked += 1;
      typed.stdin.write(`${PASSPHRASE}\n`);
    }
  });
  const code = await new Promise<number | null>((resolve) => typed.once('close', resolve));
  if (code !== 0) throw new Error(`age ended with ${code}: ${said}`);
}

async function aBackup(encryption: Encryption | null) {
  const dataDir = await aDataFolder();
  const file = join(aFolder(), 'crece.backup');
  const manifest = await makeBackup({ dataDir, file, encryption, withSecret: true, clock });
  return { dataDir, file, manifest };
}

/** What the system's own `tar` finds in an opened backup, and whether each file is as the list says. */
function expectWhole(
  opened: string,
  { files }: { files: readonly { name: string; sha256: string }[] },
) {
  const folder = aFolder();
  execFileSync(neededProgram('tar'), ['-xzf', opened, '-C', folder]);
  expect(files.length).toBeGreaterThan(2);
  for (const { name, sha256 } of files) {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    expect([name, digest]).toEqual([name, sha256]);
  }
}

async function expectRestored(file: string, key: Key, dataDir: string): Promise<void> {
  const dir = join(aFolder(), 'restored');
  const found = await restoreBackup({ file, dir, key, keepSessions: false, clock });
  expect(countsOf(found)).toEqual({ units: 2, children: 80, accounts: 1 });
  expect(await contentOf(dir, UNIT)).toEqual(await contentOf(dataDir, UNIT));
}

describe.runIf(process.env['CRECE_DEEP'] === '1')('the program age', { timeout: 120_000 }, () => {
  it('opens a backup that was encrypted for one of its keys, and only with that key', async () => {
    const key = aKey();
    const { file, manifest } = await aBackup({ recipients: [key.recipient] });
    const opened = join(aFolder(), 'opened.tar.gz');
    expect(() => age('-d', '-i', aKey().file, '-o', opened, file)).toThrow('no identity matched');
    expect(existsSync(opened)).toBe(false);
    age('-d', '-i', key.file, '-o', opened, file);
    expectWhole(opened, manifest);
  });

  it('opens a backup with its passphrase', async () => {
    const { file, manifest } = await aBackup({ passphrase: PASSPHRASE });
    const opened = join(aFolder(), 'opened.tar.gz');
    await ageWithPassphrase(`-d -o ${opened} ${file}`, 1);
    expectWhole(opened, manifest);
  });

  it('makes an encrypted backup of a plain one, which is restored', async () => {
    const key = aKey();
    const { dataDir, file } = await aBackup(null);
    const sealed = join(aFolder(), 'sealed.age');
    age('-r', key.recipient, '-o', sealed, file);
    await expectRestored(sealed, { identities: [key.identity] }, dataDir);
  });

  it('makes one with a passphrase, which is restored', async () => {
    const { dataDir, file } = await aBackup(null);
    const sealed = join(aFolder(), 'sealed.age');
    await ageWithPassphrase(`-p -o ${sealed} ${file}`, 2);
    await expectRestored(sealed, { passphrases: [PASSPHRASE] }, dataDir);
  });

  it('an altered byte is refused by both', async () => {
    const key = aKey();
    const { file } = await aBackup({ recipients: [key.recipient] });
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    writeFileSync(file, bytes);
    const opened = join(aFolder(), 'opened.tar.gz');
    expect(() => age('-d', '-i', key.file, '-o', opened, file)).toThrow('age: error');
    const dir = join(aFolder(), 'restored');
    const asked = { file, dir, key: { identities: [key.identity] }, keepSessions: false, clock };
    await expect(restoreBackup(asked)).rejects.toThrow();
    expect(existsSync(dir)).toBe(false);
  });
});
