/**
 * The back end cannot be reached or breaks its protocol. No write is acknowledged, but where an
 * answer was lost on its way (CouchDB), part of it may be stored.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
