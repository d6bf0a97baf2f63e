import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type IsoDate, isIsoDate, REPORT_SCOPES, type ReportScope } from '@crece/domain';
import { type CliError, Mistyped } from './cli-error.ts';

/** An error for mistyped input, which is said with the usage of its command. */
export function mistyped(sentence: string): CliError {
  return new Mistyped(sentence);
}

/** Refuses a second value where one is meant: the first would be dropped without a word. */
function refuseTwice(args: readonly string[], options: ParseArgsOptionsConfig): void {
  const lenient = { allowPositionals: true, strict: false, tokens: true } as const;
  const { tokens } = parseArgs({ args: [...args], options, ...lenient });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name } = token;
    const option = options[name];
    if (option?.type !== 'string' || option.multiple === true) continue;
    if (seen.has(name)) throw mistyped(`--${name} is given twice.`);
    seen.add(name);
  }
}

/** Runs `parseArgs`; turns its errors into a sentence. */
function parseTyped<T>(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  parse: () => T,
): T {
  refuseTwice(args, options);
  try {
    return parse();
  } catch (error) {
    // The first sentence says what is wrong; the others give advice.
    throw mistyped(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`);
  }
}

/** Reads options; words without an option are refused. */
export function readTyped<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseTyped(args, options, () => parseArgs({ args: [...args], options }).values);
}

/** Reads options and the words without one. */
export function readWords<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseTyped(args, options, () =>
    parseArgs({ args: [...args], options, allowPositionals: true }),
  );
}

/** Which units are meant; a unit or country beside another scope would mean nothing, and is refused. */
export function typedScope(typed: {
  readonly scope: string;
  readonly unit?: string | undefined;
  readonly country?: string | undefined;
}): ReportScope {
  const scope = typedWord('scope', REPORT_SCOPES, typed.scope);
  const { unit = '', country = '' } = typed;
  if (scope === 'stake' && unit === '') throw mistyped('--scope stake needs --unit DB.');
  if (scope === 'country' && country === '')
    throw mistyped('--scope country needs --country CODE.');
  if (scope !== 'stake' && unit !== '') throw mistyped(`--unit belongs to --scope stake alone.`);
  if (scope !== 'country' && country !== '')
    throw mistyped(`--country belongs to --scope country alone.`);
  return scope;
}

/** A value of a closed list; any other value is refused with the allowed ones. */
export function typedWord<T extends string | number>(
  option: string,
  allowed: readonly T[],
  typed: string,
): T {
  const word = allowed.find((one) => String(one) === typed);
  if (word === undefined) throw mistyped(`--${option} is one of ${allowed.join(', ')}.`);
  return word;
}

/** The date that counts as today; null if none was typed. */
export function typedToday(typed: string | undefined): IsoDate | null {
  if (typed === undefined) return null;
  if (isIsoDate(typed)) return typed;
  throw mistyped('--today is a date, YYYY-MM-DD.');
}
