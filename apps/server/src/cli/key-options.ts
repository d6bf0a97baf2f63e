import type { Key } from '../backup/encryption.ts';
import { readPassphrases, readSecretFile } from './secret-file.ts';
import { mistyped } from './typed-options.ts';

/** Options that open an encrypted backup. */
export const KEY_OPTIONS = {
  identity: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const;

/** What opens the backup; `null`: nothing was named. */
export async function backupKeyOf({
  identity,
  'passphrase-file': file,
}: {
  readonly identity?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
}): Promise<Key | null> {
  if (identity === undefined) {
    return file === undefined ? null : { passphrases: await readPassphrases(file) };
  }
  if (file !== undefined) throw mistyped('--identity and --passphrase-file exclude each other.');
  const lines = (await readSecretFile(identity)).split('\n').map((line) => line.trim());
  return { identities: lines.filter((line) => line !== '' && !line.startsWith('#')) };
}
