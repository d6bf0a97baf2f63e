import { onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';
import type { Gateway } from './a-gateway.ts';

/** An open feed read as raw HTTP. */
export interface Followed {
  status: number;
  /** Everything that has arrived. */
  text(): string;
  /** The rows that have arrived, without heartbeats. */
  rows(): Record<string, unknown>[];
  hasEnded(): boolean;
  /** Waits for the whole body. */
  end(): Promise<string>;
  /** Hangs up. */
  leave(): void;
}

/** Follows a feed of the unit; hangs up when the test ends. */
export async function follow({ ask }: Gateway, path: string): Promise<Followed> {
  const controller = new AbortController();
  const answer = await ask(path, { signal: controller.signal });
  let text = '';
  let hasEnded = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
    hasEnded = true;
  })();
  reading.catch(() => undefined);
  onTestFinished(() => controller.abort());
  return {
    status: answer.status,
    text: () => text,
    rows: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    hasEnded: () => hasEnded,
    async end() {
      await soon(() => {
        if (!hasEnded) throw new Error('the feed is still open');
      });
      return text;
    },
    leave: () => controller.abort(),
  };
}
