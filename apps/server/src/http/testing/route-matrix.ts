/** The kinds of callers, in the order of the table's columns. */
export const ACTORS = [
  'guest',
  'slip',
  'user',
  'userVEN',
  'sync',
  'syncVEN',
  'syncUnit',
  'pilot',
  'pilotSync',
  'admin',
  'adminVEN',
  'adminUnit',
  'expired',
  'deleted',
  'demoted',
  'forged',
] as const;
export type Actor = (typeof ACTORS)[number];

/** What calls are about: the unit of `syncUnit` and `adminUnit`, one of VEN, one of the pilot. */
export const PLACES = {
  gtm: { stakeDB: 'coban_stake_gtm', countryCode: 'GTM' },
  ven: { stakeDB: 'merida_ven', countryCode: 'VEN' },
  pilot: { stakeDB: 'calapan_phl', countryCode: 'PHL' },
} as const;
export type Place = keyof typeof PLACES;

/** One line of the table. */
export interface MatrixLine {
  readonly route: string;
  /** Null: the call names no place. */
  readonly place: Place | null;
  readonly expected: readonly string[];
  /** The line with these answers, as it stands in the table. */
  readonly line: (answers: readonly string[]) => string;
}

const LINE = /^(\S+ \S+)(?: (gtm|ven|pilot))? {2,}(\S.*)$/;

const isPlace = (word: string | undefined): word is Place =>
  word !== undefined && Object.hasOwn(PLACES, word);

/** The lines of the table; throws for one that it cannot read. */
export function readTable(): readonly MatrixLine[] {
  const lines = TABLE.trim().split('\n');
  return lines.map((text) => {
    const [, route = '', place, answers = ''] = LINE.exec(text) ?? [];
    const expected = answers.split(' ');
    if (expected.length !== ACTORS.length) throw new Error(`not a line of the table: ${text}`);
    const start = text.slice(0, text.length - answers.length);
    return {
      route,
      place: isPlace(place) ? place : null,
      expected,
      line: (others) => `${start}${others.join(' ')}`,
    };
  });
}

/**
 * What each caller is told, in the order of `ACTORS`: 1 = 401 (sign in), 3 = 403 (may not), 4 = 404
 * (there is nothing), a dot = let in (also where the form is refused: 400, 409, 413, 415, 422, 429).
 * A 4 in one column with a 3 in another is a caller that may look and finds nothing.
 *
 *       guest
 *       | holder of a slip, who has no account
 *       | | user
 *       | | | user of another country
 *       | | | | sync
 *       | | | | | sync of another country
 *       | | | | | | sync of one unit
 *       | | | | | | | pilot
 *       | | | | | | | | pilot and sync
 *       | | | | | | | | | administrator
 *       | | | | | | | | | | administrator of another country
 *       | | | | | | | | | | | administrator of one unit
 *       | | | | | | | | | | | | expired token
 *       | | | | | | | | | | | | | deleted account
 *       | | | | | | | | | | | | | | role taken away
 *       | | | | | | | | | | | | | | | forged token
 */
const TABLE = `
GET /health                                                       . . . . . . . . . . . . . . . .
GET /ready                                                        . . . . . . . . . . . . . . . .
GET /metrics                                                      . . . . . . . . . . . . . . . .
POST /api/local/backup                                            4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
POST /api/local/echo                                              4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
GET /                                                             . . . . . . . . . . . . . . . .
GET /*                                                            4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
GET /api/config                                                   . . . . . . . . . . . . . . . .
GET /api/children/stakes                                          . . . . . . . . . . . . . . . .
GET /api/pictures/:name                                           4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
POST /api/referral                                                . . . . . . . . . . . . . . . .
POST /api/auth/signup                                             . . . . . . . . . . . . . . . .
POST /api/auth/signin                                             . . . . . . . . . . . . . . . .
GET /api/auth/signout                                             . . . . . . . . . . . . . . . .
GET /api/auth/session                                             1 1 . . . . . . . . . . 1 1 1 1
POST /api/auth/forgot                                             . . . . . . . . . . . . . . . .
GET /api/auth/reset/:token                                        . . . . . . . . . . . . . . . .
POST /api/auth/reset/:token                                       . . . . . . . . . . . . . . . .
GET /api/auth/email/:token                                        . . . . . . . . . . . . . . . .
POST /api/auth/email/:token                                       . . . . . . . . . . . . . . . .
POST /api/auth/first-admin/check                                  . . . . . . . . . . . . . . . .
POST /api/auth/first-admin                                        . . . . . . . . . . . . . . . .
POST /api/auth/exchange                                           . . . . . . . . . . . . . . . .
GET /api/auth/:provider                                           . . . . . . . . . . . . . . . .
GET /api/auth/:provider/callback                                  . . . . . . . . . . . . . . . .
PUT /api/users                                                    1 1 . . . . . . . . . . 1 1 1 1
POST /api/users/password                                          1 1 . . . . . . . . . . 1 1 1 1
POST /api/users/email                                             1 1 4 4 4 4 4 4 4 4 4 4 1 1 1 1
DELETE /api/users/email                                           1 1 . . . . . . . . . . 1 1 1 1
GET /api/users/sessions                                           1 1 . . . . . . . . . . 1 1 1 1
DELETE /api/users/sessions                                        1 1 . . . . . . . . . . 1 1 1 1
DELETE /api/users/sessions/:sessionId                             1 1 4 4 4 4 4 4 4 4 4 4 1 1 1 1
DELETE /api/users/accounts                                        1 1 . . . . . . . . . . 1 1 1 1
POST /api/users/accounts/:provider                                1 1 . . . . . . . . . . 1 1 1 1
POST /api/users/picture                                           1 1 . . . . . . . . . . 1 1 1 1
DELETE /api/users/picture                                         1 1 . . . . . . . . . . 1 1 1 1
POST /api/role-requests                                           1 1 . . . . . . . . . . 1 1 1 1
DELETE /api/role-requests                                         1 1 . . . . . . . . . . 1 1 1 1
GET /api/phones                                                   1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/users                                                    1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
POST /api/users                                                   1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/users/:userId gtm                                        1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
GET /api/users/:userId ven                                        1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
GET /api/users/:userId pilot                                      1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
PUT /api/users/:userId gtm                                        1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
PUT /api/users/:userId ven                                        1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
PUT /api/users/:userId pilot                                      1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
DELETE /api/users/:userId gtm                                     1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
DELETE /api/users/:userId ven                                     1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
DELETE /api/users/:userId pilot                                   1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
POST /api/users/:userId/erasure gtm                               1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
POST /api/users/:userId/erasure ven                               1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
POST /api/users/:userId/erasure pilot                             1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/role-requests                                            1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
POST /api/role-requests/:userId gtm                               1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
POST /api/role-requests/:userId ven                               1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
POST /api/role-requests/:userId pilot                             1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/audit                                                    1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/audit.csv                                                1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/erasures                                                 1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/kept-long                                                1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
POST /api/kept-long                                               1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
POST /api/erasures/:stakeDB gtm                                   1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
POST /api/erasures/:stakeDB ven                                   1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
POST /api/erasures/:stakeDB pilot                                 1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/units/:stakeDB/joining gtm                               1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
GET /api/units/:stakeDB/joining ven                               1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
GET /api/units/:stakeDB/joining pilot                             1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
POST /api/units/:stakeDB/joining gtm                              1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
POST /api/units/:stakeDB/joining ven                              1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
POST /api/units/:stakeDB/joining pilot                            1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
DELETE /api/units/:stakeDB/joining gtm                            1 1 3 3 3 3 3 3 3 4 3 4 1 1 1 1
DELETE /api/units/:stakeDB/joining ven                            1 1 3 3 3 3 3 3 3 4 4 3 1 1 1 1
DELETE /api/units/:stakeDB/joining pilot                          1 1 3 3 3 3 3 3 3 4 3 3 1 1 1 1
GET /api/catalogue                                                1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
PUT /api/catalogue                                                1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
PUT /api/admin/settings                                           1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/admin/settings/last                                      1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
POST /api/admin/settings/last                                     1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/admin/first-steps                                        1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/admin/server                                             1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
GET /api/docs                                                     1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
POST /api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat gtm  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat ven  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat pilot  1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/sync                                            1 1 3 3 . . . 3 . . . . 1 1 1 1
GET /api/children/updateviews/:stakeDB gtm                        1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/updateviews/:stakeDB ven                        1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/updateviews/:stakeDB pilot                      1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/compactDB/:stakeDB gtm                          1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/compactDB/:stakeDB ven                          1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/compactDB/:stakeDB pilot                        1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/removed/:stakeDB gtm                            1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/removed/:stakeDB ven                            1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/removed/:stakeDB pilot                          1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/moved/:stakeDB gtm                              1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/moved/:stakeDB ven                              1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/moved/:stakeDB pilot                            1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/:childId gtm                                    1 1 3 3 4 3 4 3 3 4 3 4 1 1 1 1
GET /api/children/:childId ven                                    1 1 3 3 4 4 3 3 3 4 4 3 1 1 1 1
GET /api/children/:childId pilot                                  1 1 3 3 4 3 3 3 4 4 3 3 1 1 1 1
POST /api/children/:childId/move gtm                              1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /api/children/:childId/move ven                              1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /api/children/:childId/move pilot                            1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /api/children/:childId/proposal gtm                          1 1 3 3 . . . 3 . . . . 1 1 1 1
POST /api/children/:childId/proposal ven                          1 1 3 3 . . . 3 . . . . 1 1 1 1
POST /api/children/:childId/proposal pilot                        1 1 3 3 . . . 3 . . . . 1 1 1 1
GET /api/children/proposals/:stakeDB gtm                          1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/proposals/:stakeDB ven                          1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/proposals/:stakeDB pilot                        1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
PUT /api/children/:childId gtm                                    1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
PUT /api/children/:childId ven                                    1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
PUT /api/children/:childId pilot                                  1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/desk                                                     1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/children                                            1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode gtm                                  1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode ven                                  1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode pilot                                1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode/children gtm                         1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode/children ven                         1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/country/:cCode/children pilot                       1 1 3 3 3 3 3 3 3 . . . 1 1 1 1
GET /api/desk/unit/:stakeDB gtm                                   1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/desk/unit/:stakeDB ven                                   1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/desk/unit/:stakeDB pilot                                 1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/desk/unit/:stakeDB/children gtm                          1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/desk/unit/:stakeDB/children ven                          1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/desk/unit/:stakeDB/children pilot                        1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect gtm  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect ven  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect pilot  1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/children/update/:stakeDB/:stakeName/:cCode/:scopeType gtm  1 1 3 3 3 3 3 3 3 . 3 . 1 1 1 1
GET /api/children/update/:stakeDB/:stakeName/:cCode/:scopeType ven  1 1 3 3 3 3 3 3 3 . . 3 1 1 1 1
GET /api/children/update/:stakeDB/:stakeName/:cCode/:scopeType pilot  1 1 3 3 3 3 3 3 3 . 3 3 1 1 1 1
POST /api/children/upload/:stakeDB gtm                            1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /api/children/upload/:stakeDB ven                            1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /api/children/upload/:stakeDB pilot                          1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/imports                                                  1 1 3 3 . . . 3 . . . . 1 1 1 1
GET /api/imports/:jobId                                           1 1 3 3 4 4 4 3 4 4 4 4 1 1 1 1
POST /api/imports/:jobId/undo                                     1 1 3 3 4 4 4 3 4 4 4 4 1 1 1 1
GET /api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect gtm  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect ven  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect pilot  1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /api/reports                                                  1 1 3 3 . . . 3 . . . . 1 1 1 1
GET /api/reports/:jobId                                           1 1 3 3 4 4 4 3 4 4 4 4 1 1 1 1
DELETE /api/reports/:jobId                                        1 1 3 3 4 4 4 3 4 4 4 4 1 1 1 1
POST /api/files/:fileName/ticket                                  1 1 3 3 4 4 4 3 4 4 4 4 1 1 1 1
GET /files/:fileName                                              1 1 4 4 4 4 4 4 4 4 4 4 1 1 1 1
GET /sync                                                         . . . . . . . . . . . . . . . .
GET /sync/*                                                       4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
POST /sync/*                                                      4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
PUT /sync/*                                                       4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
DELETE /sync/*                                                    4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
GET /sync/:stakeDB gtm                                            1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /sync/:stakeDB ven                                            1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /sync/:stakeDB pilot                                          1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
PUT /sync/:stakeDB gtm                                            1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
PUT /sync/:stakeDB ven                                            1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
PUT /sync/:stakeDB pilot                                          1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /sync/:stakeDB/_changes gtm                                   1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /sync/:stakeDB/_changes ven                                   1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /sync/:stakeDB/_changes pilot                                 1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /sync/:stakeDB/_changes gtm                                  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_changes ven                                  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_changes pilot                                1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /sync/:stakeDB/_bulk_get gtm                                 1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_bulk_get ven                                 1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_bulk_get pilot                               1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /sync/:stakeDB/_revs_diff gtm                                1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_revs_diff ven                                1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_revs_diff pilot                              1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /sync/:stakeDB/_all_docs gtm                                  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /sync/:stakeDB/_all_docs ven                                  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /sync/:stakeDB/_all_docs pilot                                1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /sync/:stakeDB/_all_docs gtm                                 1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_all_docs ven                                 1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_all_docs pilot                               1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /sync/:stakeDB/_snapshot gtm                                  1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
GET /sync/:stakeDB/_snapshot ven                                  1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
GET /sync/:stakeDB/_snapshot pilot                                1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /sync/:stakeDB/:id gtm                                        1 1 3 3 4 3 4 3 3 4 3 4 1 1 1 1
GET /sync/:stakeDB/:id ven                                        1 1 3 3 4 4 3 3 3 4 4 3 1 1 1 1
GET /sync/:stakeDB/:id pilot                                      1 1 3 3 4 3 3 3 4 4 3 3 1 1 1 1
POST /sync/:stakeDB/_bulk_docs gtm                                1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_bulk_docs ven                                1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_bulk_docs pilot                              1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
POST /sync/:stakeDB/_ensure_full_commit gtm                       1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
POST /sync/:stakeDB/_ensure_full_commit ven                       1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
POST /sync/:stakeDB/_ensure_full_commit pilot                     1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
GET /sync/:stakeDB/_local/:id gtm                                 1 1 3 3 4 3 4 3 3 4 3 4 1 1 1 1
GET /sync/:stakeDB/_local/:id ven                                 1 1 3 3 4 4 3 3 3 4 4 3 1 1 1 1
GET /sync/:stakeDB/_local/:id pilot                               1 1 3 3 4 3 3 3 4 4 3 3 1 1 1 1
PUT /sync/:stakeDB/_local/:id gtm                                 1 1 3 3 . 3 . 3 3 . 3 . 1 1 1 1
PUT /sync/:stakeDB/_local/:id ven                                 1 1 3 3 . . 3 3 3 . . 3 1 1 1 1
PUT /sync/:stakeDB/_local/:id pilot                               1 1 3 3 . 3 3 3 . . 3 3 1 1 1 1
DELETE /sync/:stakeDB/_local/:id gtm                              1 1 3 3 4 3 4 3 3 4 3 4 1 1 1 1
DELETE /sync/:stakeDB/_local/:id ven                              1 1 3 3 4 4 3 3 3 4 4 3 1 1 1 1
DELETE /sync/:stakeDB/_local/:id pilot                            1 1 3 3 4 3 3 3 4 4 3 3 1 1 1 1
`;
