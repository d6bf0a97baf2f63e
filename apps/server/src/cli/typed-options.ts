import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type IsoDate, isIsoDate } from '@crece/domain';
import { CliError } from './cli-error.ts';
import { USAGE } from './usage.ts';

/** What was typed cannot be meant: a sentence and the help. */
export function mistyped(sentence: string): CliError {
  return new CliError(`${sentence}\n\n${USAGE}`, 2);
}

/** What `parseArgs` reads; what it throws for the typing becomes a sentence. */
export function parseTyped<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    // Its first sentence says what; the others advise.
    throw mistyped(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`);
  }
}

/** Typed options, without words beside them. */
export function readTyped<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseTyped(() => parseArgs({ args: [...args], options }).values);
}

/** A value of a closed list; anything else is refused with the allowed ones. */
export function typedWord<T extends string | number>(
  option: string,
  allowed: readonly T[],
  typed: string,
): T {
  const word = allowed.find((one) => String(one) === typed);
  if (word === undefined) throw mistyped(`--${option} is one of ${allowed.join(', ')}.`);
  return word;
}

/** The day that counts as today; null where none was typed. */
export function typedToday(typed: string | undefined): IsoDate | null {
  if (typed === undefined) return null;
  if (isIsoDate(typed)) return typed;
  throw mistyped('--today is a date, YYYY-MM-DD.');
}
