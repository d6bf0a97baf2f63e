import type { ErrorBody, UserBody } from '@crece/contract';
import { GRANTED_ROLES, type GrantedRole } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { userBodyOf } from '../../apps/server/src/accounts/stored-account.ts';
import { anApp } from '../../apps/server/src/testing/test-app.ts';
import { anAccount, aSignedIn, call } from '../../apps/server/src/testing/test-people.ts';
import {
  atFormField,
  checkNewUser,
  checkUserChange,
  draftOfUser,
  EMPTY_USER_DRAFT,
  rolesOf,
  scopeOf,
  type UserDraft,
} from '../../apps/web/src/features/admin/user-form.ts';

const roles = fc.subarray<GrantedRole>([...GRANTED_ROLES]);
const countries = fc.subarray(['GTM', 'VEN', 'QQQ', 'gtm']);
const stakes = fc.subarray(['coro_ven', 'coban_stake_gtm', 'calapan_phl', 'gone_gtm']);
const scope = fc.oneof(fc.constant(undefined), fc.record({ countries, stakes }));

/** The roles and places that a person selects in the form of an account; a name may be missing. */
const typed = fc.record({
  firstName: fc.constantFrom('Ana', ' Ana  María ', '', 'x'.repeat(51)),
  roles,
  scope,
});

/** The administrator: one without a scope, and two with one. */
const BY = [undefined, { countries: ['GTM'] }, { countries: ['GTM'], stakes: ['coro_ven'] }];

/** The account in the form: a new one, another person's with some rights, or one's own. */
const whose = fc.oneof(
  fc.constant('new' as const),
  fc.constant('own' as const),
  fc.record({ roles, scope }),
);

type Typed = typeof typed extends fc.Arbitrary<infer Value> ? Value : never;
type Whose = typeof whose extends fc.Arbitrary<infer Value> ? Value : never;

const GUATEMALA = { countries: ['GTM'], stakes: [] };

/** For every rule of the form at least one violation: random drafts may miss one. */
const EXAMPLES: [number, Whose, Typed][] = [
  [0, 'new', { firstName: '', roles: [], scope: { countries: [], stakes: [] } }],
  [
    0,
    'new',
    {
      firstName: 'x'.repeat(51),
      roles: ['sync'],
      scope: { countries: ['QQQ'], stakes: ['gone_gtm'] },
    },
  ],
  [1, 'new', { firstName: 'Ana', roles: ['user'], scope: undefined }],
  [1, { roles: ['user'], scope: undefined }, { firstName: 'Ana', roles: [], scope: GUATEMALA }],
];

function draftOf(begin: UserDraft, { firstName, roles: ticked, scope: places }: Typed): UserDraft {
  return {
    ...begin,
    firstName,
    ...Object.fromEntries(GRANTED_ROLES.map((role) => [role, ticked.includes(role)])),
    reach: places === undefined ? 'everywhere' : 'limited',
    countries: (places?.countries ?? []).join(','),
    stakes: (places?.stakes ?? []).join(','),
  };
}

it('form and server accept or refuse the same account rights, with the same codes and fields', async () => {
  const server = await anApp();
  const boss = { roles: ['user', 'admin'] as GrantedRole[] };
  const people = await Promise.all(
    BY.map((limits, i) =>
      aSignedIn(server, {
        ...boss,
        username: `boss${i}`,
        ...(limits === undefined ? {} : { scope: limits }),
      }),
    ),
  );
  let made = 0;
  const counts = { taken: 0, refused: 0 };
  const seen = new Set<string>();

  /** The account of a form, as the administration reads it; `null` for a new one. */
  async function accountOf(of: Whose, own: string) {
    if (of === 'new') return null;
    const { accounts } = server.services;
    if (of === 'own') {
      const account = await accounts.byId(own);
      return account === null ? null : userBodyOf(account);
    }
    made += 1;
    const { scope: places, ...rights } = of;
    const account = await anAccount(server, {
      ...rights,
      username: `user${made}`,
      ...(places === undefined ? {} : { scope: places }),
    });
    return userBodyOf(account);
  }

  /** The form's result for a draft, and the request that a script would send for it anyway. */
  function attempt(
    user: UserBody | null,
    by: Parameters<typeof checkNewUser>[1]['by'],
    what: Typed,
  ) {
    const granting = { by, catalogue: BUILT_IN_CATALOGUE };
    if (user === null) {
      made += 1;
      const name = { lastName: 'López', email: `new${made}@example.org`, username: `new${made}` };
      const draft = draftOf({ ...EMPTY_USER_DRAFT, ...name }, what);
      const places = scopeOf(draft);
      return {
        form: checkNewUser(draft, granting),
        line: ['POST', '/api/users'] as const,
        body: {
          ...name,
          firstName: draft.firstName,
          roles: rolesOf(draft),
          ...(places === null ? {} : { scope: places }),
        },
      };
    }
    const draft = draftOf(draftOfUser(user), what);
    // The form of one's own account sends its roles and places unchanged.
    const isOwn = user.id === by.id;
    return {
      form: checkUserChange(draft, user, granting),
      line: ['PUT', `/api/users/${user.id}`] as const,
      body: {
        firstName: draft.firstName,
        lastName: draft.lastName,
        roles: isOwn ? user.roles : rolesOf(draft),
        scope: isOwn ? (user.scope ?? null) : scopeOf(draft),
      },
    };
  }

  await fc.assert(
    fc.asyncProperty(fc.nat(BY.length - 1), whose, typed, async (nth, of, what) => {
      const person = people[nth];
      if (person === undefined) throw new Error('nobody');
      const { account: by, token } = person;
      const { form, line, body } = attempt(await accountOf(of, by.id), by, what);
      const [method, path] = line;
      const answer = await call(server, method, path, body, { token });
      if (answer.statusCode === 403) {
        // An account outside the administrator's scope has no form; a form opened earlier is
        // refused.
        const told = form.ok ? [] : form.issues.map(({ code }) => code);
        expect(told).toContain('account-wider');
        seen.add('account-wider');
        return;
      }
      expect([200, 422]).toContain(answer.statusCode);
      const issues = answer.statusCode === 200 ? [] : (answer.json<ErrorBody>().issues ?? []);
      expect(issues.map(atFormField).map(({ code, field }) => `${field} ${code}`)).toEqual(
        form.ok ? [] : form.issues.map(({ code, field }) => `${field} ${code}`),
      );
      expect(form.ok).toBe(answer.statusCode === 200);
      counts[form.ok ? 'taken' : 'refused'] += 1;
      for (const { code } of issues) seen.add(code);
    }),
    { numRuns: 250, endOnFailure: true, examples: EXAMPLES },
  );
  // Both outcomes were tried, and every rule of the form was broken.
  expect(counts.taken).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
  expect([...seen].sort()).toEqual([
    'account-wider',
    'country-unknown',
    'name-length',
    'name-required',
    'roles-required',
    'scope-empty',
    'scope-wider',
    'sync-needs-user',
    'unit-unknown',
  ]);
}, 120_000);
