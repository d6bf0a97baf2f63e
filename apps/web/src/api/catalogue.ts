import { PHONE_PATHS } from '@crece/contract';
import { type Catalogue, readCatalogue } from '@crece/domain';
import { getJson, HttpError } from './http.ts';

/** The server's list of countries; throws `HttpError`. */
export async function fetchCatalogue(): Promise<Catalogue> {
  const read = readCatalogue(await getJson(PHONE_PATHS.stakes));
  if (read.ok) return read.catalogue;
  throw new HttpError('not-readable', 200, { cause: read.problems });
}
