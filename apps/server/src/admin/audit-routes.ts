import { pipeline, Readable } from 'node:stream';
import { type AuditEntry, type AuditEvent, type AuditLine, isOfPlace } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import { type ActionPlace, actionPlaceOf, can, findUnit, isAccountWithin } from '@crece/domain';
import { safeCell } from '@crece/reports/csv';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import type { AuditFilter, AuditLog } from '../audit/audit-log.ts';
import type { AdminServices } from './admin-services.ts';
import { isOfThen, nameOfThen } from './name-of-then.ts';

/** Events about the programme as a whole. */
const ABOUT_EVERYTHING: readonly AuditEvent[] = ['settings-changed'];

const isOneOf = (events: readonly AuditEvent[], what: string) =>
  events.some((event) => event === what);

/**
 * Which entries an administrator with a scope may see: those about places in the scope, and about
 * accounts that are now completely within it. An entry without an affected person counts for the
 * acting one. `undefined`: all, for an administrator without a scope.
 */
async function seenEntries(
  by: StoredAccount,
  { accounts, catalogue }: Pick<AdminServices, 'accounts' | 'catalogue'>,
): Promise<((entry: AuditEntry) => boolean) | undefined> {
  if (by.scope === undefined) return undefined;
  const { catalogue: places } = await catalogue.current();
  /** Since when each account exists, by user name; another account may have had the name before. */
  const since = new Map<string, string>();
  for await (const account of accounts.list()) {
    if (isAccountWithin(account, by, places)) since.set(account.username, account.created);
  }
  const isOwnPlace = (name: string): boolean => {
    const unit = findUnit(places, name);
    const place: ActionPlace = unit === null ? { countryCode: name } : actionPlaceOf(unit);
    return can(accountOf(by), 'manage-users', place);
  };
  return ({ what, who, whom, at }) => {
    if (isOneOf(ABOUT_EVERYTHING, what)) return false;
    if (isOfPlace(what)) return whom !== null && isOwnPlace(whom);
    const created = since.get(whom ?? who ?? '');
    return created !== undefined && created <= at;
  };
}

/** Entries with the names of the people, as far as the administrator sees their accounts. */
async function withNames(
  entries: readonly AuditEntry[],
  by: StoredAccount,
  { accounts, catalogue }: Pick<AdminServices, 'accounts' | 'catalogue'>,
): Promise<AuditLine[]> {
  const { catalogue: places } = await catalogue.current();
  const known = new Map<string, StoredAccount | null>();
  const nameAt = async (username: string, at: string): Promise<string | null | undefined> => {
    if (!known.has(username)) known.set(username, await accounts.byUsername(username));
    const account = known.get(username) ?? null;
    const isSeen = isOfThen(account, at) && isAccountWithin(account, by, places);
    return by.scope !== undefined && !isSeen ? undefined : nameOfThen(account, at);
  };
  const lines: AuditLine[] = [];
  for (const entry of entries) {
    const { what, who, whom, last } = entry;
    const whoName = who === null ? undefined : await nameAt(who, last);
    const whomName = whom === null || isOfPlace(what) ? undefined : await nameAt(whom, last);
    lines.push({
      ...entry,
      ...(whoName === undefined ? {} : { whoName }),
      ...(whomName === undefined ? {} : { whomName }),
    });
  }
  return lines;
}

const COLUMNS = ['at', 'what', 'who', 'whom', 'from', 'detail', 'count', 'last'] as const;

async function* rowsOf(log: AuditLog, filter: AuditFilter): AsyncGenerator<string[]> {
  for await (const entry of log.entries(filter)) {
    yield COLUMNS.map((column) => safeCell(String(entry[column] ?? '')));
  }
}

/** A description of the export without typed text: `from=2026-03-01 what=sign-in who`. */
function describe({ who, what, from, to }: AuditFilter): string {
  return [
    from === undefined ? '' : `from=${from}`,
    to === undefined ? '' : `to=${to}`,
    what === '' ? '' : `what=${what}`,
    who.trim() === '' ? '' : 'who',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * The audit log for administrators: one page, or all matching entries as CSV. An administrator with
 * a scope sees the entries about accounts and places within it.
 */
export function auditRoutes(
  app: FastifyInstance,
  services: Pick<AdminServices, 'accounts' | 'catalogue' | 'clock'> & { audit: AuditLog },
): void {
  const { audit, clock } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: { to: 'manage-users' } } as const;

  async function sendCsv(
    filter: AuditFilter,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const detail = describe(filter);
    await recordOf(request, audit, { what: 'audit-exported', whom: null, detail });
    const csv = stringify({
      bom: true,
      header: true,
      columns: [...COLUMNS],
      record_delimiter: '\r\n',
    });
    // A fault during the export breaks the connection, so that an incomplete file cannot look
    // complete.
    pipeline(Readable.from(rowsOf(audit, filter)), csv, (error) => {
      if (error) request.log.warn({ err: error }, 'the audit export was cut');
    });
    const day = clock().toISOString().slice(0, 10);
    return reply
      .header('content-disposition', `attachment; filename="crece-audit-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(csv);
  }

  routes.route({
    ...CALLS.audit,
    config,
    handler: async (request, reply) => {
      const { page, ...filter } = request.query;
      const { account } = signedInOf(request);
      const isSeen = await seenEntries(account, services);
      const { entries, total } = await audit.page({ ...filter, isSeen }, page);
      return reply.send({ entries: await withNames(entries, account, services), total });
    },
  });

  routes.route({
    ...CALLS.auditCsv,
    config,
    // A HEAD would read the whole log, and the length would still be unknown.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const isSeen = await seenEntries(signedInOf(request).account, services);
      await sendCsv({ ...request.query, isSeen }, request, reply);
      return reply;
    },
  });
}
