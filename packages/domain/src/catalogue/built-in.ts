import builtIn from './catalogue.json' with { type: 'json' };
import { type Catalogue, readCatalogue } from './catalogue.ts';

function readBuiltIn(): Catalogue {
  const read = readCatalogue(builtIn);
  if (!read.ok) throw new Error(`The built-in catalogue is wrong at ${read.problems[0]?.path}`);
  return read.catalogue;
}

/**
 * The catalogue that the application ships with. It includes the pilot's units, which
 * `masterCatalogue` leaves out.
 */
export const BUILT_IN_CATALOGUE: Catalogue = /* @__PURE__ */ readBuiltIn();
