import { describe, expect, it } from 'vitest';
import { ClientFault } from './client-fault.ts';
import { RequestShare } from './request-share.ts';

/** A request share for 1,000 rows; requests break when the test says so. */
function aPortion() {
  const pauses: number[] = [];
  const share = new RequestShare({
    pauseAfter: async (error, attempt) => {
      if (attempt === 6) throw error;
      pauses.push(attempt);
    },
  });
  const asked: number[] = [];
  const ask = (breaks: (count: number) => boolean) =>
    share.ask(1_000, async (count) => {
      asked.push(count);
      if (breaks(count)) throw new Error('cut');
      return count;
    });
  return { share, pauses, asked, ask };
}

describe('RequestShare, which sets how much one request asks', () => {
  it('asks for everything on a good line', async () => {
    const { asked, ask } = aPortion();
    for (let time = 0; time < 3; time += 1) await ask(() => false);
    expect(asked).toEqual([1_000, 1_000, 1_000]);
  });

  it('halves after each break, and doubles after four successes', async () => {
    const { asked, pauses, ask } = aPortion();
    await ask((count) => count > 250);
    expect(asked).toEqual([1_000, 500, 250]);
    expect(pauses).toEqual([1, 2]);
    for (let time = 0; time < 4; time += 1) await ask(() => false);
    expect(asked.slice(3)).toEqual([250, 250, 250, 500]);
  });

  it('asks for at least one item, and throws the fault of the last attempt', async () => {
    const { asked, ask } = aPortion();
    for (let time = 0; time < 3; time += 1) await expect(ask(() => true)).rejects.toThrow('cut');
    expect(asked.slice(0, 7)).toEqual([1_000, 500, 250, 125, 63, 32, 32]);
    expect(asked.at(-1)).toBe(1);
  });

  it('halves at once when a request is too large, and never grows above that again', async () => {
    const { share, pauses } = aPortion();
    const asked: number[] = [];
    const ask = () =>
      share.ask(1_000, async (count) => {
        asked.push(count);
        if (count > 300) throw new ClientFault('foreign', { status: 413 });
      });
    for (let time = 0; time < 9; time += 1) await ask();
    expect(asked).toEqual([1_000, 500, ...Array.from({ length: 9 }, () => 250)]);
    expect(pauses).toEqual([]);
  });

  it('throws the fault after few requests when a single item is too large', async () => {
    const { share } = aPortion();
    const tooLarge = new ClientFault('foreign', { status: 413 });
    const asked: number[] = [];
    const refuse = async (part: readonly number[]) => {
      asked.push(part.length);
      throw tooLarge;
    };
    const failing = new RequestShare({ pauseAfter: (error) => Promise.reject(error) });
    const list = Array.from({ length: 1_000 }, (_, at) => at);
    await expect(failing.askAll(list, refuse)).rejects.toBe(tooLarge);
    expect(asked).toEqual([1_000, 500, 250, 125, 62, 31, 15, 7, 3, 1]);
    // Near the end of a list, halving starts from the items left.
    asked.length = 0;
    await share.askAll([1, 2, 3, 4, 5], async (part) => {
      asked.push(part.length);
      if (part.length > 2) throw tooLarge;
    });
    expect(asked).toEqual([5, 2, 2, 1]);
  });

  it('asks a list part by part until every item is answered', async () => {
    const { share } = aPortion();
    const list = Array.from({ length: 10 }, (_, at) => at);
    const answers = await share.askAll(list, async (part) => {
      if (part.length > 3) throw new Error('cut');
      return part;
    });
    expect(answers).toEqual([[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]);
    expect(await share.askAll([], async (part) => part)).toEqual([]);
  });
});
