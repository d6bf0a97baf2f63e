import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { saidBy } from '../testing/said-by.ts';
import { BODY_TIMES } from './send-body.ts';

let gateway: Gateway;
/** How far the clock of the process is put forward, in milliseconds. */
let ahead: number;

const now = performance.now.bind(performance);

beforeEach(async () => {
  gateway = await aGateway();
  ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** 20 MB that hardly compress: far more than the buffers of two sockets hold. */
const COUNT = 2_000;
const LAST_ID = 'doc_001999';

async function aLargeUnit(): Promise<void> {
  const drafts = Array.from({ length: COUNT }, (_, i) => ({
    _id: `doc_${String(i).padStart(6, '0')}`,
    text: randomBytes(5_000).toString('hex'),
  }));
  await gateway.store.write(drafts);
}

/** Sends a request and reads only as much of the answer as comes with its head. */
async function open(path: string, encoding: string): Promise<IncomingMessage> {
  const asking = request(`${gateway.url}${path}`, {
    headers: { authorization: `JWT ${gateway.entity}`, 'accept-encoding': encoding },
  }).end();
  asking.on('error', () => undefined);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'readable');
  return answer;
}

/** Reads to the end; also returns whether the answer was complete. */
async function rest(answer: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
  let text = '';
  try {
    for await (const chunk of answer) text += (chunk as Buffer).toString('latin1');
  } catch {
    // The connection broke; what came before counts.
  }
  return { text, isWhole: answer.complete };
}

const PATHS = [
  ['a snapshot', '/_snapshot', '{"end":true}'],
  ['a page of changes', '/_changes?include_docs=true', '"pending":'],
  ['a continuous feed', '/_changes?feed=continuous&include_docs=true&heartbeat=60000', 'last_seq'],
  ['a longpoll feed', '/_changes?feed=longpoll&include_docs=true&heartbeat=60000', '"pending":'],
  ['all documents', '/_all_docs?include_docs=true', LAST_ID],
] as const;

describe.each(PATHS)('%s', (_name, path, ending) => {
  it('a body is cut soon after the right is taken away, and the next request is refused with the reason', async () => {
    await aLargeUnit();
    const answer = await open(path, 'identity');
    const { accounts } = gateway.app.services;
    expect(await accounts.update(gateway.account.id, { roles: ['user'] })).toMatchObject({
      ok: true,
    });
    ahead += BODY_TIMES.lookMs;
    const { text, isWhole } = await rest(answer);
    expect(isWhole).toBe(false);
    expect(text).not.toContain(ending);
    expect(text).not.toContain(LAST_ID);
    expect(await saidBy(await gateway.ask(path))).toEqual({
      status: 401,
      error: 'unauthorized',
      reason: 'session-ended',
    });
  });
});

describe('a long response body', () => {
  it.each(['gzip', 'br'])(
    'a long body is cut also when it is compressed (%s)',
    async (encoding) => {
      await aLargeUnit();
      const answer = await open('/_snapshot', encoding);
      await gateway.app.services.accounts.remove(gateway.account.id);
      ahead += BODY_TIMES.lookMs;
      expect((await rest(answer)).isWhole).toBe(false);
    },
  );

  it('a long body is sent to its end while the account keeps the right, however long it takes', async () => {
    await aLargeUnit();
    const answer = await open('/_snapshot', 'identity');
    const looked = vi.spyOn(gateway.app.services.accounts, 'byId');
    ahead += 60 * BODY_TIMES.lookMs;
    const { text, isWhole } = await rest(answer);
    expect(isWhole).toBe(true);
    expect(text.endsWith('{"end":true}\n')).toBe(true);
    expect(looked).toHaveBeenCalled();
  });
});
