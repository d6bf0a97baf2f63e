import { describe, expect, it } from 'vitest';
import { Portion } from './portion.ts';

/** A portion of 1,000 rows, whose requests break when the test says so. */
function aPortion() {
  const pauses: number[] = [];
  const portion = new Portion({
    pauseAfter: async (error, attempt) => {
      if (attempt === 6) throw error;
      pauses.push(attempt);
    },
  });
  const asked: number[] = [];
  const ask = (breaks: (count: number) => boolean) =>
    portion.ask(1_000, async (count) => {
      asked.push(count);
      if (breaks(count)) throw new Error('cut');
      return count;
    });
  return { portion, pauses, asked, ask };
}

describe('what goes into one request', () => {
  it('is everything on a good line', async () => {
    const { asked, ask } = aPortion();
    for (let time = 0; time < 3; time += 1) await ask(() => false);
    expect(asked).toEqual([1_000, 1_000, 1_000]);
  });

  it('is half as much after each break, and more again after four that went well', async () => {
    const { asked, pauses, ask } = aPortion();
    await ask((count) => count > 250);
    expect(asked).toEqual([1_000, 500, 250]);
    expect(pauses).toEqual([1, 2]);
    for (let time = 0; time < 4; time += 1) await ask(() => false);
    expect(asked.slice(3)).toEqual([250, 250, 250, 500]);
  });

  it('is one thing at least, and the fault of the last try is told', async () => {
    const { asked, ask } = aPortion();
    for (let time = 0; time < 3; time += 1) await expect(ask(() => true)).rejects.toThrow('cut');
    expect(asked.slice(0, 7)).toEqual([1_000, 500, 250, 125, 63, 32, 32]);
    expect(asked.at(-1)).toBe(1);
  });

  it('of a list is asked part by part until all is answered', async () => {
    const { portion } = aPortion();
    const list = Array.from({ length: 10 }, (_, at) => at);
    const answers = await portion.askAll(list, async (part) => {
      if (part.length > 3) throw new Error('cut');
      return part;
    });
    expect(answers).toEqual([[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]);
    expect(await portion.askAll([], async (part) => part)).toEqual([]);
  });
});
