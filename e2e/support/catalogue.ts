import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '../../packages/messages/src/language.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Every sentence of a language: of the screens, beside their features, and of server, mails and files. */
export function catalogue(language: Language): Readonly<Record<string, string>> {
  const files = ['apps/web/src', 'packages/messages/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`.${language}.json`))
      .map((file) => join(ROOT, folder, file)),
  );
  const parts = files.map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
  );
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}
