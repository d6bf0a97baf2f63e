/**
 * Addresses (path and query) that a person may open and that the server answers, never the
 * application; the clinic's page is one beside it, with a worker of its own. A file with a ticket is a download; an address below `/files/` without a ticket gets
 * the application, which requests the ticket.
 */
export const SERVER_ADDRESSES: RegExp[] = [
  /^\/(?:api|sync|socket\.io|health|metrics|referral)(?:[/?]|$)/,
  /^\/files\/[^?]*\?(?:.*&)?ticket=/,
];
