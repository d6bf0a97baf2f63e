import { REPORT_SCOPES } from '@crece/domain';
import { z } from 'zod';

/** The parameters of a conversion, stored with its job. */
export const convertParameters = z.object({
  /** The unit of scope `stake`; else the unit whose page sent the request. */
  stakeDB: z.string(),
  /** The country of scope `country`. */
  cCode: z.string(),
  scopeType: z.enum(REPORT_SCOPES),
  /** The person's name, with which records are signed. */
  name: z.string(),
});
export type ConvertParameters = z.infer<typeof convertParameters>;
