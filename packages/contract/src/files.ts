import { z } from 'zod';

/** POST: a ticket for one download of a file (one use, 60 s, this account, this file). */
export const fileTicketBody = z.object({ ticket: z.string() });
