import { reportPreviewBody } from '@crece/contract/schemas';
import {
  type Action,
  type ActionPlace,
  can,
  findCountry,
  REPORT_FORMATS,
  REPORT_MONTHS,
  REPORT_SCOPES,
  REPORT_SORTS,
  REPORT_TYPES,
  RETIRED_UNITS,
} from '@crece/domain';
import { LANGUAGES } from '@crece/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { unitPlace } from '../gateway/unit-place.ts';
import { refuse } from '../http/errors.ts';
import type { JobNeed } from '../jobs/job.ts';
import { isOwnRoom } from '../jobs/rooms.ts';

/** The validated parameters of a report, stored with its job. */
export const reportParameters = z.object({
  /** The unit of scope `stake`; else the unit whose page sent the request. */
  stakeDB: z.string(),
  /** The country of scope `country`. */
  cCode: z.string(),
  scopeType: z.enum(REPORT_SCOPES),
  sortField: z.enum(REPORT_SORTS),
  language: z.enum(LANGUAGES),
  csvType: z.enum(REPORT_TYPES),
  monthSelect: z.union(REPORT_MONTHS.map((months) => z.literal(months))),
  format: z.enum(REPORT_FORMATS),
  /** Jobs of builds before this choice have all units. */
  retired: z.enum(RETIRED_UNITS).default('with'),
});
export type ReportParameters = z.infer<typeof reportParameters>;
/** Those of a preview: with the number of its rows. */
export const previewParameters = reportParameters.extend({ limit: z.number() });
export type PreviewParameters = z.infer<typeof previewParameters>;

/** What a preview's thread answers; the route adds what was missing in the units. */
export const previewResult = reportPreviewBody.omit({
  failedUnits: true,
  unreadable: true,
  settings: true,
});

/** A parameter with a value that is not allowed. */
export interface RefusedParameter {
  field: string;
  allowed: readonly string[];
}

export type ReadReportRequest =
  | { ok: true; parameters: ReportParameters }
  | { ok: false; refused: readonly RefusedParameter[] };

const ALLOWED: Readonly<Record<string, readonly (string | number)[]>> = {
  scopeType: REPORT_SCOPES,
  sortField: REPORT_SORTS,
  language: LANGUAGES,
  csvType: REPORT_TYPES,
  monthSelect: REPORT_MONTHS,
  format: REPORT_FORMATS,
  retired: RETIRED_UNITS,
};

/** Reads the parameters of a call, which are texts; names each one with an invalid value. */
export function readReportRequest(raw: Readonly<Record<string, string>>): ReadReportRequest {
  // Compared as text, not as a number: ` 6 ` and `6.0` are not allowed.
  const monthSelect = REPORT_MONTHS.find((months) => String(months) === raw['monthSelect']);
  const parsed = reportParameters.safeParse({ ...raw, monthSelect });
  if (parsed.success) return { ok: true, parameters: parsed.data };
  const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const refused = [...fields].map((field) => ({
    field,
    allowed: (ALLOWED[field] ?? []).map(String),
  }));
  return { ok: false, refused };
}

/** A unit, a country or everything, as an address names it. */
export type AskedScope = Pick<ReportParameters, 'scopeType' | 'stakeDB' | 'cCode'>;

/**
 * The place of a scope for the checks of rights: a unit, a country, or everywhere; `null`: there is
 * no such unit or country.
 */
export async function scopePlace(
  { scopeType, stakeDB, cCode }: AskedScope,
  catalogue: Pick<CatalogueStore, 'current'>,
): Promise<ActionPlace | null> {
  if (scopeType === 'stake') return unitPlace(catalogue, stakeDB);
  if (scopeType === 'countries') return {};
  const country = findCountry((await catalogue.current()).catalogue, cCode);
  return country === null ? null : { countryCode: country.code };
}

/** The place for the right of scope `stake`; other scopes are checked in the handler. */
export async function unitOfScope(
  { params }: FastifyRequest,
  catalogue: Pick<CatalogueStore, 'current'>,
): Promise<ActionPlace | null> {
  const { scopeType, stakeDB } = params as { scopeType: string; stakeDB: string };
  return scopeType === 'stake' ? unitPlace(catalogue, stakeDB) : null;
}

/** A unit's report is for its coordinators, that of a country or of all for administrators. */
export const reportAction = ({ scopeType }: Pick<AskedScope, 'scopeType'>): Action =>
  scopeType === 'stake' ? 'report-unit' : 'report-country';

/** What a job about a scope needs, the code of its country, and the room that is told of it. */
export interface AllowedScope {
  readonly needs: JobNeed;
  readonly cCode: string;
  readonly room: string | null;
}

/** The scope of a request whose sender may do this there; `null`: a refusal was sent. */
export async function allowedScope(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: AskedScope,
  action: Action,
  catalogue: Pick<CatalogueStore, 'current'>,
): Promise<AllowedScope | null> {
  const { account } = signedInOf(request);
  const { socketRoomId: room = null } = request.query as { socketRoomId?: string };
  const place = await scopePlace(scope, catalogue);
  // An unknown unit is answered like a unit outside the account's scope.
  const mayAsk = place !== null && can(accountOf(account), action, place);
  if (!mayAsk || (room !== null && !isOwnRoom(account, room))) {
    await refuse(reply, 'forbidden');
    return null;
  }
  return { needs: { action, place }, cCode: place.countryCode ?? scope.cCode, room };
}
