import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { SyncRefusal } from '@crece/contract';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refuseSync, SyncRefused } from '../../http/sync-refusals.ts';
import { all } from '../../store/testing/support.ts';
import { soon } from '../../testing/soon.ts';
import { Bodies, inChunks, MOST_BODIES_OF_ACCOUNT } from './send-body.ts';

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
  it('joins everything to chunks of a useful size', async () => {
    const chunks = await all(inChunks(pieces(1_000, 700)));
    expect(chunks.join('')).toBe((await all(pieces(1_000, 700))).join(''));
    expect(chunks.slice(0, -1).every(({ length }) => length >= 32_768 && length < 33_468)).toBe(
      true,
    );
    expect(chunks).toHaveLength(22);
  });

  it('yields nothing for an empty source, and the rest at the end', async () => {
    expect(await all(inChunks(pieces(0, 1)))).toEqual([]);
    expect(await all(inChunks(pieces(1, 5)))).toEqual(['00000']);
    expect((await all(inChunks(pieces(2, 32_768)))).map(({ length }) => length)).toEqual([
      32_768, 32_768,
    ]);
    expect((await all(inChunks(pieces(2, 32_767)))).map(({ length }) => length)).toEqual([65_534]);
  });

  it('lets other work run after each chunk, although the source never waits', async () => {
    const bulk = (): Promise<unknown> => all(inChunks(pieces(1_000, 3_300)));
    expect(await turnsDuring(bulk)).toBeGreaterThanOrEqual(100);
    expect(await turnsDuring(() => all(pieces(1_000, 3_300)))).toBeLessThan(5);
  });

  it('closes its source when its reader stops', async () => {
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

/** Time limits that this test never reaches. */
const LONG = { lookMs: 3_600_000, longestMs: 3_600_000, graceMs: 3_600_000 };
const NEVER_ENDING = 10_000_000;
const ENCODINGS = ['identity', 'gzip', 'br'];

interface Asked {
  /** How many pieces the answer has. */
  count: number;
  encoding: string;
  account?: string;
  refusals?: readonly (SyncRefusal | null)[];
  /** Called for each piece that is made. */
  onPiece?: () => void;
  /** Called when the source is closed. */
  onEnd?: () => void;
}

describe('sending of bodies', () => {
  /** A server with one answer of this many pieces, and a request for it that reads nothing yet. */
  async function asked(bodies: Bodies, options: Asked): Promise<IncomingMessage> {
    const { count, encoding, account = 'ana', refusals = [], onPiece, onEnd } = options;
    const left = [...refusals];
    const unit = { accountId: account, recheck: async () => left.shift() ?? null };
    async function* made() {
      try {
        for (let piece = 0; piece < count; piece += 1) {
          onPiece?.();
          // Hardly compressible: an encoder hands something on soon.
          yield randomBytes(20_000).toString('hex');
        }
      } finally {
        onEnd?.();
      }
    }
    const app = fastify();
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof SyncRefused)) throw error;
      return refuseSync(reply, error.reason);
    });
    app.get('/', (_request, reply) => bodies.send(reply, unit, made()));
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

  async function textOf(answer: IncomingMessage): Promise<string> {
    let text = '';
    for await (const chunk of answer) text += (chunk as Buffer).toString();
    return text;
  }

  it.each(ENCODINGS)(
    'cuts a slow reader a while after the server is asked to stop (%s)',
    async (encoding) => {
      const bodies = new Bodies({ ...LONG, graceMs: 10 });
      const answer = await asked(bodies, { count: NEVER_ENDING, encoding });
      bodies.stop();
      await expect(lengthOf(answer)).rejects.toThrow('aborted');
    },
  );

  it.each(ENCODINGS)(
    'a body whose source fails in the middle is cut and told to the log (%s)',
    async (encoding) => {
      const lines: string[] = [];
      const app = fastify({
        logger: { level: 'error', stream: { write: (line) => lines.push(line) } },
      });
      onTestFinished(() => app.close());
      async function* failing() {
        for (let piece = 0; piece < 20; piece += 1) yield randomBytes(20_000).toString('hex');
        throw new Error('the file is damaged');
      }
      const unit = { accountId: 'ana', recheck: async () => null };
      app.get('/unit', (_request, reply) => new Bodies(LONG).send(reply, unit, failing()));
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      const asking = request(`${address}/unit`, { headers: { 'accept-encoding': encoding } }).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      await expect(lengthOf(answer)).rejects.toThrow('aborted');
      const told = lines.filter((line) => line.includes('an answer failed in its middle'));
      expect(told).toEqual([expect.stringMatching(/the file is damaged.*"route":"\/unit"/)]);
    },
  );

  it('lets a reader finish that can while the server stops', async () => {
    const bodies = new Bodies(LONG);
    const answer = await asked(bodies, { count: 20, encoding: 'identity' });
    bodies.stop();
    expect(await lengthOf(answer)).toBe(800_000);
  });

  it.each(ENCODINGS)('cuts a body that takes longer than the limit (%s)', async (encoding) => {
    const bodies = new Bodies({ ...LONG, longestMs: 100 });
    const answer = await asked(bodies, { count: NEVER_ENDING, encoding });
    // A machine so slow that nothing was sent within the limit: refused as a whole.
    if (answer.statusCode !== 200) expect(await textOf(answer)).toContain('"error"');
    else await expect(lengthOf(answer)).rejects.toThrow('aborted');
  });

  it('cuts a body whose reader takes nothing, and closes its source', async () => {
    let isLeft = false;
    await asked(new Bodies({ ...LONG, longestMs: 100 }), {
      count: NEVER_ENDING,
      encoding: 'identity',
      onEnd: () => {
        isLeft = true;
      },
    });
    await soon(() => expect(isLeft).toBe(true));
  });

  it('sends an account a limited number at once, one more when one ends; other accounts are not affected', async () => {
    const bodies = new Bodies({ ...LONG, graceMs: 10 });
    const endless = { count: NEVER_ENDING, encoding: 'identity' };
    const answers: IncomingMessage[] = [];
    for (let i = 0; i < MOST_BODIES_OF_ACCOUNT; i += 1) answers.push(await asked(bodies, endless));
    expect(answers.map(({ statusCode }) => statusCode)).not.toContain(429);
    const refused = await asked(bodies, endless);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    expect(await textOf(refused)).toContain('"too-many"');
    expect((await asked(bodies, { ...endless, account: 'ben' })).statusCode).toBe(200);
    answers[0]?.destroy();
    await soon(async () => expect((await asked(bodies, endless)).statusCode).toBe(200));
    // Otherwise the servers would wait for these bodies.
    bodies.stop();
  });

  it.each(ENCODINGS)('cuts a body once the right is gone (%s)', async (encoding) => {
    let time = 0;
    const bodies = new Bodies({ ...LONG, lookMs: 10 }, () => time);
    const answer = await asked(bodies, {
      count: 100,
      encoding,
      refusals: [null, 'session-ended'],
      // The clock advances a millisecond per piece, so the second check is at the twentieth.
      onPiece: () => {
        time += 1;
      },
    });
    expect(answer.statusCode).toBe(200);
    let length = 0;
    const reading = (async () => {
      for await (const chunk of answer) length += (chunk as Buffer).length;
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    expect(length).toBeLessThanOrEqual(19 * 40_000);
    expect(time).toBe(20);
  });

  it('answers with the reason when the right is gone before the first chunk is made', async () => {
    let time = 0;
    const answer = await asked(new Bodies({ ...LONG, lookMs: 10 }, () => time), {
      count: 100,
      encoding: 'gzip',
      refusals: ['role'],
      onPiece: () => {
        time += 10;
      },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(await textOf(answer))).toEqual({ error: 'forbidden', reason: 'role' });
  });
});
