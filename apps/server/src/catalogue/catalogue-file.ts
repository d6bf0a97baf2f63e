import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Catalogue, readCatalogue } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { dataFolderError, StartError, systemCode } from '../start-error.ts';

const FILE_NAME = 'catalogue.json';
const SHOWN_PROBLEMS = 5;

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename alone must do.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file so that after a crash either the old or the new content is there, whole: a
 * temporary neighbour, forced to disk, takes the name in one step.
 */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

function parseDocument(file: string, text: string): Catalogue {
  const refuse = (detail: string, cause?: unknown) =>
    new StartError(
      'catalogue',
      `The catalogue in ${file} cannot be read: ${detail}. Mend the file or restore it from a backup; if you move it away, the next start writes the built-in catalogue.`,
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

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new StartError('catalogue', `The catalogue in ${file} cannot be opened.`, error);
  }
}

/**
 * The catalogue of this server: the document in the data folder, which the first start writes from
 * the built-in one. A document that is there but wrong is never replaced: it may hold hours of work.
 */
export async function loadCatalogue(dataDir: string): Promise<Catalogue> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  const file = join(dataDir, FILE_NAME);
  const text = await readOrNull(file);
  if (text !== null) return parseDocument(file, text);
  try {
    await writeWhole(file, `${JSON.stringify(BUILT_IN_CATALOGUE, null, 2)}\n`);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  return BUILT_IN_CATALOGUE;
}
