/** Every kind of event in the audit log; the application has a sentence for each. */
export const AUDIT_EVENTS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'sign-up',
  'password-changed',
  'password-reset-asked',
  'password-reset',
  'profile-changed',
  'email-asked',
  'email-taken-back',
  'picture-changed',
  'social-linked',
  'social-unlinked',
  'user-added',
  'user-changed',
  'user-removed',
  'role-asked',
  'role-request-withdrawn',
  'role-granted',
  'role-refused',
  'first-admin',
  'catalogue-changed',
  'settings-changed',
  'audit-exported',
  'record-removed',
  'record-put-back',
  'record-erased',
  'sync-refused',
  'report-made',
  'records-imported',
  'records-converted',
  'revision-dropped',
  'revision-leapt',
  'file-downloaded',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Events whose `whom` is a place: a unit's database, a country's code, or `all`. */
const OF_PLACES: readonly AuditEvent[] = [
  'record-removed',
  'record-put-back',
  'record-erased',
  'sync-refused',
  'report-made',
  'records-imported',
  'records-converted',
  'revision-dropped',
  'revision-leapt',
  'file-downloaded',
];

/** Whether the object of an event is a place, and not an account. */
export const isOfPlace = (what: string): boolean => OF_PLACES.some((event) => event === what);
