/** Every `code` that an error body of the server may carry, with its HTTP status. */
export const ERROR_CODES = {
  'bad-request': 400,
  'not-found': 404,
  'too-large': 413,
  'server-error': 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
