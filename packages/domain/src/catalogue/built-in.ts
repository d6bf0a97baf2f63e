import builtIn from './catalogue.json' with { type: 'json' };
import { type Catalogue, readCatalogue } from './catalogue.ts';

function readBuiltIn(): Catalogue {
  const read = readCatalogue(builtIn);
  if (!read.ok) throw new Error(`The built-in catalogue is wrong at ${read.problems[0]?.path}`);
  return read.catalogue;
}

/** The catalogue that the application is born with, the pilot's units included (`masterCatalogue` hides them). */
export const BUILT_IN_CATALOGUE: Catalogue = /* @__PURE__ */ readBuiltIn();
