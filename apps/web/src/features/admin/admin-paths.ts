import type { Role } from '@crece/domain';
import { generatePath } from 'react-router';

/** Query of the users list's address, so that the browser's Back restores it. */
export interface UsersQuery {
  page: number;
  search: string;
  role: Role | null;
}

/** Query of the audit log's address; dates are `YYYY-MM-DD` or empty. */
export interface AuditQuery {
  page: number;
  who: string;
  what: string;
  from: string;
  to: string;
}

function withQuery(path: string, params: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== '' && value !== 1) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const usersPath = ({ page = 1, search = '', role = null }: Partial<UsersQuery> = {}) =>
  withQuery('/admin/users', { page, search, role });

export const newUserPath = () => '/admin/users/new';

export const userPath = (userId: string) => generatePath('/admin/users/:userId', { userId });

export const editUserPath = (userId: string) =>
  generatePath('/admin/users/:userId/edit', { userId });

export const requestsPath = () => '/admin/requests';

export const auditPath = ({ page = 1, ...filters }: Partial<AuditQuery> = {}) =>
  withQuery('/admin/audit', { page, ...filters });

export const placesPath = () => '/admin/places';

export const programmePath = () => '/admin/programme';

/** The form for a country that is not in the list yet. */
export const newCountryPath = () => withQuery('/admin/places', { add: 'country' });

/** A country of the list: its units, or one of its forms. */
export const countryPath = (code: string, part: { unit?: string; form?: CountryForm } = {}) =>
  withQuery(generatePath('/admin/places/:country', { country: code }), {
    form: part.form ?? null,
    unit: part.unit ?? null,
  });

/** The forms on a country's page: the country's name and flag, a new unit, a unit. */
export type CountryForm = 'country' | 'add' | 'unit';

/** The page number in an address; an invalid one is page 1. */
export function pageOfAddress(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
