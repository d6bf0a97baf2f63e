import type { LocalEchoBody } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import { hasLocalWord } from '../http/local-word.ts';

export interface EchoParts {
  readonly run: string;
  readonly localSecret: string;
  readonly config: { readonly trustProxy: false | readonly string[] };
}

/**
 * Answers with what arrived of a request: for the command line of this machine alone. It answers at
 * once, before a body is read, so that one can be announced that is never sent.
 */
export function echoRoute(app: FastifyInstance, { run, localSecret, config }: EchoParts): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!hasLocalWord(request, localSecret, 'echo')) return refuse(reply, 'not-found');
    const forwardedFor = request.headers['x-forwarded-for'] ?? null;
    const echo: LocalEchoBody = {
      run,
      ip: request.ip,
      forwardedFor: forwardedFor === null ? null : String(forwardedFor),
      trustsProxies: config.trustProxy !== false,
    };
    return reply.header('cache-control', 'no-store').header('connection', 'close').send(echo);
  };
  app.route({
    ...CALLS.localEcho,
    config: { access: EVERYONE },
    onRequest: answer,
    handler: answer,
  });
}
