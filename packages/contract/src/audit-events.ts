/** Every kind of event in the audit log; the application words them. */
export const AUDIT_EVENTS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'sign-up',
  'password-changed',
  'password-reset-asked',
  'password-reset',
  'profile-changed',
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
  'sync-refused',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];
