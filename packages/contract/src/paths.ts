/** The calls that the server answers. */
export const API_PATHS = {
  /** GET: the countries and their units. */
  stakes: '/api/children/stakes',
  /** GET: what the client needs to know about this server before anybody signs in. */
  config: '/api/config',
  /** GET: whether the server is up, and its version. */
  health: '/health',
} as const;
