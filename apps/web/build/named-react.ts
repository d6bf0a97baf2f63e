import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const PACKAGES = ['react', 'react/jsx-runtime'];
const FACE = '\0named:';
const read = createRequire(import.meta.url);

/** A module that exports by name what one of React's packages holds. */
function namedExports(source: string): string {
  const names = Object.keys(read(source) as object).filter((name) => /^\w+$/.test(name));
  return [
    `import all from ${JSON.stringify(source)};`,
    'export default all;',
    ...names.map((name) => `export const ${name} = all.${name};`),
  ].join('\n');
}

/**
 * React is made of CommonJS modules. Of such a one the bundler writes `(0,react.useState)(…)` at each
 * use, eleven letters more than the name of an export, and every element of a page is such a use.
 */
export function namedReact(): Plugin {
  return {
    name: 'named-react',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      // What the module itself imports, and React's own packages (by `require`), is the original.
      if (kind === 'require-call' || importer?.startsWith(FACE)) return null;
      return PACKAGES.includes(source) ? FACE + source : null;
    },
    load: (id) => (id.startsWith(FACE) ? namedExports(id.slice(FACE.length)) : null),
  };
}
