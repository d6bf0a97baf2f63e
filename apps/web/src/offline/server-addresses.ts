/**
 * Addresses (path and query) that a person may open and that are the server's, never the
 * application's. A file with a ticket is a download; a plain address below `/files/` gets the
 * application, which asks for the ticket.
 */
export const SERVER_ADDRESSES: RegExp[] = [
  /^\/(?:api|sync|socket\.io|health|metrics)(?:[/?]|$)/,
  /^\/files\/[^?]*\?(?:.*&)?ticket=/,
];
