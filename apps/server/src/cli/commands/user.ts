import type { ParseArgsOptionsConfig } from 'node:util';
import { isLanguage, type Language } from '@crece/messages';
import type { Console } from '../console.ts';
import { mistyped, readWords } from '../typed-options.ts';
import { roleOf } from '../user/typed-roles.ts';
import { createUser } from '../user/user-add.ts';
import { listUsers } from '../user/user-list.ts';
import { setPassword } from '../user/user-password.ts';
import { changeRoles } from '../user/user-role.ts';

const PASSWORD_STDIN = { 'password-stdin': { type: 'boolean', default: false } } as const;
const ROLE_CHANGE = /^[+-][a-z]/;

/** Reads options and words; refuses unknown ones. */
function read<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  words: readonly string[] = [],
) {
  const typed = readWords(args, options);
  const [more] = typed.positionals.slice(words.length);
  if (more !== undefined) throw mistyped(`"${more}" is one word too many.`);
  const missing = words[typed.positionals.length];
  if (missing !== undefined) throw mistyped(`${missing} is missing.`);
  return typed;
}

function languageOf(text: string): Language {
  if (isLanguage(text)) return text;
  throw mistyped('--language is en or es.');
}

async function add(args: readonly string[], io: Console): Promise<void> {
  const text = { type: 'string', default: '' } as const;
  const { values } = read(args, {
    username: text,
    email: text,
    first: text,
    last: text,
    role: { type: 'string', multiple: true, default: ['user'] },
    language: { type: 'string', default: 'en' },
    ...PASSWORD_STDIN,
  });
  const { username, email, first, last } = values;
  await createUser(io, {
    username,
    email,
    firstName: first,
    lastName: last,
    roles: values.role.map(roleOf),
    language: languageOf(values.language),
    hasPassword: values['password-stdin'],
  });
}

async function role(args: readonly string[], io: Console): Promise<void> {
  const changes = args.filter((word) => ROLE_CHANGE.test(word));
  const others = args.filter((word) => !ROLE_CHANGE.test(word));
  const [username = ''] = read(others, {}, ['USERNAME']).positionals;
  if (changes.length === 0) throw mistyped('Which role? +sync gives it, -sync takes it away.');
  await changeRoles(io, username, changes);
}

async function password(args: readonly string[], io: Console): Promise<void> {
  const { values, positionals } = read(args, PASSWORD_STDIN, ['USERNAME']);
  const [username = ''] = positionals;
  await setPassword(io, username, values['password-stdin']);
}

async function list(args: readonly string[], io: Console): Promise<void> {
  const { values } = read(args, { csv: { type: 'boolean', default: false } });
  await listUsers(io, values.csv);
}

const COMMANDS: Readonly<Record<string, typeof add>> = { add, role, password, list };

/**
 * `crece user add|role|password|list`: accounts from the command line, also while a server is
 * running.
 */
export async function runUser(args: readonly string[], io: Console): Promise<void> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw mistyped(`There is no command "user ${name}".`);
  await command(rest, io);
}
