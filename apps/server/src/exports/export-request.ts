import { exportParams, exportRequest } from '@crece/contract/schemas';
import { type MappingProblem, readDhis2Mapping } from '@crece/reports/exports';
import type { z } from 'zod';
import type { ExportAsked } from './export-text.ts';

/** The parameters of an export, stored with its job. */
export const exportParameters = exportRequest.extend(exportParams.shape);
export type ExportParameters = z.infer<typeof exportParameters>;

export type ReadExport =
  | { readonly ok: true; readonly asked: ExportAsked }
  | { readonly ok: false; readonly problems: readonly MappingProblem[] };

/** The request with the defaults of docs/exports.md; reports an invalid mapping. */
export function askedBy(
  parameters: Omit<ExportParameters, 'stakeDB' | 'cCode' | 'scopeType'>,
): ReadExport {
  const { exportFormat, screenings, withContact = false, months = 1, mapping } = parameters;
  switch (exportFormat) {
    case 'anthro':
      return { ok: true, asked: { format: 'anthro', screenings: screenings ?? 'newest' } };
    case 'fhir':
      return {
        ok: true,
        asked: { format: 'fhir', screenings: screenings ?? 'all', withContact },
      };
    case 'dhis2': {
      const read = readDhis2Mapping(mapping ?? {});
      return read.ok
        ? { ok: true, asked: { format: 'dhis2', months, mapping: read.mapping } }
        : read;
    }
  }
}
