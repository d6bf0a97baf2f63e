import { PHONE_PATHS } from './phone-paths.ts';

/**
 * The calls that the server answers; `:name` is a parameter. Pages that are fetched when they are
 * opened take their paths from here; the others from `PHONE_PATHS`, so that no phone keeps these.
 */
export const API_PATHS = {
  ...PHONE_PATHS,

  /** GET, query `stakeName`, `socketRoomId`, `format`: begins a report, 202; role by scope. */
  report:
    '/api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
  /** POST `ExportRequestBody`, query `socketRoomId`: begins a file for other programs, 202. */
  export: '/api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat',
  /** GET, query `limit` (20): the first rows of that report and their number; nothing is written. */
  reportPreview:
    '/api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
  /** GET, query `socketRoomId`: begins "Convert z-scores", 202. */
  convert: '/api/children/update/:stakeDB/:stakeName/:cCode/:scopeType',
  /** POST multipart `key`, query `UploadQuery`: checks or imports a file; answers the account with `import`. */
  upload: '/api/children/upload/:stakeDB',
  /** GET: one's own imports, the newest first. */
  imports: '/api/imports',
  /** GET: one of them, or a dry run. */
  import: '/api/imports/:jobId',
  /** POST: takes an import back as a whole; answers the job that does it. */
  importUndo: '/api/imports/:jobId/undo',
  /** GET: one's own reports, the newest first. */
  reportJobs: '/api/reports',
  /** GET: one of them; DELETE: stops it, or deletes its file and forgets it. */
  reportJob: '/api/reports/:jobId',
  /** POST: a ticket for one download of a file of one's own. */
  fileTicket: '/api/files/:fileName/ticket',
  /** GET with the token or `?ticket=`: the file; a plain navigation gets the application. */
  file: '/files/:fileName',
  /** GET, PUT, query `stakeDB`: one child, through the same gate as a write by sync. */
  child: '/api/children/:childId',
  /** GET: the coordinator's desk of all places of an administrator, of a country's, of one unit. */
  desk: '/api/desk',
  deskCountry: '/api/desk/country/:cCode',
  deskUnit: '/api/desk/unit/:stakeDB',
  /** GET, query `list`, `page`, `ward`, `interviewer`: the children behind one of its numbers. */
  deskChildren: '/api/desk/children',
  deskCountryChildren: '/api/desk/country/:cCode/children',
  deskUnitChildren: '/api/desk/unit/:stakeDB/children',
  /** GET: whether the server is up, and its version. */
  health: '/health',

  signup: '/api/auth/signup',
  signin: '/api/auth/signin',
  forgot: '/api/auth/forgot',
  /** GET: whether the link can be used; POST: the new password. */
  reset: '/api/auth/reset/:token',
  /** POST: whether the link's secret is good (`{ secret }`). */
  firstAdminCheck: '/api/auth/first-admin/check',
  /** POST: makes the first administrator. */
  firstAdmin: '/api/auth/first-admin',
  /** POST: trades the one-use code of a social sign-in for `{ user, token, redirectTo }`. */
  exchange: '/api/auth/exchange',
  /** GET, by navigation: leaves for the provider; query `redirect_to`, and `known_only=true` where no account may be made. */
  provider: '/api/auth/:provider',
  /** GET, by navigation from the provider. */
  providerCallback: '/api/auth/:provider/callback',

  /** PUT: own profile; GET: a page of all accounts; POST: a new account by an administrator. */
  users: '/api/users',
  password: '/api/users/password',
  /** POST: sends the link to one's own new address again; DELETE: gives the change up. */
  ownEmail: '/api/users/email',
  /** GET: what the link of a mail about a new address does; POST: does it. */
  emailLink: '/api/auth/email/:token',
  /** GET: one's own open sessions; DELETE: ends all but this one. */
  sessions: '/api/users/sessions',
  /** DELETE: ends one of them, by its id in the list. */
  listedSession: '/api/users/sessions/:sessionId',
  /** DELETE, query `provider`: takes a social account off. */
  socialAccounts: '/api/users/accounts',
  /** POST `{ redirectTo }`: begins to link a social account; answers `{ url }` to navigate to. */
  linkAccount: '/api/users/accounts/:provider',
  /** POST multipart `newProfilePicture`; DELETE takes the picture off. */
  picture: '/api/users/picture',
  /** GET: a profile picture by its unguessable name. */
  pictureFile: '/api/pictures/:name',
  /** GET, PUT, DELETE: one account, for administrators. */
  user: '/api/users/:userId',

  /** POST `{ grant }`: an administrator's answer. */
  roleRequest: '/api/role-requests/:userId',

  /** GET: a page of the audit log, for administrators. */
  audit: '/api/audit',
  /** GET: the same as CSV. */
  auditCsv: '/api/audit.csv',
  /** GET, PUT: the whole catalogue, for administrators. */
  catalogue: '/api/catalogue',
  /** PUT `{ was, settings }`: the settings of the programme, by an administrator of all places. */
  programme: '/api/admin/settings',
  /** GET: the OpenAPI document, for administrators. */
  docs: '/api/docs',
} as const;
