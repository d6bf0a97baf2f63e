import type { z } from 'zod';
import { deskBody, deskPageBody, deskPageQuery, deskQuery } from './desk.ts';
import { REFUSED } from './errors.ts';
import { countryParams, noParams, unitParams } from './params.ts';
import { API_PATHS } from './paths.ts';

const figures = <Params extends z.ZodType>(url: string, summary: string, params: Params) =>
  ({
    method: 'GET',
    url,
    schema: {
      summary,
      params,
      querystring: deskQuery,
      response: { 200: deskBody, ...REFUSED },
    },
  }) as const;

const children = <Params extends z.ZodType>(url: string, summary: string, params: Params) =>
  ({
    method: 'GET',
    url,
    schema: {
      summary: `${summary}: the children behind one of its numbers`,
      params,
      querystring: deskPageQuery,
      response: { 200: deskPageBody, ...REFUSED },
    },
  }) as const;

const EVERYWHERE = 'The desk of all units that the account has reports of';
const COUNTRY = 'The desk of a country: of its units those that the account has reports of';
const UNIT = 'The desk of one unit';

/** Calls of the coordinator's desk: of all places, a country, a unit. */
export const DESK_CALLS = {
  desk: figures(API_PATHS.desk, EVERYWHERE, noParams),
  deskChildren: children(API_PATHS.deskChildren, EVERYWHERE, noParams),
  deskCountry: figures(API_PATHS.deskCountry, COUNTRY, countryParams),
  deskCountryChildren: children(API_PATHS.deskCountryChildren, COUNTRY, countryParams),
  deskUnit: figures(API_PATHS.deskUnit, UNIT, unitParams),
  deskUnitChildren: children(API_PATHS.deskUnitChildren, UNIT, unitParams),
} as const;
