// The package entry for the browser: paths, codes and types. It must not import zod, which would
// add to the first download; the schemas have their own entry, `@crece/contract/schemas`.

export type {
  AuditBody,
  AuditEntry,
  EmailLinkBody,
  EmailLinkDoneBody,
  ExchangeBody,
  FirstAdminRequest,
  ForgotRequest,
  NewUserRequest,
  PasswordRequest,
  ProfileRequest,
  ResetRequest,
  RoleRequestsBody,
  SessionsBody,
  SignedInBody,
  SigninRequest,
  SignupRequest,
  UserBody,
  UserRequest,
  UsersBody,
} from './accounts.ts';
export { AUDIT_EVENTS, type AuditEvent } from './audit-events.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export {
  type ImportBody,
  type ImportChangeBody,
  type ImportColumnBody,
  type ImportColumnProblemBody,
  type ImportFindingBody,
  type ImportQuestionBody,
  type ImportResultBody,
  type ImportRowBody,
  type ImportSampleBody,
  type ImportsBody,
  MAX_UPLOAD_BYTES,
  UPLOAD_FIELD,
  type UploadQuery,
} from './imports.ts';
export { API_PATHS } from './paths.ts';
export { PHONE_PATHS, RENEWED_TOKEN_HEADER } from './phone-paths.ts';
export {
  type ConvertedCounts,
  CSV_STATUS,
  type CsvClientEvents,
  type CsvComplete,
  type CsvError,
  type CsvProgress,
  type CsvServerEvents,
  type ExportRequestBody,
  type FileTicketBody,
  type ReportJobBody,
  type ReportJobsBody,
  type ReportPreviewBody,
  type ReportStartedBody,
  type RoomRequest,
  socketRoomOf,
} from './reports.ts';
export type {
  CatalogueBody,
  CatalogueResponse,
  ConfigResponse,
  ErrorBody,
  HealthResponse,
  IssueBody,
  ProgrammeBody,
  RemovedBody,
  UnitDoneBody,
} from './schemas.ts';
export { SOCIAL_ERRORS, type SocialError } from './social-errors.ts';
export {
  DOCUMENT_REFUSALS,
  type DocumentRefusal,
  type PushedRow,
  SNAPSHOT,
  type SnapshotEnd,
  type SnapshotHead,
  SYNC_AFTER_HEADER,
  SYNC_CHECK_HEADER,
  SYNC_EPOCH_HEADER,
  SYNC_MARK_HEADER,
  SYNC_PATH,
  SYNC_REFUSALS,
  SYNC_SINCE_HEADER,
  SYNC_UNIT_HEADER,
  type SyncCredentials,
  type SyncRefusal,
} from './sync.ts';
