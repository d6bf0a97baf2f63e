import { MOVED_SLIPS_PATH } from './moved-slips-path.ts';
import { PHONE_PATHS } from './phone-paths.ts';
import { REFERRAL_PATH } from './referral-path.ts';

/**
 * The server's calls; `:name` is a parameter. Only pages that are fetched when opened import these
 * paths; other pages use `PHONE_PATHS`, so that phones do not keep this list.
 */
export const API_PATHS = {
  ...PHONE_PATHS,

  /** GET, query `stakeName`, `socketRoomId`, `format`: starts a report, 202; role by scope. */
  report:
    '/api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
  /** POST `ExportRequest`, query `socketRoomId`: starts an export file, 202. */
  export: '/api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat',
  /**
   * GET, query `limit` (20): the first rows of the report and their total number; writes nothing.
   */
  reportPreview:
    '/api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
  /** GET, query `socketRoomId`: starts "Convert z-scores", 202. */
  convert: '/api/children/update/:stakeDB/:stakeName/:cCode/:scopeType',
  /**
   * POST multipart `key`, query `UploadQuery`: checks or imports a file; the response describes the
   * job.
   */
  upload: '/api/children/upload/:stakeDB',
  /** GET: one's own imports, the newest first. */
  imports: '/api/imports',
  /** GET: one import or dry run. */
  import: '/api/imports/:jobId',
  /** POST: undoes a whole import; returns the job that does it. */
  importUndo: '/api/imports/:jobId/undo',
  /** GET: one's own reports, the newest first. */
  reportJobs: '/api/reports',
  /** GET: one of them; DELETE: stops it, or deletes its file and entry. */
  reportJob: '/api/reports/:jobId',
  /** POST: a ticket for one download of one's own file. */
  fileTicket: '/api/files/:fileName/ticket',
  /**
   * GET with the token or `?ticket=`: the file; a plain navigation returns the application's page.
   */
  file: '/files/:fileName',
  /** GET: the coordinator's desk for all places in scope, one country or one unit. */
  desk: '/api/desk',
  deskCountry: '/api/desk/country/:cCode',
  deskUnit: '/api/desk/unit/:stakeDB',
  /**
   * GET, query `list`, `page`, `ward`, `interviewer`: the children counted in one of its numbers.
   */
  deskChildren: '/api/desk/children',
  deskCountryChildren: '/api/desk/country/:cCode/children',
  deskUnitChildren: '/api/desk/unit/:stakeDB/children',
  /** POST: what became of a referral, said by whoever holds its slip, without an account. */
  referral: REFERRAL_PATH,
  /** GET: the slips of the children that moved away from a unit. */
  movedSlips: MOVED_SLIPS_PATH,
  /** GET: that the process lives, and its version. */
  health: '/health',
  /** GET: whether the server can do its work, and what an operator should see to. */
  ready: '/ready',
  /** GET: figures for Prometheus, for this machine or with `CRECE_METRICS_TOKEN`. */
  metrics: '/metrics',
  /** POST: what arrives of a request; for the command line of the server's own machine. */
  localEcho: '/api/local/echo',
  /** POST: a backup, made by the server; for the command line of its own machine. */
  localBackup: '/api/local/backup',

  signup: '/api/auth/signup',
  signin: '/api/auth/signin',
  forgot: '/api/auth/forgot',
  /** GET: whether the link is still valid; POST: the new password. */
  reset: '/api/auth/reset/:token',
  /** POST: whether the link's secret is valid (`{ secret }`). */
  firstAdminCheck: '/api/auth/first-admin/check',
  /** POST: creates the first administrator. */
  firstAdmin: '/api/auth/first-admin',
  /** POST: exchanges the one-use code of a social sign-in for `{ user, token, redirectTo }`. */
  exchange: '/api/auth/exchange',
  /**
   * GET, by navigation: redirects to the provider; query `redirect_to`, and `known_only=true` when
   * no account may be created.
   */
  provider: '/api/auth/:provider',
  /** GET, by navigation from the provider. */
  providerCallback: '/api/auth/:provider/callback',

  /** PUT: own profile; GET: a page of all accounts; POST: a new account by an administrator. */
  users: '/api/users',
  password: '/api/users/password',
  /** POST: sends the link to one's own new address again; DELETE: cancels the change. */
  ownEmail: '/api/users/email',
  /** GET: what the link in a mail about a new address would do; POST: does it. */
  emailLink: '/api/auth/email/:token',
  /** GET: one's own open sessions; DELETE: ends all except the current one. */
  sessions: '/api/users/sessions',
  /** DELETE: ends one of them, by its id in the list. */
  listedSession: '/api/users/sessions/:sessionId',
  /** DELETE, query `provider`: removes a social account. */
  socialAccounts: '/api/users/accounts',
  /** POST `{ redirectTo }`: starts to link a social account; returns `{ url }` for navigation. */
  linkAccount: '/api/users/accounts/:provider',
  /** POST multipart `newProfilePicture`; DELETE removes the picture. */
  picture: '/api/users/picture',
  /** GET: a profile picture by its unguessable name. */
  pictureFile: '/api/pictures/:name',
  /** GET, PUT, DELETE: one account, for administrators. */
  user: '/api/users/:userId',
  /** POST: erases it for good, 202. */
  eraseAccount: '/api/users/:userId/erasure',

  /** GET: how the phones are that synchronise, for administrators. */
  phones: '/api/phones',

  /** POST `{ grant }`: an administrator's answer. */
  roleRequest: '/api/role-requests/:userId',

  /** GET: who was erased for good, without names, for administrators. */
  erasures: '/api/erasures',
  /** POST: erases a child or a mother of a unit for good, 202. */
  erase: '/api/erasures/:stakeDB',
  /** GET: the children kept for the programme's term; POST: erases them as they were seen, 202. */
  keptLong: '/api/kept-long',

  /**
   * GET: whether a unit was joined to another; POST `{ to }`: joins it, 202; DELETE: undoes that, 202.
   */
  joining: '/api/units/:stakeDB/joining',

  /** GET: a page of the audit log, for administrators. */
  audit: '/api/audit',
  /** GET: the same as CSV. */
  auditCsv: '/api/audit.csv',
  /** GET, PUT: the whole catalogue, for administrators. */
  catalogue: '/api/catalogue',
  /**
   * PUT `{ was, settings }`: the settings of the programme, by an administrator without a scope.
   */
  programme: '/api/admin/settings',
  /** GET: the change that made them. POST `{ number }`: puts it back. */
  programmeLast: '/api/admin/settings/last',
  /** GET: how far a new server is set up, for an administrator without a scope. */
  firstSteps: '/api/admin/first-steps',
  /** GET: which build runs and how the server is, for an administrator without a scope. */
  serverState: '/api/admin/server',
  /** GET: the OpenAPI document, for administrators. */
  docs: '/api/docs',
} as const;
