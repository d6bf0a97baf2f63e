import { PHONE_PATHS } from '@crece/contract';
import { type Catalogue, readCatalogue } from '@crece/domain';
import { getJson, HttpError } from './http.ts';

/** The server's list of countries, and its clock if the answer names it; throws `HttpError`. */
export async function fetchCatalogue(): Promise<{
  catalogue: Catalogue;
  serverTime: number | null;
}> {
  let serverTime: number | null = null;
  const onHead = (headers: Headers) => {
    serverTime = Date.parse(headers.get('date') ?? '') || null;
  };
  const read = readCatalogue(await getJson(PHONE_PATHS.stakes, undefined, { onHead }));
  if (read.ok) return { catalogue: read.catalogue, serverTime };
  throw new HttpError('not-readable', 200, { cause: read.problems });
}
