import { REFUSED } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import { hasLocalWord } from '../http/local-word.ts';

/** Where `crece doctor` asks what arrives of a request. */
export const ECHO_PATH = '/api/local/echo';

/** How the server sees a request that came through the proxies in front of it. */
export const echoBody = z.object({
  run: z.string(),
  /** The address that counts for limits and the audit log. */
  ip: z.string(),
  /** `X-Forwarded-For` as it arrived; `null`: there was none. */
  forwardedFor: z.string().nullable(),
  /** Whether the settings name proxies. */
  trustsProxies: z.boolean(),
});

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
    const echo: z.infer<typeof echoBody> = {
      run,
      ip: request.ip,
      forwardedFor: forwardedFor === null ? null : String(forwardedFor),
      trustsProxies: config.trustProxy !== false,
    };
    return reply.header('cache-control', 'no-store').header('connection', 'close').send(echo);
  };
  app.post(
    ECHO_PATH,
    {
      config: { access: EVERYONE },
      schema: {
        summary: 'What arrives of a request, for `crece doctor` on this machine',
        response: { 200: echoBody, ...REFUSED },
      },
      onRequest: answer,
    },
    answer,
  );
}
