import { z } from 'zod';

// What the names of an address (`:name` in `API_PATHS`) may hold.

const MOST_OF_ID = 100;
const MOST_OF_SECRET = 200;

const id = z.string().max(MOST_OF_ID);

export const noParams = z.object({});
export const unitParams = z.object({ stakeDB: z.string() });
export const countryParams = z.object({ cCode: z.string() });
export const childParams = z.object({ childId: z.string() });
export const jobParams = z.object({ jobId: z.string() });
export const fileParams = z.object({ fileName: z.string() });
export const userParams = z.object({ userId: id });
export const sessionParams = z.object({ sessionId: id });
export const providerParams = z.object({ provider: id });
/** Of a link in a mail. */
export const secretParams = z.object({ token: z.string().max(MOST_OF_SECRET) });
/** A query: of a call without any parameter. */
export const noQuery = z.strictObject({});
