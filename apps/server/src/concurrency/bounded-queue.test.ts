import { describe, expect, it } from 'vitest';
import { BoundedQueue, QueueFull } from './bounded-queue.ts';

/** A task that ends when it is told to. */
function aTask(name: string, begun: string[]) {
  let end: (how: 'well' | 'badly') => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (how) => (how === 'well' ? resolve(name) : reject(new Error(name)));
  });
  return {
    run: () => {
      begun.push(name);
      return ended;
    },
    end: (how: 'well' | 'badly' = 'well') => end(how),
  };
}

describe('BoundedQueue', () => {
  it('runs a limited number of tasks at once and the others in their order', async () => {
    const begun: string[] = [];
    const queue = new BoundedQueue({ concurrency: 2, maxWaiting: 5 });
    const tasks = ['a', 'b', 'c', 'd'].map((name) => aTask(name, begun));
    const results = tasks.map(({ run }) => queue.run(run));
    expect([begun.join(''), queue.waiting]).toEqual(['ab', 2]);
    tasks[1]?.end();
    expect(await results[1]).toBe('b');
    expect([begun.join(''), queue.waiting]).toEqual(['abc', 1]);
    for (const { end } of tasks) end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets a limited number wait and refuses the next with 429', async () => {
    const task = aTask('a', []);
    const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 1 });
    const both = [queue.run(task.run), queue.run(task.run)];
    await expect(queue.run(task.run)).rejects.toThrow(QueueFull);
    await expect(queue.run(task.run)).rejects.toMatchObject({ statusCode: 429 });
    task.end();
    expect(await Promise.all(both)).toEqual(['a', 'a']);
    expect(await queue.run(task.run)).toBe('a');
  });

  it('continues after a task that failed', async () => {
    const begun: string[] = [];
    const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 1 });
    const failing = aTask('a', begun);
    const next = aTask('b', begun);
    const failed = queue.run(failing.run);
    const done = queue.run(next.run);
    failing.end('badly');
    await expect(failed).rejects.toThrow('a');
    next.end();
    expect(await done).toBe('b');
  });
});
