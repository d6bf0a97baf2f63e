import { ERROR_CODES, type ErrorBody, type ErrorCode } from '@crece/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * One sentence per code for logs, tools and people who call the server by hand. The application
 * words what it shows by `code`, in the person's language.
 */
const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  'bad-request': 'The request cannot be understood.',
  'not-found': 'There is nothing at this address.',
  'too-large': 'The request is larger than the server accepts.',
  'server-error': 'Something went wrong on the server. It has been written to its log.',
};

/** The body of a refusal: code and sentence, and nothing of what went wrong inside. */
export function bodyOf(code: ErrorCode): ErrorBody {
  return { code, message: MESSAGES[code] };
}

const CODES_BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_CODES).map(([code, status]) => [status, code as ErrorCode]),
);

/** The code for a status: its own where it has one, else `bad-request` for 4xx and `server-error` for 5xx. */
export function codeOfStatus(status: number): ErrorCode {
  return CODES_BY_STATUS.get(status) ?? (status < 500 ? 'bad-request' : 'server-error');
}

/** Answers with a code's status and body. */
export function refuse(reply: FastifyReply, code: ErrorCode): FastifyReply {
  // A file's headers may be set already; an error must not be cached or taken for the file.
  reply.removeHeader('content-encoding');
  reply.removeHeader('etag');
  return reply
    .code(ERROR_CODES[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(bodyOf(code));
}

/**
 * The one place where a fault becomes an answer. Details go to the log only, with the route's
 * pattern in place of the address: addresses of the application carry names of children.
 */
export function answerFault(
  fault: { statusCode?: number | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500 } = fault;
  const status = statusCode >= 400 && statusCode < 600 ? statusCode : 500;
  if (status >= 500) {
    request.log.error(
      { err: fault, method: request.method, route: request.routeOptions.url ?? null },
      'request failed',
    );
  }
  return refuse(reply, codeOfStatus(status));
}
