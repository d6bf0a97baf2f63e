/** Every `code` that an error body of the server may carry, with its HTTP status. */
export const ERROR_CODES = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  /** The request did not arrive in time; it may be sent again. */
  timeout: 408,
  /** Somebody else changed the same thing since it was read. */
  conflict: 409,
  'too-large': 413,
  /** A file or body of a kind that is not taken. */
  'unsupported-type': 415,
  /** A refused form; `issues` says which field and why. */
  validation: 422,
  'wrong-credentials': 422,
  /** The password that confirms a change is not the account's. */
  'wrong-password': 422,
  /** The change asks for the current password, or for a sign-in of the last five minutes. */
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
  /** The last way to sign in cannot be taken away. */
  'last-sign-in': 422,
  'too-many': 429,
  'server-error': 500,
  /** The store cannot be reached; nothing was changed. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
