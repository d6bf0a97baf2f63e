import type { Action } from '@crece/domain';

/**
 * Who may make a call: everybody, anybody signed in, or roles that the domain's table allows the
 * action.
 */
export type CallRight = Action | 'everyone' | 'signed-in';

/**
 * Who may make which call, written a second time on purpose. A test compares the server's routes
 * with this table (a route that is missing here or declares another right fails) and the
 * application's routes with the calls of their pages. A HEAD has the right of its GET.
 */
export const CALL_RIGHTS = {
  'GET /health': 'everyone',
  'GET /ready': 'everyone',
  'GET /metrics': 'everyone',
  'POST /api/local/echo': 'everyone',
  'POST /api/local/backup': 'everyone',
  'GET /': 'everyone',
  'GET /*': 'everyone',
  'GET /api/config': 'everyone',
  'GET /api/children/stakes': 'everyone',
  'GET /api/pictures/:name': 'everyone',

  'POST /api/auth/signup': 'everyone',
  'POST /api/auth/signin': 'everyone',
  'GET /api/auth/signout': 'everyone',
  'GET /api/auth/session': 'signed-in',
  'POST /api/auth/forgot': 'everyone',
  'GET /api/auth/reset/:token': 'everyone',
  'POST /api/auth/reset/:token': 'everyone',
  'GET /api/auth/email/:token': 'everyone',
  'POST /api/auth/email/:token': 'everyone',
  'POST /api/auth/first-admin/check': 'everyone',
  'POST /api/auth/first-admin': 'everyone',
  'POST /api/auth/exchange': 'everyone',
  'GET /api/auth/:provider': 'everyone',
  'GET /api/auth/:provider/callback': 'everyone',

  'PUT /api/users': 'own-settings',
  'POST /api/users/password': 'own-settings',
  'POST /api/users/email': 'own-settings',
  'DELETE /api/users/email': 'own-settings',
  'GET /api/users/sessions': 'own-settings',
  'DELETE /api/users/sessions': 'own-settings',
  'DELETE /api/users/sessions/:sessionId': 'own-settings',
  'DELETE /api/users/accounts': 'own-settings',
  'POST /api/users/accounts/:provider': 'own-settings',
  'POST /api/users/picture': 'own-settings',
  'DELETE /api/users/picture': 'own-settings',
  'POST /api/role-requests': 'own-settings',
  'DELETE /api/role-requests': 'own-settings',

  'GET /api/users': 'manage-users',
  'POST /api/users': 'manage-users',
  'GET /api/users/:userId': 'manage-users',
  'PUT /api/users/:userId': 'manage-users',
  'DELETE /api/users/:userId': 'manage-users',
  'GET /api/role-requests': 'manage-users',
  'POST /api/role-requests/:userId': 'manage-users',
  'GET /api/phones': 'manage-users',
  'GET /api/audit': 'manage-users',
  'GET /api/audit.csv': 'manage-users',

  'GET /api/erasures': 'manage-users',
  'POST /api/erasures/:stakeDB': 'manage-users',

  'GET /api/catalogue': 'manage-catalogue',
  'PUT /api/catalogue': 'manage-catalogue',
  'PUT /api/admin/settings': 'manage-settings',
  'GET /api/admin/first-steps': 'manage-settings',
  'GET /api/admin/server': 'manage-settings',
  'GET /api/docs': 'manage-settings',

  'POST /api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat': 'report-unit',
  'GET /api/children/sync': 'sync',
  'GET /api/children/updateviews/:stakeDB': 'update-views',
  'GET /api/children/compactDB/:stakeDB': 'compact',
  'GET /api/children/removed/:stakeDB': 'sync',
  'GET /api/children/:childId': 'sync',
  'PUT /api/children/:childId': 'sync',

  'GET /api/desk': 'report-country',
  'GET /api/desk/children': 'report-country',
  'GET /api/desk/country/:cCode': 'report-country',
  'GET /api/desk/country/:cCode/children': 'report-country',
  'GET /api/desk/unit/:stakeDB': 'report-unit',
  'GET /api/desk/unit/:stakeDB/children': 'report-unit',
  'GET /api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect':
    'report-unit',
  'GET /api/children/update/:stakeDB/:stakeName/:cCode/:scopeType': 'convert',
  'POST /api/children/upload/:stakeDB': 'upload',
  'GET /api/imports': 'upload',
  'GET /api/imports/:jobId': 'upload',
  'POST /api/imports/:jobId/undo': 'upload',
  'GET /api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect':
    'report-unit',
  'GET /api/reports': 'report-unit',
  'GET /api/reports/:jobId': 'report-unit',
  'DELETE /api/reports/:jobId': 'report-unit',
  'POST /api/files/:fileName/ticket': 'download-file',
  'GET /files/:fileName': 'everyone',

  'GET /sync': 'everyone',
  'GET /sync/*': 'everyone',
  'POST /sync/*': 'everyone',
  'PUT /sync/*': 'everyone',
  'DELETE /sync/*': 'everyone',
  'GET /sync/:stakeDB': 'sync',
  'PUT /sync/:stakeDB': 'sync',
  'GET /sync/:stakeDB/_changes': 'sync',
  'POST /sync/:stakeDB/_changes': 'sync',
  'POST /sync/:stakeDB/_bulk_get': 'sync',
  'POST /sync/:stakeDB/_revs_diff': 'sync',
  'GET /sync/:stakeDB/_all_docs': 'sync',
  'POST /sync/:stakeDB/_all_docs': 'sync',
  'GET /sync/:stakeDB/_snapshot': 'sync',
  'GET /sync/:stakeDB/:id': 'sync',
  'POST /sync/:stakeDB/_bulk_docs': 'sync',
  'POST /sync/:stakeDB/_ensure_full_commit': 'sync',
  'GET /sync/:stakeDB/_local/:id': 'sync',
  'PUT /sync/:stakeDB/_local/:id': 'sync',
  'DELETE /sync/:stakeDB/_local/:id': 'sync',
} as const satisfies Record<string, CallRight>;
