import { CALLS, catalogueBody } from '@crece/contract/schemas';
import { can, isPilotOnly, masterCatalogue, pilotCatalogue } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../accounts/refusals.ts';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { type EncodedList, encodeList, sendList } from '../catalogue/encoded-list.ts';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';

export interface CatalogueServices {
  catalogue: CatalogueStore;
  audit: Audit;
}

/** The built-in catalogue has some 25 KB; a programme of 4,000 units with wards fits too. */
const CATALOGUE_LIMIT_BYTES = 1024 * 1024;

interface EncodedLists {
  rev: string;
  master: EncodedList;
  pilot: EncodedList;
}

/**
 * The places: the list that people see, and the whole catalogue for administrators, who change it
 * without a release.
 */
export function catalogueRoutes(
  app: FastifyInstance,
  { catalogue, audit }: CatalogueServices,
): void {
  let lists: EncodedLists | null = null;

  async function currentLists(): Promise<EncodedLists> {
    const { rev, catalogue: places } = await catalogue.current();
    if (lists?.rev === rev) return lists;
    lists = {
      rev,
      master: encodeList(masterCatalogue(places)),
      pilot: encodeList(pilotCatalogue(places)),
    };
    return lists;
  }

  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.stakes,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const { master, pilot } = await currentLists();
      const account = request.signedIn === null ? null : accountOf(request.signedIn.account);
      return sendList(request, reply, isPilotOnly(account) ? pilot : master);
    },
  });

  routes.route({
    ...CALLS.catalogue,
    config: { access: { to: 'manage-catalogue' } },
    handler: async () => catalogueBody.parse(await catalogue.current()),
  });

  routes.route({
    ...CALLS.saveCatalogue,
    bodyLimit: CATALOGUE_LIMIT_BYTES,
    config: { access: { to: 'manage-catalogue' } },
    handler: async (request, reply) => {
      const { rev, catalogue: wanted } = request.body;
      const by = accountOf(signedInOf(request).account);
      const changed = await catalogue.change(rev, wanted, (place) =>
        can(by, 'manage-catalogue', place),
      );
      if (!changed.ok) {
        if (changed.code === 'validation') return refuseForm(reply, changed.issues);
        return refuse(reply, changed.code);
      }
      if (changed.detail !== null) {
        const { detail } = changed;
        await recordOf(request, audit, { what: 'catalogue-changed', whom: null, detail });
      }
      return catalogueBody.parse(changed.kept);
    },
  });
}
