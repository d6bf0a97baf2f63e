import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { readPassphrases, readSecretFile } from './secret-file.ts';

function written(text: string): string {
  const file = join(aFolder(), 'words');
  writeFileSync(file, text);
  return file;
}

describe('a file with a passphrase', () => {
  it.each([
    'four blue llamas',
    'four blue llamas\n',
    'four blue llamas\r\n',
    'four blue llamas\n\r\n\n',
    '\uFEFFfour blue llamas\r\n',
  ])('is read as it was typed: %j', async (text) => {
    expect(await readSecretFile(written(text))).toBe('four blue llamas');
  });

  it('opens what an earlier version sealed with the signs that nobody sees', async () => {
    expect(await readPassphrases(written('four blue llamas\n'))).toEqual(['four blue llamas']);
    const odd = written('\uFEFFfour blue llamas\n\n');
    expect(await readPassphrases(odd)).toEqual(['four blue llamas', '\uFEFFfour blue llamas\n']);
  });

  it('keeps blanks, which a person types', async () => {
    expect(await readSecretFile(written(' four  blue \n'))).toBe(' four  blue ');
  });
});
