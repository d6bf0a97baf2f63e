/** Every `code` that an error body of the server may have, with its HTTP status. */
export const ERROR_CODES = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  /** The request did not arrive in time; the client may retry. */
  timeout: 408,
  /** Somebody else has changed the same thing since it was read. */
  conflict: 409,
  'too-large': 413,
  /** No room for a file now, on the disk or in the share of the account. */
  'no-room': 413,
  /** A file or body of an unsupported type. */
  'unsupported-type': 415,
  /** A refused form; `issues` lists fields and reasons. */
  validation: 422,
  'wrong-credentials': 422,
  /** The password that should confirm a change is wrong. */
  'wrong-password': 422,
  /** The change needs the current password, or a sign-in within the last five minutes. */
  'confirm-needed': 422,
  'name-taken': 422,
  'email-taken': 422,
  /** A reset link, invitation or first-administrator link that is unknown, used or replaced. */
  'link-invalid': 422,
  'link-expired': 422,
  /** A one-use code of a social sign-in that is unknown, used or older than 60 s. */
  'code-invalid': 422,
  'last-admin': 422,
  'own-account': 422,
  /** The last way to sign in cannot be removed. */
  'last-sign-in': 422,
  'too-many': 429,
  /** The account has as much of this under way as it may; one ends within seconds. */
  busy: 429,
  'server-error': 500,
  /** The store is unreachable; nothing was changed. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
