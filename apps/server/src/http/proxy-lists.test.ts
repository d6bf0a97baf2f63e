import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it } from 'vitest';
import { aServer } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';

/** A server behind a trusted proxy at 10.0.0.1, and the lines that it logs. */
async function behindAProxy() {
  const lines: object[] = [];
  const quiet = () => undefined;
  const logger = {
    ...{ level: 'warn', fatal: quiet, error: quiet, info: quiet, debug: quiet, trace: quiet },
    ...{
      silent: quiet,
      warn: (fields: object, msg: string) => void lines.push({ ...fields, msg }),
    },
    child: () => logger,
  } as unknown as FastifyBaseLogger;
  const time = aClock();
  const trustProxy = ['10.0.0.0/8'];
  const app = await aServer({ config: { trustProxy }, logger, clock: time.clock });
  const ask = (list: string, from = '10.0.0.1') =>
    app.inject({ url: '/health', headers: { 'x-forwarded-for': list }, remoteAddress: from });
  return { ask, lines, ...time };
}

describe('a list of addresses in X-Forwarded-For', () => {
  it.each([
    ['203.0.113.1', '10.0.0.1', 0],
    ['203.0.113.1, 10.0.0.7', '10.0.0.1', 0],
    ['203.0.113.1, 198.51.100.2', '10.0.0.1', 1],
    ['203.0.113.1, 198.51.100.2, 10.0.0.7', '10.0.0.1', 1],
    ['nobody, 198.51.100.2', '10.0.0.1', 1],
    // Not from a proxy: it is not believed either.
    ['203.0.113.1, 198.51.100.2', '203.0.113.9', 0],
  ])('"%s" from %s is warned of %s times', async (list, from, warnings) => {
    const { ask, lines } = await behindAProxy();
    await ask(list, from);
    expect(lines).toHaveLength(warnings);
  });

  it('is warned of once an hour, and its addresses are not in the log', async () => {
    const { ask, lines, pass } = await behindAProxy();
    for (let i = 0; i < 3; i += 1) await ask('203.0.113.1, 198.51.100.2');
    expect(lines).toEqual([
      { addresses: 2, msg: 'a proxy passes on what a sender wrote of its address' },
    ]);
    pass(3_600_000 - 1);
    await ask('203.0.113.1, 198.51.100.2');
    expect(lines).toHaveLength(1);
    pass(1);
    await ask('203.0.113.1, 198.51.100.2');
    expect(lines).toHaveLength(2);
  });
});
