import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`, 1);
  });
}

/** Without what editors put before and behind a text and nobody sees: a byte order mark, line ends. */
const typedText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/(?:\r?\n)+$/, '');

/** A passphrase or key from a file, as a person typed it. */
export async function readSecretFile(path: string): Promise<string> {
  return typedText(await textOf(path));
}

/**
 * The passphrases that a file may mean, the typed one first: earlier versions took a byte order mark and
 * all but the last line end as a part of it.
 */
export async function readPassphrases(path: string): Promise<readonly string[]> {
  const text = await textOf(path);
  return [...new Set([typedText(text), text.replace(/\r?\n$/, '')])];
}
