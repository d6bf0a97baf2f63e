import { EXPORT_FORMATS, EXPORTED_SCREENINGS, REPORT_SCOPES } from '@crece/domain';
import { z } from 'zod';

const MAX_MONTHS = 60;

/** What is exported: the names of its address. */
export const exportParams = z.object({
  stakeDB: z.string(),
  cCode: z.string(),
  scopeType: z.enum(REPORT_SCOPES),
  exportFormat: z.enum(EXPORT_FORMATS),
});

/** Options of an export file; the defaults are in docs/exports.md. */
export const exportRequest = z.object({
  screenings: z.enum(EXPORTED_SCREENINGS).optional(),
  /** FHIR: include phone, address, parents and comments of screenings. */
  withContact: z.boolean().optional(),
  /** DHIS2: number of months before the present one. */
  months: z.int().min(1).max(MAX_MONTHS).optional(),
  /** DHIS2: the mapping file, unparsed. */
  mapping: z.json().optional(),
});
export type ExportRequest = z.infer<typeof exportRequest>;
