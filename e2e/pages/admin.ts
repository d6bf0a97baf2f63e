import { API_PATHS, type CatalogueBody, type UserBody } from '@crece/contract';
import type { Page } from '@playwright/test';
import { type AccountServer, answerOf, signInByCall } from '../support/account-server.ts';
import { takeSession } from './accounts.ts';

/** The administrator on this device, in a separate session. */
export async function enterAsAdmin(page: Page, server: AccountServer): Promise<void> {
  await takeSession(page, await signInByCall(server, server.admin));
}

export const userAddress = ({ id }: Pick<UserBody, 'id'>) => `/admin/users/${id}`;

/** The rows of a list in the page's main part. */
export const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** A fact about an account by its label, such as "Works in". */
export const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name });

/** The list of places with its revision. */
export function readPlaces(server: AccountServer): Promise<CatalogueBody> {
  return answerOf(server, 'GET', API_PATHS.catalogue, { token: server.adminToken });
}

/** Another administrator's change of a country's units, by API call. */
export async function changeUnits(
  server: AccountServer,
  code: string,
  nameOf: (name: string, stakeDB: string) => string,
): Promise<void> {
  const { rev, catalogue } = await readPlaces(server);
  const countries = catalogue.countries.map((country) =>
    country.code === code
      ? {
          ...country,
          stakes: country.stakes.map((unit) => ({
            ...unit,
            stakeName: nameOf(unit.stakeName, unit.stakeDB),
          })),
        }
      : country,
  );
  const body = { rev, catalogue: { ...catalogue, countries } };
  await answerOf(server, 'PUT', API_PATHS.catalogue, { token: server.adminToken, body });
}
