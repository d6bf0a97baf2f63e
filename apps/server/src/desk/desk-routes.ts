import { CALLS, countryParams, unitParams } from '@crece/contract/schemas';
import {
  type ActionPlace,
  type DeskChoice,
  programmeRules,
  timeZoneOfCountry,
  todayIn,
} from '@crece/domain';
import { deskUnits, type ReportPlace } from '@crece/reports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { AccountPlaces } from '../concurrency/account-places.ts';
import { unitPlace } from '../gateway/unit-place.ts';
import type { Access } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import type { ProgrammeStore } from '../settings/programme-store.ts';
import type { Desk } from './desk.ts';
import type { DeskAsked } from './desk-work.ts';

/**
 * How old the cached sequence of each unit may be for a desk of several units, in milliseconds.
 * Asking hundreds of units whether they have changed takes seconds, and a request for the remaining
 * units must not start again.
 */
const BELIEVE_MS = 30_000;
/** Of one account: a page asks for its figures and for one list. */
const MOST_OF_ACCOUNT = 2;

interface DeskServices {
  catalogue: CatalogueStore;
  programme: ProgrammeStore;
  clock: () => Date;
  desk: Desk;
}

/** One desk: its calls, who may make them, and its units. */
interface DeskRoute {
  readonly figures: typeof CALLS.desk | typeof CALLS.deskCountry | typeof CALLS.deskUnit;
  readonly children:
    | typeof CALLS.deskChildren
    | typeof CALLS.deskCountryChildren
    | typeof CALLS.deskUnitChildren;
  readonly access: Access & { to: 'report-unit' | 'report-country' };
  readonly placeOf: (request: FastifyRequest) => ReportPlace;
}

function deskRoutesOf({ catalogue }: DeskServices): readonly DeskRoute[] {
  const unitOf = (request: FastifyRequest) => unitParams.parse(request.params).stakeDB;
  const unitAccess = (request: FastifyRequest): Promise<ActionPlace | null> =>
    unitPlace(catalogue, unitOf(request));
  return [
    {
      figures: CALLS.desk,
      children: CALLS.deskChildren,
      access: { to: 'report-country' },
      placeOf: () => ({ scope: 'countries' }),
    },
    {
      figures: CALLS.deskCountry,
      children: CALLS.deskCountryChildren,
      access: { to: 'report-country' },
      placeOf: (request) => ({
        scope: 'country',
        countryCode: countryParams.parse(request.params).cCode,
      }),
    },
    {
      figures: CALLS.deskUnit,
      children: CALLS.deskUnitChildren,
      access: { to: 'report-unit', place: unitAccess },
      placeOf: (request) => ({ scope: 'stake', stakeDB: unitOf(request) }),
    },
  ];
}

/**
 * The coordinator's desk: figures, and the children behind each figure, of places that the account
 * may see.
 */
export function deskRoutes(app: FastifyInstance, services: DeskServices): void {
  const { catalogue, programme, clock, desk } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const places = new AccountPlaces(MOST_OF_ACCOUNT);

  /** The units of a desk that the account may see, each with the date in its zone; see `deskUnits`. */
  async function askedOf(
    request: FastifyRequest,
    route: DeskRoute,
    { ages, months }: DeskChoice,
  ): Promise<DeskAsked | null> {
    const account = accountOf(signedInOf(request).account);
    const now = clock();
    const place = route.placeOf(request);
    const believeMs = place.scope === 'stake' ? 0 : BELIEVE_MS;
    const seen = deskUnits(account, (await catalogue.current()).catalogue, place);
    // Who may call is the table of permissions' to say, and that lets every administrator ask about a
    // country: outside the scope there is nothing to count, and the page says why.
    if (seen === null && place.scope === 'stake') return null;
    const units = (seen ?? []).map((unit) => ({
      unit,
      today: todayIn(timeZoneOfCountry(unit.countryCode), now),
      believeMs,
    }));
    const rules = programmeRules(await programme.current());
    const days = units.map(({ today }) => today).sort();
    const today = days.at(-1) ?? todayIn('UTC', now);
    return { units, programme: rules, choice: { ages, months }, today };
  }

  for (const route of deskRoutesOf(services)) {
    const config = { access: route.access };
    routes.route({
      ...route.figures,
      config,
      handler: async (request, reply) => {
        const asked = await askedOf(request, route, request.query);
        if (asked === null) return refuse(reply, 'forbidden');
        const { id } = signedInOf(request).account;
        return { ...(await places.run(id, () => desk.figures(asked))) };
      },
    });
    routes.route({
      ...route.children,
      config,
      handler: async (request, reply) => {
        const { list, page, size, ward, interviewer } = request.query;
        const from = (page - 1) * size;
        const asked = await askedOf(request, route, request.query);
        if (asked === null) return refuse(reply, 'forbidden');
        const { id } = signedInOf(request).account;
        const found = () => desk.page(asked, { list, ward, interviewer }, { from, size });
        return { ...(await places.run(id, found)) };
      },
    });
  }
}
