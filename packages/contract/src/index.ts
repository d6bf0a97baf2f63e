// The package entry for the browser: names, codes and types. Of the modules that import zod, which
// would add to the first download, only types pass; the schemas have their own entry,
// `@crece/contract/schemas`.

export type * from './accounts.ts';
export type * from './audit.ts';
export { AUDIT_EVENTS, type AuditEvent, isOfPlace } from './audit-events.ts';
export type * from './catalogue.ts';
export type * from './config.ts';
export * from './csv-channel.ts';
export type * from './csv-messages.ts';
export type * from './desk.ts';
export { ERASURE_REASONS, type ErasureReason } from './erasure-reasons.ts';
export type * from './erasures.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export type * from './errors.ts';
export type * from './exports.ts';
export type * from './files.ts';
export type * from './first-steps.ts';
export { formerAccountWord, idOfFormerAccount } from './former-account.ts';
export type * from './gateway.ts';
export type * from './imports.ts';
export { detailOfJob, isOfFailedJob, type JobFailureCode } from './job-failures.ts';
export type * from './local-backup.ts';
export { MOVED_SLIPS_PATH } from './moved-slips-path.ts';
export { API_PATHS } from './paths.ts';
export {
  PHONE_CODES,
  PHONE_NEEDS,
  PHONE_REPORT_BYTES,
  PHONE_REPORT_HEADER,
  type PhoneCode,
  type PhoneNeed,
} from './phone-codes.ts';
export { PHONE_PATHS, RENEWED_TOKEN_HEADER } from './phone-paths.ts';
export type * from './phones.ts';
export type * from './referral.ts';
export { REFERRAL_BYTES, REFERRAL_PATH } from './referral-path.ts';
export type * from './reports.ts';
export type * from './retention.ts';
export type * from './server-state.ts';
export { SOCIAL_ERRORS, type SocialError } from './social-errors.ts';
export * from './sync.ts';
export type * from './units.ts';
export { MAX_UPLOAD_BYTES, UPLOAD_FIELD } from './uploads.ts';
