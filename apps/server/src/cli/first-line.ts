import { CliError } from './cli-error.ts';
import type { Console } from './console.ts';

/** A password has at most 128 characters of at most four bytes. */
const MAX_BYTES = 1_024;
const LINE_END = 0x0a;

/** The first line of the input, without its end; `what` it is called when it is no text. */
export async function firstLine(input: Console['input'], what: string): Promise<string> {
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
    throw new CliError(`The ${what} is not text in UTF-8.`, 1);
  }
}
