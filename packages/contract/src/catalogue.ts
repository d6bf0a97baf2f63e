import type { Catalogue } from '@crece/domain';
import { z } from 'zod';

const unit = z.object({
  stakeName: z.string(),
  stakeDB: z.string(),
  wards: z.array(z.object({ wardName: z.string() })).optional(),
  note: z.string().optional(),
  pilot: z.literal(true).optional(),
});

const country = z.object({
  name: z.string(),
  code: z.string(),
  image: z.string(),
  flag: z.string().nullable(),
  stakes: z.array(unit),
});

/**
 * Body of `GET /api/children/stakes`. The client parses it with the domain package's
 * `readCatalogue`, without zod.
 */
export const catalogueResponse = z.object({ countries: z.array(country) });
/** The catalogue with the same shape as in the domain package. */
export type CatalogueResponse = Catalogue;

/**
 * Body of `GET /api/catalogue`, and of its PUT: `rev` is the revision that the change is based on.
 */
export const catalogueBody = z.strictObject({
  rev: z.string(),
  catalogue: z.object({ countries: z.array(country) }),
});
export type CatalogueBody = { rev: string; catalogue: Catalogue };
