import { readSupplements, type SaidTexts } from '@crece/domain';
import { forLast } from '../api/for-last.ts';
import { useConfig } from './config.tsx';

const readOnce = forLast((programme: unknown) =>
  readSupplements((programme as { supplements?: unknown } | null | undefined)?.supplements),
);

/**
 * What the programme calls the supplements, for the rows of lists: the first load does without the
 * reading of all settings (`programme.ts`).
 */
export function useSupplementTexts(): SaidTexts {
  return readOnce(useConfig().programme);
}
