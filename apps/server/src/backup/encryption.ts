import { Decrypter, Encrypter } from 'age-encryption';
import { BackupRefused } from './backup-refused.ts';

/** For whom a backup is encrypted: people with an age key, or whoever knows the passphrase. */
export type Encryption =
  | { readonly recipients: readonly string[] }
  | { readonly passphrase: string };

/** What opens an encrypted backup: lines of an age key file, or one of these passphrases. */
export type Key =
  | { readonly identities: readonly string[] }
  | { readonly passphrases: readonly string[] };

/** For these recipients; without any it is not encrypted. */
export function encryptionFor(recipients: readonly string[]): Encryption | null {
  return recipients.length === 0 ? null : { recipients };
}

const SHORTEST_PASSPHRASE = 12;
/** How every file of age begins. */
export const AGE_START = 'age-encryption.org/v1';

/** Refuses recipients that are none, and passphrases that are quickly guessed. */
export function encrypterFor(encryption: Encryption): Encrypter {
  const encrypter = new Encrypter();
  if ('passphrase' in encryption) {
    if (encryption.passphrase.length < SHORTEST_PASSPHRASE) {
      throw new BackupRefused(
        `The passphrase must have at least ${SHORTEST_PASSPHRASE} characters: five words that do not belong together are easy to keep.`,
      );
    }
    encrypter.setPassphrase(encryption.passphrase);
    return encrypter;
  }
  for (const recipient of encryption.recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new BackupRefused(`"${recipient}" is no recipient of age (age1…).`, { cause: error });
    }
  }
  return encrypter;
}

/** The key of a person; refuses lines that are none. */
export function decrypterFor(key: Key): Decrypter {
  const decrypter = new Decrypter();
  if ('passphrases' in key) {
    for (const passphrase of key.passphrases) decrypter.addPassphrase(passphrase);
    return decrypter;
  }
  for (const identity of key.identities) {
    try {
      decrypter.addIdentity(identity);
    } catch (error) {
      // The line is secret: it is not repeated.
      throw new BackupRefused(
        'The key file has a line that is no key of age (AGE-SECRET-KEY-1…).',
        {
          cause: error,
        },
      );
    }
  }
  return decrypter;
}
