import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATHS } from '@crece/contract';

/** 128 random bits and nothing else: no path out of the folder, and names cannot be guessed. */
const NAME = /^[A-Za-z0-9_-]{22}\.webp$/;
const NAME_BYTES = 16;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Profile pictures, one file each, in the data folder. */
export interface PictureFiles {
  /** Stores a picture and returns its path on this server. */
  add(webp: Buffer): Promise<string>;
  /** `null`: no such picture, or an invalid name. */
  read(name: string): Promise<Buffer | null>;
  /** Removes the picture of a path; does nothing for `null` or another path. */
  remove(path: string | null): Promise<void>;
}

const pathOf = (name: string) => API_PATHS.pictureFile.replace(':name', name);

function nameIn(path: string | null): string | null {
  const name = path?.slice(pathOf('').length) ?? '';
  return NAME.test(name) && path === pathOf(name) ? name : null;
}

/** Stores pictures in a folder, which is created with the first one. */
export function createPictureFiles(folder: string): PictureFiles {
  return {
    async add(webp) {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      const name = `${randomBytes(NAME_BYTES).toString('base64url')}.webp`;
      const file = join(folder, name);
      // Renamed when complete, because clients cache the picture under its name for ever.
      const part = `${file}.part`;
      try {
        await writeFile(part, webp, { mode: FILE_MODE, flag: 'wx', flush: true });
        await rename(part, file);
      } catch (error) {
        // A full disk leaves the half of it.
        await rm(part, { force: true });
        throw error;
      }
      return pathOf(name);
    },
    async read(name) {
      if (!NAME.test(name)) return null;
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(path) {
      const name = nameIn(path);
      if (name !== null) await rm(join(folder, name), { force: true });
    },
  };
}
