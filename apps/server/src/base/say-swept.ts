import type { FastifyBaseLogger } from 'fastify';
import type { Background } from './background.ts';

/** What a sweep works with. */
export interface Sweeping {
  readonly background: Background;
  /** Whether the clock may be believed. */
  readonly mayDropOld: () => Promise<boolean>;
  /** Is told how much was deleted. */
  readonly said: (count: number) => void;
}

/** Makes the line of the log that says how much of what was deleted because it was old. */
export function saySwept(
  log: Pick<FastifyBaseLogger, 'info'>,
  what: 'answers' | 'audit' | 'files' | 'uploads' | 'phones' | 'sessions',
): (count: number) => void {
  return (count) => {
    if (count > 0) log.info({ what, count }, 'what is old was deleted');
  };
}
