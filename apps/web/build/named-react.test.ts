import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { namedReact } from './named-react.ts';

/** What a build makes of a module. */
async function built(code: string): Promise<string> {
  const bundle = await rolldown({
    input: 'page.js',
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page.js' ? `${import.meta.dirname}/page.js` : null),
        load: (id) => (id.endsWith('/page.js') ? code : null),
      },
      namedReact() as never,
    ],
  });
  const { output } = await bundle.generate({ minify: false });
  return output[0].code;
}

it('calls what a page takes of React by its own name and keeps nothing else', async () => {
  const code = await built(
    "import { useState } from 'react'; import { jsx } from 'react/jsx-runtime'; console.log(jsx('p', { id: useState(1) }));",
  );
  expect(code).toContain('console.log(jsx("p", { id: useState(1) }));');
  expect(code).toMatch(/^const useState = import_react\.useState;$/m);
  expect(code).not.toMatch(/^const useEffect =/m);
});

it('gives the whole of React to who asks for it, and the original to CommonJS', async () => {
  const whole = await built("import React from 'react'; console.log(React.version);");
  expect(whole).toMatch(/^var (\w+) = import_react\.default;[\s\S]*console\.log\(\1\.version\);$/m);
  const original = await built(
    "module.exports = require('react').useState; console.log(module.exports);",
  );
  expect(original).not.toContain('named:');
});
