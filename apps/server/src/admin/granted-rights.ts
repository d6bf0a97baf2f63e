import { isSameRights, type Rights } from '@crece/domain';

/** A description for the audit log: `roles +sync -admin; scope GTM zacapa_stake_gtm`. */
export function describeRights(before: Rights, after: Rights): string {
  const roles = [
    ...after.roles.filter((role) => !before.roles.includes(role)).map((role) => `+${role}`),
    ...before.roles.filter((role) => !after.roles.includes(role)).map((role) => `-${role}`),
  ];
  const isSameScope = isSameRights({ ...before, roles: [] }, { ...after, roles: [] });
  const { countries = [], stakes = [] } = after.scope ?? {};
  const scope = after.scope ? [...countries, ...stakes].join(' ') : 'all';
  return [
    ...(roles.length === 0 ? [] : [`roles ${roles.join(' ')}`]),
    ...(isSameScope ? [] : [`scope ${scope}`]),
  ].join('; ');
}
