import { pipeline, Readable } from 'node:stream';
import { API_PATHS } from '@crece/contract';
import { auditBody, auditQuery, errorBody } from '@crece/contract/schemas';
import { safeCell } from '@crece/reports/csv';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signedInOf } from '../accounts/signed-in.ts';
import type { AuditFilter, AuditLog } from '../audit/audit-log.ts';
import type { AdminServices } from './admin-services.ts';
import { seenEntries } from './audit-reach.ts';

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
    await audit.record({
      what: 'audit-exported',
      who: signedInOf(request).account.username,
      whom: null,
      from: request.ip,
      detail: describe(filter),
    });
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

  routes.get(
    API_PATHS.audit,
    {
      config,
      schema: {
        summary: 'A page of the audit log, newest first',
        querystring: auditQuery,
        response: { 200: auditBody, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { page, ...filter } = request.query;
      const isSeen = await seenEntries(signedInOf(request).account, services);
      return reply.send(await audit.page({ ...filter, isSeen }, page));
    },
  );

  routes.get(
    API_PATHS.auditCsv,
    {
      config,
      // A HEAD would read the whole log, and the length would still be unknown.
      exposeHeadRoute: false,
      schema: {
        summary: 'The audit log as CSV (UTF-8 with BOM, RFC 4180)',
        querystring: auditQuery.omit({ page: true }),
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
          '4xx': errorBody,
        },
      },
    },
    async (request, reply) => {
      const isSeen = await seenEntries(signedInOf(request).account, services);
      await sendCsv({ ...request.query, isSeen }, request, reply);
      return reply;
    },
  );
}
