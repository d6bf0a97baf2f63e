import { createReadStream } from 'node:fs';
import type { ImportQuestion } from '@crece/imports';

/** Encodings of text files, by the names that `TextDecoder` takes. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The possible answers when the bytes are ambiguous. */
const ASKED = ['windows-1252', 'macintosh'] as const satisfies readonly Encoding[];

/** Whether an answer names an encoding. */
export function isEncoding(name: string | undefined): name is Encoding {
  return ENCODINGS.some((encoding) => encoding === name);
}

export type DetectedEncoding =
  | { readonly encoding: Encoding }
  | { readonly question: Omit<ImportQuestion, 'code'> };

/**
 * Spanish letters and signs beyond ASCII in Windows-1252; no other encoding has all of them at
 * these bytes.
 */
const SPANISH_IN_1252 = new Set(Buffer.from('áéíóúüñÁÉÍÓÚÜÑ¿¡ªº°', 'latin1'));

const HIGH = 0x80;
const EXAMPLES = 3;
const AROUND = 12;

/** What the bytes of a file without a byte order mark reveal. */
class Bytes {
  isUtf8 = true;
  isSpanish1252 = true;
  high = 0;
  evenNuls = 0;
  oddNuls = 0;
  readonly samples: Buffer[] = [];
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #count = 0;

  add(chunk: Buffer): void {
    this.#decode(chunk, true);
    // By index, for speed: there may be a hundred million bytes.
    for (let place = 0; place < chunk.length; place += 1) {
      const byte = chunk[place] ?? 0;
      if (byte >= HIGH) this.#addHigh(chunk, place, byte);
      else if (byte === 0 && (this.#count + place) % 2 === 0) this.evenNuls += 1;
      else if (byte === 0) this.oddNuls += 1;
    }
    this.#count += chunk.length;
  }

  end(): void {
    this.#decode(Buffer.alloc(0), false);
  }

  get isMostlyNul(): boolean {
    return this.evenNuls + this.oddNuls > this.#count / 4;
  }

  #decode(chunk: Buffer, stream: boolean): void {
    if (!this.isUtf8) return;
    try {
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.isUtf8 = false;
    }
  }

  #addHigh(chunk: Buffer, place: number, byte: number): void {
    this.high += 1;
    if (SPANISH_IN_1252.has(byte)) return;
    this.isSpanish1252 = false;
    if (this.samples.length < EXAMPLES) {
      // A copy, because the chunk's memory is reused.
      this.samples.push(Buffer.from(chunk.subarray(Math.max(0, place - AROUND), place + AROUND)));
    }
  }
}

function marked(head: Buffer): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : null;
}

/**
 * The encoding of a text file: by its byte order mark; else UTF-8 if all of it is valid; UTF-16 if
 * every other byte is zero; Windows-1252 if all non-ASCII bytes are Spanish letters there.
 * Otherwise the person is asked, with examples, because a wrong guess would stay in the names for
 * ever.
 */
export async function detectEncoding(path: string): Promise<DetectedEncoding> {
  const bytes = new Bytes();
  let isFirst = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const mark = isFirst ? marked(chunk) : null;
    isFirst = false;
    if (mark !== null) return { encoding: mark };
    bytes.add(chunk);
  }
  bytes.end();
  if (bytes.isMostlyNul) {
    return { encoding: bytes.oddNuls > bytes.evenNuls ? 'utf-16le' : 'utf-16be' };
  }
  if (bytes.isUtf8) return { encoding: 'utf-8' };
  if (bytes.isSpanish1252) return { encoding: 'windows-1252' };
  const examples = bytes.samples.flatMap((sample) =>
    ASKED.map((encoding) => ({
      row: 0,
      text: `${encoding}: ${new TextDecoder(encoding).decode(sample).replaceAll(/\s+/g, ' ')}`,
    })),
  );
  return { question: { options: ASKED, count: bytes.high, examples } };
}
