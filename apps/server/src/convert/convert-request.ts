import { REPORT_SCOPES } from '@crece/domain';
import { z } from 'zod';

/** What a conversion is asked for: kept with its job. */
export const convertParameters = z.object({
  /** The unit of scope `stake`; else the unit whose page asked. */
  stakeDB: z.string(),
  /** The country of scope `country`. */
  cCode: z.string(),
  scopeType: z.enum(REPORT_SCOPES),
  /** Who asked, as the records name it. */
  name: z.string(),
});
export type ConvertParameters = z.infer<typeof convertParameters>;
