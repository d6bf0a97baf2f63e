import { expect, it } from 'vitest';
import { dropFacades, facadesIn, pastFacades } from './facades.ts';

type Bundle = Parameters<typeof facadesIn>[0];

const chunk = (fileName: string, code: string) => ({
  type: 'chunk',
  fileName,
  code,
  isDynamicEntry: true,
});

const bundleOf = (...files: readonly { fileName: string }[]) =>
  Object.fromEntries(files.map((each) => [each.fileName, each])) as unknown as Bundle;

const FACADE = chunk('assets/pages-A1.js', 'export{a as PAGES,Page}from"./shared-B2.js";');
const SHARED = chunk('assets/shared-B2.js', 'var e=1,Page=2;export{e as a,Page};');

it('what stands behind a facade is loaded by its own names', () => {
  const facades = facadesIn(bundleOf(FACADE, SHARED));
  expect([...facades.keys()]).toEqual(['assets/pages-A1.js']);
  const code =
    'x(()=>import("./pages-A1.js"),d(["assets/pages-A1.js"]));y(()=>import(`./other.js`))';
  expect(pastFacades('assets/app.js', code, facades)).toBe(
    'x(()=>import("./shared-B2.js").then(e=>({PAGES:e.a,Page:e.Page})),d(["assets/shared-B2.js"]));y(()=>import(`./other.js`))',
  );
});

it('a chunk with code of its own is no facade', () => {
  const own = chunk('assets/own.js', 'go();export{a as b}from"./shared-B2.js";');
  const twice = chunk('assets/two.js', 'export{a}from"./a.js";export{b}from"./b.js";');
  expect(facadesIn(bundleOf(own, twice)).size).toBe(0);
});

it('a facade is no file of the build, and its module is listed with the file that has it', () => {
  const list = {
    type: 'asset',
    fileName: '.vite/manifest.json',
    source: JSON.stringify({
      'src/pages.ts': { file: 'assets/pages-A1.js', imports: ['_shared'] },
    }),
  };
  const bundle = bundleOf(FACADE, SHARED, list);
  dropFacades(bundle, facadesIn(bundle));
  expect(Object.keys(bundle)).toEqual(['assets/shared-B2.js', '.vite/manifest.json']);
  expect(JSON.parse(list.source)).toEqual({
    'src/pages.ts': { file: 'assets/shared-B2.js', imports: ['_shared'] },
  });
});
