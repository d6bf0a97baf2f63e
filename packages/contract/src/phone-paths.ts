/** The calls of the first screens and of synchronisation, which every phone keeps. */
export const PHONE_PATHS = {
  /** GET: the countries and their units; a phl-pilot is given the pilot's. */
  stakes: '/api/children/stakes',
  /** GET: credentials of the gateway, `{ entity, url }`. */
  sync: '/api/children/sync',
  /** GET: warms the server's indexes of a unit. */
  updateViews: '/api/children/updateviews/:stakeDB',
  /** GET: gives space of replaced revisions back on the server. */
  compact: '/api/children/compactDB/:stakeDB',
  /** GET: what the client needs to know about this server before anybody signs in. */
  config: '/api/config',
  /** GET: ends the session of the token, if there is one. */
  signout: '/api/auth/signout',
  /** GET: the account as it is now; background check of a stored session. */
  session: '/api/auth/session',
  /** GET: open requests, for administrators; POST: asks for a role; DELETE: takes one's own request back. */
  roleRequests: '/api/role-requests',
} as const;

/** Response header with the token that takes the place of the one sent. */
export const RENEWED_TOKEN_HEADER = 'x-crece-token';
