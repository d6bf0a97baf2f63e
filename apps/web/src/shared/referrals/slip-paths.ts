import { unitOfId } from '@crece/domain';
import { slip } from '../../features/slip/feature.ts';
import { pathTo } from '../navigation/feature.ts';
import type { UnitRef } from '../navigation/paths.ts';

/** Where the page of a child, or that of the code, is given a clinic's code: `?answer=…`. */
export const ANSWER_PARAM = 'answer';

const withParam = (path: string, name: string, value: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`;

/** The slip of a referred child, for printing. */
export function slipPath(childId: string, stakeDB: string): string {
  const path = pathTo(slip.pages.slip, { childId });
  return unitOfId(childId) === stakeDB ? path : withParam(path, 'stakeDB', stakeDB);
}

/** The page on which a clinic's code is typed. */
export const answerPath = ({ stakeDB, stakeName }: UnitRef) =>
  pathTo(slip.pages.answer, { stakeDB, stakeName });

/** A child's page, where the answer of a clinic's code is taken. */
export const answeredPath = (childPage: string, code: string) =>
  withParam(childPage, ANSWER_PARAM, code);
