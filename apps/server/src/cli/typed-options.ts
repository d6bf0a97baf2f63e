import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type IsoDate, isIsoDate } from '@crece/domain';
import { type CliError, Mistyped } from './cli-error.ts';

/** An error for mistyped input, which is said with the usage of its command. */
export function mistyped(sentence: string): CliError {
  return new Mistyped(sentence);
}

/** Runs `parseArgs`; turns its errors into a sentence. */
export function parseTyped<T>(parse: () => T): T {
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
  return parseTyped(() => parseArgs({ args: [...args], options }).values);
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
