import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { returnMemoryAtRest } from './return-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MB = 1_024 * 1_024;
const LOOK_MS = 10_000;

function aServer(rssMb: number, heapMb = 80) {
  const server = new EventEmitter();
  const gc = vi.fn();
  const memory = { rss: rssMb * MB, heapTotal: heapMb * MB, external: 10 * MB };
  onTestFinished(returnMemoryAtRest(server as never, { gc: gc as never, usage: () => memory }));
  const serve = (requests: number) => {
    for (let i = 0; i < requests; i += 1) server.emit('request');
    vi.advanceTimersByTime(LOOK_MS);
  };
  return { gc, serve };
}

describe('the memory of a server', () => {
  it('a server returns its memory once, when many requests are followed by few', () => {
    const { gc, serve } = aServer(480);
    serve(0);
    serve(500);
    serve(500);
    expect(gc).not.toHaveBeenCalled();
    serve(3);
    expect(gc).toHaveBeenCalledWith({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    serve(3);
    serve(0);
    expect(gc).toHaveBeenCalledTimes(1);
    serve(500);
    serve(0);
    expect(gc).toHaveBeenCalledTimes(2);
  });

  it('memory is left alone where there is little, or where the heap itself holds it', () => {
    const little = aServer(200);
    little.serve(500);
    little.serve(0);
    expect(little.gc).not.toHaveBeenCalled();
    const full = aServer(480, 390);
    full.serve(500);
    full.serve(0);
    expect(full.gc).not.toHaveBeenCalled();
  });
});
