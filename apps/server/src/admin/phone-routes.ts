import { CALLS, type PhoneEntry } from '@crece/contract/schemas';
import { can, displayNameOf } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import { phoneNeeds, waitsSince } from '../phones/phone-needs.ts';
import { type AdminServices, reachOf, within } from './admin-services.ts';
import { USERS_PAGE_SIZE } from './find-users.ts';

/** Who needs help first, the oldest trouble before others; whose phone tells nothing stands last. */
function inOrder(a: PhoneEntry, b: PhoneEntry): number {
  const rank = ({ told }: PhoneEntry) => (told === null ? 2 : told.needs.length > 0 ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const since = ({ told }: PhoneEntry) => (told === null ? '' : waitsSince(told));
  if (since(a) !== since(b)) return since(a) < since(b) ? -1 : 1;
  return a.account.username < b.account.username ? -1 : 1;
}

const personOf = ({ id, username, firstName, lastName }: StoredAccount): PhoneEntry['account'] => ({
  id,
  username,
  displayName: displayNameOf(firstName, lastName),
});

/**
 * How the phones are that synchronise, of the accounts that an administrator sees: what each said last
 * of each of its units, and the accounts that may synchronise and whose phones say nothing.
 */
export function phoneRoutes(app: FastifyInstance, services: AdminServices): void {
  const { accounts, clock, phones } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function entriesOf(seen: ReadonlyMap<string, StoredAccount>): Promise<PhoneEntry[]> {
    const now = clock();
    const served = await phones.served();
    const silent = new Map(seen);
    const entries: PhoneEntry[] = [];
    for await (const note of phones.all()) {
      const account = seen.get(note.accountId);
      if (account === undefined) continue;
      silent.delete(account.id);
      const { at, report } = note;
      const needs = phoneNeeds(note, now, served);
      entries.push({ account: personOf(account), told: { at, report, needs } });
    }
    for (const account of silent.values()) {
      if (can(accountOf(account), 'sync')) entries.push({ account: personOf(account), told: null });
    }
    return entries.sort(inOrder);
  }

  routes.route({
    ...CALLS.phones,
    config: { access: { to: 'manage-users' } },
    handler: async (request, reply) => {
      const seen = new Map<string, StoredAccount>();
      const isWithin = await reachOf(request, services);
      for await (const account of within(accounts.list(), isWithin)) seen.set(account.id, account);
      const entries = await entriesOf(seen);
      const first = (request.query.page - 1) * USERS_PAGE_SIZE;
      return reply.send({
        phones: entries.slice(first, first + USERS_PAGE_SIZE),
        total: entries.length,
        needHelp: entries.filter(({ told }) => (told?.needs.length ?? 0) > 0).length,
      });
    },
  });
}
