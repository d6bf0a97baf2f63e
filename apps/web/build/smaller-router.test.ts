import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutUnusedParts } from './smaller-router.ts';

const library = join(
  dirname(createRequire(import.meta.url).resolve('react-router')),
  '../production/lib',
);

it('takes names for developer tools and prefetching out of the installed router', () => {
  const links = join(library, 'dom/lib.js');
  const source = readFileSync(links, 'utf8');
  const code = withoutUnusedParts(source, links);
  expect(source).toMatch(/^Link\.displayName/m);
  expect(code).not.toMatch(/^\w+\.displayName/m);
  expect(code).not.toContain('from "./ssr/components.js"');
  expect(code).toContain('const Link = /* @__PURE__ */ React$1.forwardRef(');
});

it('refuses a version of the router whose links import other parts', () => {
  expect(() => withoutUnusedParts('import x from "y";', '/lib/dom/lib.js')).toThrow('has changed');
});
