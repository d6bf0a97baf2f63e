import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { lastBackup } from '../base/last-backup.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import type { AdminServices } from './admin-services.ts';

export interface FirstStepsServices
  extends Pick<AdminServices, 'accounts' | 'catalogue' | 'clock'> {
  config: {
    readonly dataDir: string;
    readonly supportContact: string | null;
    readonly mail: Pick<MailConfig, 'smtpUrl'>;
    readonly backup: object | null;
    readonly couch: object | null;
  };
}

/** The revision of a document that was written once. */
const FIRST_REVISION = /^1-/;

/** What is left to do on a new server, for the administrator of all places. */
export function firstStepsRoutes(
  app: FastifyInstance,
  { accounts, catalogue, clock, config }: FirstStepsServices,
): void {
  async function countPeople(): Promise<number> {
    let people = 0;
    for await (const _account of accounts.list()) people += 1;
    return people;
  }

  app.withTypeProvider<ZodTypeProvider>().route({
    ...CALLS.firstSteps,
    config: { access: { to: 'manage-settings', place: () => ({}) } },
    handler: async () => {
      const last = await lastBackup(config.dataDir, clock());
      return {
        placesChanged: !FIRST_REVISION.test((await catalogue.current()).rev),
        people: await countPeople(),
        sendsMail: config.mail.smtpUrl !== null,
        hasSupportContact: config.supportContact !== null,
        backup:
          config.couch === null
            ? { isNightly: config.backup !== null, last: last?.at.toISOString() ?? null }
            : null,
      };
    },
  });
}
