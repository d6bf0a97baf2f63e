import { type Catalogue, readCatalogue } from '@crece/domain';
import { getJson, HttpError } from './http.ts';

/** The country list as the server has it; throws `HttpError`. */
export async function fetchCatalogue(timeLimitMs?: number): Promise<Catalogue> {
  const read = readCatalogue(await getJson('/api/children/stakes', timeLimitMs));
  if (read.ok) return read.catalogue;
  throw new HttpError('not-readable', 200, { cause: read.problems });
}
