/**
 * Addresses (path and query) that a person may open and that the server answers, never the
 * application. A file with a ticket is a download; an address below `/files/` without a ticket gets
 * the application, which requests the ticket.
 */
export const SERVER_ADDRESSES: RegExp[] = [
  /^\/(?:api|sync|socket\.io|health|metrics)(?:[/?]|$)/,
  /^\/files\/[^?]*\?(?:.*&)?ticket=/,
];
