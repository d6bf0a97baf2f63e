/** The calls of the first screens and of synchronisation, which every phone keeps offline. */
export const PHONE_PATHS = {
  /** GET: the countries and their units; for a phl-pilot only the pilot's. */
  stakes: '/api/children/stakes',
  /** GET: credentials of the gateway, `{ entity, url }`. */
  sync: '/api/children/sync',
  /** GET: builds the server's indexes of a unit. */
  updateViews: '/api/children/updateviews/:stakeDB',
  /** GET: frees the space of replaced revisions on the server. */
  compact: '/api/children/compactDB/:stakeDB',
  /** GET: the records of a unit that were removed in the last 30 days. */
  removed: '/api/children/removed/:stakeDB',
  /** GET, PUT, query `stakeDB`: one child, checked by the same gate as a write by sync. */
  child: '/api/children/:childId',
  /** POST `{ to }`, query `stakeDB`: moves a child with its screenings to another unit. */
  moveChild: '/api/children/:childId/move',
  /** POST `{ accept }`, query `stakeDB`: decides about a proposed move of a child. */
  answerProposal: '/api/children/:childId/proposal',
  /** GET: the children whom others propose to move to a unit. */
  proposals: '/api/children/proposals/:stakeDB',
  /** GET: what the client needs to know about this server before sign-in. */
  config: '/api/config',
  /** GET: ends the session of the token, if there is one. */
  signout: '/api/auth/signout',
  /** GET: the account's present state; background check of a stored session. */
  session: '/api/auth/session',
  /**
   * GET: open requests, for administrators; POST: requests a role; DELETE: withdraws one's own
   * request.
   */
  roleRequests: '/api/role-requests',
} as const;

/** Response header with the token that replaces the one sent. */
export const RENEWED_TOKEN_HEADER = 'x-crece-token';
