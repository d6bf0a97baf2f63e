import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import {
  DocumentFinder,
  type DocumentReason,
  type FoundDocument,
  Utf16File,
} from '@crece/imports/documents';
import { parseJson } from '../../gateway/body/read-json.ts';
import { CliError } from '../cli-error.ts';

/** One document of an older system, or why its line is not a document. */
export type SourceItem = { line: number; bytes: number } & (
  | { value: unknown }
  | { problem: DocumentReason }
);

/** Where documents come from; each source can be read more than once. */
export interface DocumentSource {
  /** At least every child; screenings of older systems do not contain data of their child. */
  children(): AsyncIterable<SourceItem>;
  /** Every document. */
  all(): AsyncIterable<SourceItem>;
}

function problemOf(bytes: Uint8Array): DocumentReason {
  if (!isUtf8(bytes)) return 'not-utf8';
  try {
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
    return 'too-deep';
  } catch {
    return 'not-json';
  }
}

function itemOf(found: FoundDocument): SourceItem {
  const { line } = found;
  if (!('bytes' in found)) return { line, bytes: 0, problem: 'too-long' };
  const { length: bytes } = found.bytes;
  const value = parseJson(found.bytes);
  return value === undefined
    ? { line, bytes, problem: problemOf(found.bytes) }
    : { line, bytes, value };
}

/** Why a file cannot be read, in a sentence. */
function faultOf(error: unknown, path: string): unknown {
  if (error instanceof Utf16File) {
    return new CliError(`${path} is written in UTF-16. Save it as UTF-8, or export it anew.`, 1);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return code === null ? error : new CliError(`${path} cannot be read (${code}).`, 1);
}

async function* itemsOf(path: string): AsyncGenerator<SourceItem> {
  const finder = new DocumentFinder();
  try {
    for await (const chunk of createReadStream(path)) {
      for (const found of finder.push(chunk as Buffer)) yield itemOf(found);
    }
    for (const found of finder.end()) yield itemOf(found);
  } catch (error) {
    throw faultOf(error, path);
  }
  if (finder.isCut) {
    throw new CliError(`${path} ends in the middle of an answer: documents are missing.`, 1);
  }
}

/** A file with one document per line, or with an answer of `_all_docs?include_docs=true`. */
export function fileSource(path: string): DocumentSource {
  const all = () => itemsOf(path);
  return { children: all, all };
}
