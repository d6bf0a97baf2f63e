import { describe, expect, it, vi } from 'vitest';
import { soon } from '../testing/soon.ts';
import { MailQueue, type MailQueueOptions, RETRY_DELAYS_MS } from './mail-queue.ts';

type Lost = [mail: string, why: string];

function aQueue(different: Partial<MailQueueOptions<string>> = {}) {
  const delivered: string[] = [];
  const lost: Lost[] = [];
  const queue = new MailQueue<string>({
    deliver: async (mail) => {
      delivered.push(mail);
    },
    onLost: (mail, why) => lost.push([mail, why]),
    isWorthRetrying: () => true,
    retryDelaysMs: [1, 1],
    ...different,
  });
  return { queue, delivered, lost };
}

/** A delivery that completes only when told to. */
function aSlowDelivery() {
  const release: (() => void)[] = [];
  let most = 0;
  let now = 0;
  return {
    deliver: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => release.push(resolve));
      now -= 1;
    },
    release,
    most: () => most,
  };
}

describe('MailQueue', () => {
  it('tries for nearly a day, and never longer, because links end then', () => {
    const all = RETRY_DELAYS_MS.reduce((sum, each) => sum + each, 0);
    expect(all).toBeGreaterThan(23 * 3_600_000);
    expect(all).toBeLessThan(24 * 3_600_000);
  });

  it('tells of a mail that waits once, at its first try that fails', async () => {
    const onDelay = vi.fn();
    const fault = new Error('away');
    let tries = 0;
    const deliver = async () => {
      tries += 1;
      throw fault;
    };
    const { queue, lost } = aQueue({ deliver, onDelay });
    queue.add('a');
    await soon(() => expect(lost).toEqual([['a', 'given-up']]));
    expect(tries).toBe(3);
    expect(onDelay).toHaveBeenCalledExactlyOnceWith('a', fault);
  });

  it('delivers in order, after the caller has continued', async () => {
    const { queue, delivered } = aQueue();
    queue.add('a');
    queue.add('b');
    expect(delivered).toEqual([]);
    await soon(() => expect(delivered).toEqual(['a', 'b']));
  });

  it('delivers at most two at once', async () => {
    const slow = aSlowDelivery();
    const { queue } = aQueue({ deliver: slow.deliver });
    for (const mail of ['a', 'b', 'c']) queue.add(mail);
    await soon(() => expect(slow.release).toHaveLength(2));
    slow.release[0]?.();
    await soon(() => expect(slow.release).toHaveLength(3));
    expect(slow.most()).toBe(2);
    for (const release of slow.release) release();
    await queue.close();
  });

  it('retries once per delay, then gives up', async () => {
    let tries = 0;
    const deliver = async () => {
      tries += 1;
      throw new Error('down');
    };
    const { queue, lost } = aQueue({ deliver });
    queue.add('a');
    await soon(() => expect(lost).toEqual([['a', 'given-up']]));
    expect(tries).toBe(3);
  });

  it('gives up at once when a retry cannot help', async () => {
    const deliver = vi.fn(async () => {
      throw new Error('no such user');
    });
    const { queue, lost } = aQueue({ deliver, isWorthRetrying: () => false });
    queue.add('a');
    await soon(() => expect(lost).toEqual([['a', 'given-up']]));
    expect(deliver).toHaveBeenCalledTimes(1);
  });

  it('accepts a limited number of waiting mails and loses the next', () => {
    const { queue, lost } = aQueue({ deliver: () => new Promise(() => undefined), maxWaiting: 3 });
    // Two are being delivered, so they do not count as waiting.
    for (const mail of ['a', 'b', 'c', 'd', 'e']) queue.add(mail);
    expect(lost).toEqual([]);
    queue.add('f');
    expect(lost).toEqual([['f', 'queue-full']]);
  });

  it('waits at its close for mails being delivered and for those queued behind them', async () => {
    const slow = aSlowDelivery();
    const { queue, lost } = aQueue({ deliver: slow.deliver });
    for (const mail of ['a', 'b', 'c']) queue.add(mail);
    let isClosed = false;
    const closing = queue.close().then(() => {
      isClosed = true;
    });
    await soon(() => expect(slow.release).toHaveLength(2));
    slow.release[0]?.();
    slow.release[1]?.();
    await soon(() => expect(slow.release).toHaveLength(3));
    expect(isClosed).toBe(false);
    slow.release[2]?.();
    await closing;
    expect(lost).toEqual([]);
  });

  it('gives a mail that waits for its retry one last try at its close', async () => {
    const deliver = vi.fn(async () => {
      throw new Error('down');
    });
    const { queue, lost } = aQueue({ deliver, retryDelaysMs: [3_600_000, 3_600_000] });
    queue.add('a');
    await soon(() => expect(deliver).toHaveBeenCalledTimes(1));
    await queue.close();
    expect(deliver).toHaveBeenCalledTimes(2);
    expect(lost).toEqual([['a', 'stopped']]);
  });

  it('gives a mail that fails during the close one more try', async () => {
    let fail: () => void = () => undefined;
    const deliver = vi.fn(
      () =>
        new Promise<void>((_, reject) => {
          fail = () => reject(new Error('down'));
        }),
    );
    const { queue, lost } = aQueue({ deliver, retryDelaysMs: [3_600_000, 3_600_000] });
    queue.add('a');
    await soon(() => expect(deliver).toHaveBeenCalledTimes(1));
    const closing = queue.close();
    fail();
    await soon(() => expect(deliver).toHaveBeenCalledTimes(2));
    expect(lost).toEqual([]);
    fail();
    await closing;
    expect(lost).toEqual([['a', 'stopped']]);
  });

  it('a queue does not wait endlessly at its close, and accepts nothing afterwards', async () => {
    const deliver = () => new Promise<void>(() => undefined);
    const { queue, lost } = aQueue({ deliver, closeWithinMs: 20 });
    for (const mail of ['a', 'b', 'c']) queue.add(mail);
    await queue.close();
    queue.add('d');
    expect(lost).toEqual([
      ['c', 'stopped'],
      ['d', 'stopped'],
    ]);
  });
});
