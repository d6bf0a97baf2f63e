import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { typed } from '../cli/testing/typed.ts';
import type { MailDraft } from '../mail/mail-draft.ts';
import { Outbox } from '../mail/outbox.ts';
import { all } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aFolder, anApp, aStores } from '../testing/test-app.ts';
import { aSignedIn } from '../testing/test-people.ts';

const NOW = new Date('2026-06-10T12:00:00.000Z');
const days = (count: number) => new Date(NOW.getTime() + count * 24 * 3_600_000);

const MAIL: MailDraft = {
  to: 'ana@example.org',
  language: 'es',
  kind: 'reset',
  params: { firstName: 'Ana', username: 'ana', secret: 'secret', hours: 1 },
};

const SWEPT = 'what is old was deleted';

/** A start of the server at a time, and what it says that it has deleted. */
async function startedAt(dataDir: string, now: Date) {
  const stores = await aStores(join(dataDir, 'databases'));
  const swept: object[] = [];
  const quiet = () => undefined;
  const logger = {
    ...{ level: 'info', fatal: quiet, error: quiet, warn: quiet, debug: quiet, trace: quiet },
    ...{
      silent: quiet,
      info: (fields: object, text: string) => void (text === SWEPT && swept.push(fields)),
    },
    child: () => logger,
  } as unknown as FastifyBaseLogger;
  const app = await anApp({ config: { dataDir }, stores, clock: () => now, logger });
  await app.services.background.settled();
  return { ...app, swept };
}

it('a start 800 days ahead deletes nothing, until somebody says that the clock is right', async () => {
  const dataDir = aFolder();
  const first = await startedAt(dataDir, NOW);
  await aSignedIn(first, { username: 'ben' });
  await first.services.audit.record({
    what: 'user-removed',
    who: 'ana',
    whom: 'ben',
    from: null,
  });
  await first.services.audit.flush();
  const picture = join(dataDir, 'reports', 'left-over.csv');
  mkdirSync(join(dataDir, 'reports'), { recursive: true });
  writeFileSync(picture, 'a file of an old report');
  utimesSync(picture, NOW, NOW);
  await first.app.close();
  const outbox = join(dataDir, 'outbox');
  await new Outbox(outbox).keep(MAIL, NOW);
  const entries = async (app: typeof first) =>
    (await all(app.services.audit.entries({ who: '', what: '' }))).length;

  const leapt = await startedAt(dataDir, days(800));
  expect([await entries(leapt), existsSync(picture), leapt.swept]).toEqual([1, true, []]);
  expect(readdirSync(outbox)).toHaveLength(1);
  await leapt.app.close();

  vi.useFakeTimers({ toFake: ['Date'], now: days(800) });
  expect(await typed(dataDir, ['clock', 'ok'])).toMatchObject({ exitCode: 0 });
  vi.useRealTimers();
  const accepted = await startedAt(dataDir, days(800));
  expect([await entries(accepted), existsSync(picture)]).toEqual([0, false]);
  await soon(() => expect(readdirSync(outbox)).toEqual([]));
  expect(accepted.swept).toEqual(
    expect.arrayContaining([
      { what: 'audit', count: 1 },
      { what: 'files', count: 1 },
    ]),
  );
});

it('a mistyped clock command is told how', async () => {
  expect(await typed(aFolder(), ['clock'])).toMatchObject({ exitCode: 2 });
});
