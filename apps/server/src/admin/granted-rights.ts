import { isDeepStrictEqual } from 'node:util';
import type { UserRequest } from '@crece/contract';
import { type Catalogue, findStake, type Issue, ROLES, type Role } from '@crece/domain';
import type { StoredAccount } from '../accounts/stored-account.ts';

/** Roles and scope as they are kept. */
export type Rights = Pick<StoredAccount, 'roles' | 'scope'>;

/** Each role once, in the order of the table; sync stands beside user, never instead of it. */
export function tidyRoles(roles: readonly Role[]): Role[] {
  const isAlone = roles.includes('sync') && !roles.includes('phl-pilot');
  const wanted = new Set<Role>(isAlone ? [...roles, 'user'] : roles);
  return ROLES.filter((role) => role !== 'guest' && wanted.has(role));
}

function sorted(names: readonly string[] | undefined): string[] {
  return [...new Set(names)].sort();
}

/** A scope with each name once, in order; without the half that names nothing. */
export function tidyScope(scope: UserRequest['scope']): StoredAccount['scope'] {
  if (scope === undefined || scope === null) return undefined;
  const countries = sorted(scope.countries);
  const stakes = sorted(scope.stakes);
  return {
    ...(countries.length === 0 ? {} : { countries }),
    ...(stakes.length === 0 ? {} : { stakes }),
  };
}

/** What is wrong with roles and scope that an administrator wants to give. */
export function checkRights({ roles, scope }: Rights, catalogue: Catalogue): Issue[] {
  const issues: Issue[] = [];
  if (roles.length === 0) issues.push({ field: 'roles', code: 'roles-required' });
  if (scope === undefined) return issues;
  const { countries = [], stakes = [] } = scope;
  // An empty scope would read as "everywhere" to whoever gives it and mean "nowhere".
  if (countries.length + stakes.length === 0) issues.push({ field: 'scope', code: 'scope-empty' });
  for (const code of countries) {
    if (catalogue.countries.some((country) => country.code === code)) continue;
    issues.push({ field: 'scope.countries', code: 'country-unknown', params: { code } });
  }
  for (const stakeDB of stakes) {
    if (findStake(catalogue, stakeDB) !== null) continue;
    issues.push({ field: 'scope.stakes', code: 'unit-unknown', params: { stakeDB } });
  }
  return issues;
}

/**
 * What an administrator who is limited to places may not give: rights beyond those places. Without
 * it a limited one would make an account of their own without limits.
 */
export function checkReach(
  { scope: own }: Pick<StoredAccount, 'scope'>,
  { scope }: Pick<Rights, 'scope'>,
  catalogue: Catalogue,
): Issue[] {
  if (own === undefined) return [];
  const { countries = [], stakes = [] } = own;
  const isWithin =
    scope !== undefined &&
    (scope.countries ?? []).every((code) => countries.includes(code)) &&
    (scope.stakes ?? []).every((stakeDB) => {
      const code = findStake(catalogue, stakeDB)?.country.code;
      return stakes.includes(stakeDB) || (code !== undefined && countries.includes(code));
    });
  return isWithin ? [] : [{ field: 'scope', code: 'scope-wider' }];
}

/** Whether two accounts may do the same: order and repetition do not count. */
export function isSameRights(a: Rights, b: Rights): boolean {
  return (
    isDeepStrictEqual(tidyRoles(a.roles), tidyRoles(b.roles)) &&
    isDeepStrictEqual(tidyScope(a.scope), tidyScope(b.scope))
  );
}

/** What changed, for the audit log: `roles +sync -admin; scope GTM zacapa_stake_gtm`. */
export function describeRights(before: Rights, after: Rights): string {
  const roles = [
    ...after.roles.filter((role) => !before.roles.includes(role)).map((role) => `+${role}`),
    ...before.roles.filter((role) => !after.roles.includes(role)).map((role) => `-${role}`),
  ];
  const { countries = [], stakes = [] } = after.scope ?? {};
  const scope = after.scope === undefined ? 'all' : [...countries, ...stakes].join(' ');
  return [
    ...(roles.length === 0 ? [] : [`roles ${roles.join(' ')}`]),
    ...(isDeepStrictEqual(tidyScope(before.scope), tidyScope(after.scope))
      ? []
      : [`scope ${scope}`]),
  ].join('; ');
}
