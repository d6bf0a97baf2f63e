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

it('keeps the errors of the router without their words', () => {
  const hooks = join(library, 'hooks.js');
  const code = withoutUnusedParts(readFileSync(hooks, 'utf8'), hooks);
  expect(code).toContain('invariant(useInRouterContext());');
  expect(code).not.toContain('may be used only in the context');
});

it('refuses a version of the router whose links import other parts', () => {
  expect(() => withoutUnusedParts('import x from "y";', '/lib/dom/lib.js')).toThrow('has changed');
});
