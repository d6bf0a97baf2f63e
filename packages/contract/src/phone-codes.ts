/** Request header of the call for sync credentials: how this phone's copy of a unit is. */
export const PHONE_REPORT_HEADER = 'x-crece-phone';

/** Longer reports are ignored. */
export const PHONE_REPORT_BYTES = 400;

/** Everything that a phone may say of its troubles; no other words ever leave it. */
export const PHONE_CODES = [
  // How the last synchronisation failed (`SyncFaultCode` of storage).
  'no-response',
  'credentials',
  'refused',
  'foreign',
  'server',
  'storage',
  /** Less than a tenth, or less than 50 MB, is free. */
  'storage-low',
  /** The browser threw the unit's records away. */
  'records-gone',
  /** Records that this phone cannot read. */
  'unreadable',
  /** Two values wait for somebody's choice. */
  'choices',
] as const;
export type PhoneCode = (typeof PHONE_CODES)[number];

/** Why a phone stands in the list of those that need help, the most urgent first. */
export const PHONE_NEEDS = ['unsent', 'refused', 'unseen', 'old-build'] as const;
export type PhoneNeed = (typeof PHONE_NEEDS)[number];
