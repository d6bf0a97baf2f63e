import { checkPassword, type PasswordOwner } from '@crece/domain';
import { commonPasswordIssue } from '../../accounts/refusals.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { sentenceOf } from './account-words.ts';

/** A password has at most 128 characters of at most four bytes. */
const MAX_BYTES = 1_024;
const LINE_END = 0x0a;

async function firstLine(input: Console['input']): Promise<string> {
  const bytes: number[] = [];
  for await (const piece of input) {
    const end = piece.indexOf(LINE_END);
    bytes.push(...(end < 0 ? piece : piece.subarray(0, end)));
    if (end >= 0 || bytes.length > MAX_BYTES) break;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true })
      .decode(Uint8Array.from(bytes))
      .replace(/\r$/, '');
  } catch {
    throw new CliError('The password is not text in UTF-8.', 1);
  }
}

/**
 * The first line of the input as a password; refuses one that is invalid or close to the owner's
 * names.
 */
export async function readPassword(io: Console, owner: PasswordOwner): Promise<string> {
  const checked = checkPassword(await firstLine(io.input), owner);
  const common = checked.ok ? commonPasswordIssue(checked.value, 'password') : null;
  const issues = checked.ok ? [] : checked.issues;
  const all = common === null ? issues : [common];
  if (checked.ok && common === null) return checked.value;
  throw new CliError(all.map(sentenceOf).join('\n'), 1);
}
