import { generatePath } from 'react-router';
import type { UnitRef } from './paths.ts';

/** The page for uploading a file into a unit. */
export const importPath = ({ stakeDB, stakeName }: UnitRef) =>
  generatePath('/children/import/:stakeDB/:stakeName', { stakeDB, stakeName });
