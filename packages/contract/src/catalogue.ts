import { z } from 'zod';
import type { ReadOnly } from './read-only.ts';

const unit = z.object({
  stakeName: z.string(),
  stakeDB: z.string(),
  wards: z.array(z.object({ wardName: z.string() })).exactOptional(),
  clinicPhone: z.string().exactOptional(),
  note: z.string().exactOptional(),
  pilot: z.literal(true).exactOptional(),
  retired: z.literal(true).exactOptional(),
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

/**
 * Body of `GET /api/catalogue`, and of its PUT: `rev` is the revision that the change is based on.
 */
export const catalogueBody = z.strictObject({
  rev: z.string(),
  catalogue: catalogueResponse,
});
export type CatalogueBody = ReadOnly<z.infer<typeof catalogueBody>>;
