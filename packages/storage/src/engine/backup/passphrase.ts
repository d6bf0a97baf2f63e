/** Shorter passphrases are guessed too easily, whatever the number of rounds. */
export const MIN_PASSPHRASE_LENGTH = 10;

const KEY_BITS = 256;

/**
 * The passphrase in normal form: keyboards add a blank after a suggested word, and phones encode
 * the same accented letter in different ways.
 */
function counted(passphrase: string): string {
  return passphrase.trim().normalize('NFC');
}

/** Whether a passphrase is too short; counts characters, not bytes. */
export function isTooShort(passphrase: string): boolean {
  return [...counted(passphrase)].length < MIN_PASSPHRASE_LENGTH;
}

/** Whether this page can encrypt: browsers allow it only on https and on localhost. */
export function canEncrypt(): boolean {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle !== undefined;
}

/** Derives the key from a passphrase with the salt and the rounds of one file. */
export async function deriveKey(
  passphrase: string,
  { salt, rounds }: { salt: Uint8Array<ArrayBuffer>; rounds: number },
): Promise<CryptoKey> {
  const text = new TextEncoder().encode(counted(passphrase));
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    base,
    { name: 'AES-GCM', length: KEY_BITS },
    false,
    ['encrypt', 'decrypt'],
  );
}
