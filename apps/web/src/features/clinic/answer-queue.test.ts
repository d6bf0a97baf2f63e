import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerQueue } from './answer-queue.ts';
import { type KeptAnswer, keepAnswers, readAnswers, TAKE_BACK_MS } from './kept-answers.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-28T12:00:00Z');
const answer: KeptAnswer = {
  slip: '0K3F9ZQ7M2XW5RTB',
  code: '024B8G2GZK7B',
  outcome: 'admitted',
  day: '2026-11-28',
  at: NOW - TAKE_BACK_MS,
  state: 'waits',
};
const other: KeptAnswer = { ...answer, slip: '1K3F9ZQ7M2XW5RTB', code: '124B8G2GZK7B' };

let asked: RequestInit[];
/** The server replies so, in turns; the last one again and again. Undefined: no connection. */
function serverSays(
  ...replies: readonly (readonly [status: number, headers?: object] | undefined)[]
) {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)];
    asked.push(init);
    if (reply === undefined) throw new TypeError('Failed to fetch');
    const [status, headers = {}] = reply;
    return new Response(null, { status, headers: { ...headers } });
  });
}
const bodies = () => asked.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
const slips = () => bodies().map(({ slip }) => slip);
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const states = (queue: AnswerQueue) => queue.snapshot().answers.map(({ state }) => state);

beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('AnswerQueue', () => {
  it('sends slip, outcome, day and place, and keeps four letters of the slip', async () => {
    serverSays([202]);
    const queue = new AnswerQueue();
    queue.add({ ...answer, place: 'Cobán' });
    await queue.send();
    expect(asked[0]).toMatchObject({ method: 'POST', credentials: 'omit' });
    const { slip, outcome, day } = answer;
    expect(bodies()).toEqual([{ slip, outcome, day, place: 'Cobán' }]);
    expect(readAnswers(NOW)).toMatchObject([{ slip: '0K3F', state: 'sent' }]);
  });

  it('what the server cannot read is given up, and the next one is sent', async () => {
    serverSays([400], [202]);
    keepAnswers([answer, other]);
    const queue = new AnswerQueue();
    await queue.send();
    expect(states(queue)).toEqual(['refused', 'sent']);
  });

  it.each([429, 500, 503])(
    'at %d nothing more is tried before the pause is over',
    async (status) => {
      serverSays([status], [202]);
      keepAnswers([answer, other]);
      const queue = new AnswerQueue();
      await queue.send();
      expect(slips()).toEqual([answer.slip]);
      later(9_999);
      await queue.send();
      expect(asked).toHaveLength(1);
      later(1);
      await queue.send();
      expect(states(queue)).toEqual(['sent', 'sent']);
    },
  );

  it('pauses grow to ten minutes, and end when there is a connection again', async () => {
    serverSays(undefined);
    keepAnswers([answer]);
    const queue = new AnswerQueue();
    for (const pause of [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]) {
      const before = asked.length;
      await queue.send();
      expect(asked).toHaveLength(before + 1);
      later(pause - 1);
      await queue.send();
      expect(asked).toHaveLength(before + 1);
      later(1);
    }
    await queue.send();
    const before = asked.length;
    await queue.connected();
    expect(asked).toHaveLength(before + 1);
  });

  it('waits as long as the server asks, at most an hour, whatever the connection does', async () => {
    serverSays([429, { 'retry-after': '120' }], [503, { 'retry-after': '86400' }], [202]);
    keepAnswers([answer]);
    const queue = new AnswerQueue();
    await queue.send();
    later(119_999);
    await queue.connected();
    expect(asked).toHaveLength(1);
    later(1);
    await queue.send();
    expect(asked).toHaveLength(2);
    later(3_599_999);
    await queue.connected();
    expect(asked).toHaveLength(2);
    later(1);
    await queue.send();
    expect(states(queue)).toEqual(['sent']);
  });

  it('an answer of a minute ago outlives a clock that jumps by a year, and is sent', async () => {
    serverSays([202]);
    keepAnswers([answer]);
    vi.setSystemTime(NOW + 365 * DAY_MS);
    const queue = new AnswerQueue();
    expect(states(queue)).toEqual(['waits']);
    await queue.send();
    expect(readAnswers(NOW)).toMatchObject([{ state: 'sent' }]);
  });

  it('drops what was tried in vain for more than 30 days', async () => {
    serverSays(undefined);
    keepAnswers([answer]);
    const queue = new AnswerQueue();
    for (let day = 0; day < 30; day += 1) {
      await queue.send();
      later(DAY_MS);
    }
    expect(states(queue)).toEqual(['waits']);
    await queue.send();
    expect(readAnswers(Date.now())).toMatchObject([{ slip: '0K3F', state: 'dropped' }]);
  });

  it.each([
    ['right by months', 150],
    ['back by months', -150],
  ])(
    'an answer outlives a clock that is put %s while a try fails, and is sent',
    async (_, days) => {
      serverSays(undefined, undefined, [202]);
      keepAnswers([answer]);
      const queue = new AnswerQueue();
      await queue.send();
      later(days * DAY_MS);
      await queue.send();
      expect(states(queue)).toEqual(['waits']);
      later(600_000);
      await queue.send();
      expect(bodies()).toHaveLength(3);
      expect(states(queue)).toEqual(['sent']);
    },
  );

  it('sends from a browser that keeps nothing while its page is open', async () => {
    serverSays([202]);
    const refused = () => {
      throw new DOMException('refused in this test', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refused);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refused);
    const queue = new AnswerQueue();
    queue.add(answer);
    expect(queue.snapshot()).toEqual({ answers: [answer], isKept: false });
    await queue.send();
    expect(states(queue)).toEqual(['sent']);
  });

  it('what was taken back while another one hung is not sent, in this window or another', async () => {
    keepAnswers([answer, other]);
    let reply: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      asked.push(init);
      return new Promise<Response>((resolve) => {
        reply = resolve;
      });
    });
    const queue = new AnswerQueue();
    const sending = queue.send();
    keepAnswers([answer]);
    queue.readAgain();
    expect(queue.snapshot().answers).toEqual([answer]);
    reply(new Response(null, { status: 202 }));
    await sending;
    expect(slips()).toEqual([answer.slip]);
  });

  it('taking an answer back ends the call that hangs with it', async () => {
    keepAnswers([answer]);
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const queue = new AnswerQueue();
    const sending = queue.send();
    queue.remove(answer);
    await sending;
    expect(queue.snapshot().answers).toEqual([]);
    expect(readAnswers(NOW)).toEqual([]);
  });
});
