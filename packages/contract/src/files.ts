import { z } from 'zod';

const MOST_OF_TICKET = 200;

/** POST: a ticket for one download of a file (one use, 60 s, this account, this file). */
export const fileTicketBody = z.object({ ticket: z.string() });
export type FileTicketBody = z.infer<typeof fileTicketBody>;
/** GET: the file, with the ticket in place of a token. */
export const fileQuery = z.object({ ticket: z.string().max(MOST_OF_TICKET).optional() });
