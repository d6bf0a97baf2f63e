import { z } from 'zod';

/**
 * Bodies of the desk's calls: `DeskAnswer` and `DeskPage` of `@crece/reports/desk`, which defines
 * their shapes. The server's response contains nothing else.
 */
export const deskBody = z.looseObject({ pending: z.number() });
export const deskPageBody = z.looseObject({ total: z.number(), from: z.number() });
