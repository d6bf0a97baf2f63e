import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

/** A passphrase or key from a file; without the line end that editors put behind it. */
export async function readSecretFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`, 1);
  });
  return text.replace(/\r?\n$/, '');
}
