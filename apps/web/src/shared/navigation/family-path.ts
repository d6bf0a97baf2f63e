import { admin } from '../../features/admin/feature.ts';

/** The page of a child or a mother for whoever may export or erase what is kept about a family. */
export const familyDataPath = (recordId: string, stakeDB: string): string =>
  `${admin.pages.erasures.at}?${new URLSearchParams({ record: recordId, stakeDB }).toString()}`;
