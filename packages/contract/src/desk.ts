import { AGE_CHOICES, DESK_LISTS, PERIODS, USUAL_CHOICE } from '@crece/domain';
import { z } from 'zod';

/** Children in one answer of a list. */
const PAGE_SIZE = 50;
/** Children in one answer when the whole list is fetched, for a file or for printing. */
const LARGEST_PAGE = 500;
const MOST_OF_NAME = 200;

/** Which children a desk counts. */
export const deskQuery = z.object({
  ages: z.enum(AGE_CHOICES).default(USUAL_CHOICE.ages),
  months: z.coerce.number().pipe(z.literal(PERIODS)).default(USUAL_CHOICE.months),
});
export type DeskQuery = z.input<typeof deskQuery>;

/** A page of the children behind one number; pages start at 1. */
export const deskPageQuery = deskQuery.extend({
  list: z.enum(DESK_LISTS),
  size: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(PAGE_SIZE),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  ward: z.string().max(MOST_OF_NAME).optional(),
  interviewer: z.string().max(MOST_OF_NAME).optional(),
});
export type DeskPageQuery = z.input<typeof deskPageQuery>;

/**
 * Bodies of the desk's calls: `DeskAnswer` and `DeskListPage` of `@crece/reports/desk`, where server and
 * phone count them. The server's response contains nothing else.
 */
export const deskBody = z.looseObject({ pending: z.number() });
export const deskPageBody = z.looseObject({ total: z.number(), from: z.number() });
