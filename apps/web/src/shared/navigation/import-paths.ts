import { imports } from '../../features/imports/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

/** The page for uploading a file into a unit. */
export const importPath = ({ stakeDB, stakeName }: UnitRef) =>
  pathTo(imports.pages.import, { stakeDB, stakeName });
