import type { FastifyRequest } from 'fastify';
import type { SignedIn } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in sender of the request; `null`: nobody is signed in. */
    signedIn: SignedIn | null;
  }
}

/** The account of a call to a protected route. Throws if the route is not protected. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error('a protected route was reached by nobody');
  return request.signedIn;
}
