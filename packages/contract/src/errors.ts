import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/**
 * One issue of a field in a refused form: a code of the domain package's rules with its figures.
 */
export const issueBody = z.object({
  field: z.string().optional(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type IssueBody = z.infer<typeof issueBody>;

/** Body of every error response: a code for programs, one sentence for logs and tools. */
export const errorBody = z.object({
  code: z.enum(codes),
  message: z.string(),
  issues: z.array(issueBody).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The answers of every call that may be refused, for its `response`. */
export const REFUSED = { '4xx': errorBody, '5xx': errorBody } as const;
