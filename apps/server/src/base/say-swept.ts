import type { FastifyBaseLogger } from 'fastify';

/** Makes the line of the log that says how much of what was deleted because it was old. */
export function saySwept(
  log: Pick<FastifyBaseLogger, 'info'>,
  what: 'audit' | 'files' | 'uploads' | 'phones' | 'sessions',
): (count: number) => void {
  return (count) => {
    if (count > 0) log.info({ what, count }, 'what is old was deleted');
  };
}
