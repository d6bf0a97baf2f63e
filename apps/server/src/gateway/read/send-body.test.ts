import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { all } from '../../store/testing/support.ts';
import { Bodies, inChunks } from './send-body.ts';

async function* pieces(count: number, size: number): AsyncGenerator<string, void> {
  for (let i = 0; i < count; i += 1) yield String(i % 10).repeat(size);
}

/** How often other work had its turn while these were taken one by one. */
async function turnsDuring(taking: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await taking();
  isOver = true;
  return turns;
}

describe('inChunks', () => {
  it('gives all that there is, in pieces worth sending', async () => {
    const chunks = await all(inChunks(pieces(1_000, 700)));
    expect(chunks.join('')).toBe((await all(pieces(1_000, 700))).join(''));
    expect(chunks.slice(0, -1).every(({ length }) => length >= 32_768 && length < 33_468)).toBe(
      true,
    );
    expect(chunks).toHaveLength(22);
  });

  it('gives nothing of nothing, and what is left at the end', async () => {
    expect(await all(inChunks(pieces(0, 1)))).toEqual([]);
    expect(await all(inChunks(pieces(1, 5)))).toEqual(['00000']);
    expect((await all(inChunks(pieces(2, 32_768)))).map(({ length }) => length)).toEqual([
      32_768, 32_768,
    ]);
    expect((await all(inChunks(pieces(2, 32_767)))).map(({ length }) => length)).toEqual([65_534]);
  });

  it('lets other work have its turn after each, though nothing makes it wait', async () => {
    const bulk = (): Promise<unknown> => all(inChunks(pieces(1_000, 3_300)));
    expect(await turnsDuring(bulk)).toBeGreaterThanOrEqual(100);
    expect(await turnsDuring(() => all(pieces(1_000, 3_300)))).toBeLessThan(5);
  });

  it('leaves its source when it is left', async () => {
    let isLeft = false;
    async function* source() {
      try {
        yield* pieces(1_000, 700);
      } finally {
        isLeft = true;
      }
    }
    for await (const chunk of inChunks(source())) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(isLeft).toBe(true);
  });
});

describe('Bodies', () => {
  /** A server whose only answer has so many pieces, and a request for it that reads nothing yet. */
  async function asked(bodies: Bodies, count: number, encoding: string): Promise<IncomingMessage> {
    const app = fastify();
    app.get('/', (_request, reply) => bodies.send(reply, pieces(count, 40_000)));
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const asking = request(address, { headers: { 'accept-encoding': encoding } }).end();
    asking.on('error', () => undefined);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return answer;
  }

  async function lengthOf(answer: IncomingMessage): Promise<number> {
    let length = 0;
    for await (const chunk of answer) length += (chunk as Buffer).length;
    return length;
  }

  const NEVER_ENDING = 10_000_000;

  it.each(['identity', 'gzip'])('cuts a slow reader after a while (%s)', async (encoding) => {
    const bodies = new Bodies(10);
    const answer = await asked(bodies, NEVER_ENDING, encoding);
    bodies.stop();
    await expect(lengthOf(answer)).rejects.toThrow('aborted');
  });

  it('lets those finish that can', async () => {
    const bodies = new Bodies(60_000);
    const answer = await asked(bodies, 20, 'identity');
    bodies.stop();
    expect(await lengthOf(answer)).toBe(800_000);
  });
});
