import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalogue, readCatalogue } from '@crece/domain';
import { StartError, systemCode } from '../base/start-error.ts';

const FILE_NAME = 'catalogue.json';
const IMPORTED_NAME = 'catalogue.imported.json';
const SHOWN_PROBLEMS = 5;

function parseDocument(file: string, text: string): Catalogue {
  const refuse = (detail: string, cause?: unknown) =>
    new StartError(
      'catalogue',
      `The catalogue in ${file} cannot be read: ${detail}. Mend the file or restore it from a backup; if you move it away, the next start takes the built-in catalogue.`,
      cause,
    );
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw refuse('it is not JSON', error);
  }
  const read = readCatalogue(raw);
  if (read.ok) return read.catalogue;
  const shown = read.problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, code }) => `${path === '' ? 'the document' : path} is wrong (${code})`);
  const more = read.problems.length - shown.length;
  throw refuse(shown.join(', ') + (more > 0 ? `, and ${more} more` : ''));
}

/**
 * The catalogue that an operator put into the data folder, or that an earlier version stored there;
 * `null` when there is none. An invalid file stops the start, because it may contain hours of work.
 */
export async function readCatalogueFile(dataDir: string): Promise<Catalogue | null> {
  const file = join(dataDir, FILE_NAME);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new StartError('catalogue', `The catalogue in ${file} cannot be opened.`, error);
  }
  return parseDocument(file, text);
}

/** Renames the imported file, so that nobody edits it and expects an effect. */
export async function markCatalogueFileImported(dataDir: string): Promise<void> {
  await rename(join(dataDir, FILE_NAME), join(dataDir, IMPORTED_NAME));
}
