import { checkPassword, type PasswordOwner } from '@crece/domain';
import { commonPasswordIssue } from '../../accounts/refusals.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { firstLine } from '../first-line.ts';
import { fieldFaultSentence } from './account-words.ts';

/**
 * The first line of the input as a password; refuses one that is invalid or close to the owner's
 * names.
 */
export async function readPassword(io: Console, owner: PasswordOwner): Promise<string> {
  const checked = checkPassword(await firstLine(io.input, 'password'), owner);
  const common = checked.ok ? commonPasswordIssue(checked.value, 'password') : null;
  const issues = checked.ok ? [] : checked.issues;
  const all = common === null ? issues : [common];
  if (checked.ok && common === null) return checked.value;
  throw new CliError(all.map(fieldFaultSentence).join('\n'), 1);
}
