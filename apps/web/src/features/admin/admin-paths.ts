import type { Role } from '@crece/domain';
import { pathTo } from '../../shared/navigation/feature.ts';
import { admin } from './feature.ts';

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

export const firstStepsPath = () => admin.pages.firstSteps.at;

export const serverPath = () => admin.pages.server.at;

export const usersPath = ({ page = 1, search = '', role = null }: Partial<UsersQuery> = {}) =>
  withQuery(admin.pages.users.at, { page, search, role });

export const newUserPath = () => admin.pages.newUser.at;

export const userPath = (userId: string) => pathTo(admin.pages.user, { userId });

export const editUserPath = (userId: string) => pathTo(admin.pages.editUser, { userId });

export const requestsPath = () => admin.pages.requests.at;

export const phonesPath = (page = 1) => withQuery(admin.pages.phones.at, { page });

export const auditPath = ({ page = 1, ...filters }: Partial<AuditQuery> = {}) =>
  withQuery(admin.pages.audit.at, { page, ...filters });

export const erasuresPath = () => admin.pages.erasures.at;

export const placesPath = () => admin.pages.places.at;

export const programmePath = () => admin.pages.programme.at;

/** The form for a country that is not in the list yet. */
export const newCountryPath = () => withQuery(admin.pages.places.at, { add: 'country' });

/** A country of the list: its units, or one of its forms. */
export const countryPath = (code: string, part: { unit?: string; form?: CountryForm } = {}) =>
  withQuery(pathTo(admin.pages.country, { country: code }), {
    form: part.form ?? null,
    unit: part.unit ?? null,
  });

/** The forms on a country's page: the country's name and flag, a new unit, a unit. */
export type CountryForm = 'country' | 'add' | 'unit';

/** The page number in an address; an invalid one is page 1. */
export function pageOfAddress(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
