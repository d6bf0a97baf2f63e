import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@crece/messages';
import { expect, it } from 'vitest';
import { WEB } from './manifests.ts';

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

it.each(LANGUAGES)('the first paint has its words in %s, and hides those of others', (language) => {
  expect(read('index.html')).toContain(`<p class="waiting" lang="${language}">`);
  expect(read('src/ui/styles/header.css')).toContain(
    `:lang(${language}) > .first-paint .waiting:not([lang="${language}"])`,
  );
});
