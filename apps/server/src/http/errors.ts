import { ERROR_CODES, type ErrorBody, type ErrorCode, type IssueBody } from '@crece/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { systemCode } from '../base/start-error.ts';
import { StoreUnavailable } from '../base/store-unavailable.ts';
import { AccountBusy } from '../concurrency/account-places.ts';

/**
 * One message per code for logs, tools and people who call the server by hand. The application
 * words its own messages by `code`, in the person's language.
 */
const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  'bad-request': 'The request cannot be understood.',
  unauthorized: 'Please sign in.',
  forbidden: 'Your account may not do this.',
  'not-found': 'There is nothing at this address.',
  timeout: 'The request did not arrive in time. Please send it again.',
  conflict: 'Somebody else has changed this in the meantime.',
  'too-large': 'The request is larger than the server accepts.',
  'no-room': 'There is no room for this file now. Please try again later.',
  'unsupported-type': 'The server does not take this kind of file.',
  validation: 'Some fields are not as they must be.',
  'wrong-credentials': 'The user name or the password is wrong.',
  'wrong-password': 'The password is wrong.',
  'confirm-needed': 'Please give your current password, or sign in once more.',
  'name-taken': 'This user name is taken.',
  'email-taken': 'There is an account with this e-mail address.',
  'link-invalid': 'This link cannot be used, or not any more.',
  'link-expired': 'This link is too old.',
  'code-invalid': 'This sign-in code cannot be used, or not any more.',
  'last-admin': 'This is the last administrator who is not limited to places.',
  'own-account': 'This is your own account.',
  'last-sign-in': 'Without this there would be no way to sign in.',
  'too-many': 'Too many tries. Please wait a little.',
  busy: 'Your account has as much of this under way as it may. Please wait until one has ended.',
  'server-error': 'Something went wrong on the server. It has been written to its log.',
  unavailable: 'The server cannot reach its database. Nothing was changed.',
};

/** The body of a refusal: code and message, without internal details. */
export function refusalBody(code: ErrorCode, issues?: readonly IssueBody[]): ErrorBody {
  return {
    code,
    message: MESSAGES[code],
    ...(issues === undefined ? {} : { issues: [...issues] }),
  };
}

const CODES_BY_STATUS = new Map<number, ErrorCode>();
for (const [code, status] of Object.entries(ERROR_CODES)) {
  // Of several codes with one status the first is the general one.
  if (!CODES_BY_STATUS.has(status)) CODES_BY_STATUS.set(status, code as ErrorCode);
}

/**
 * The code for a status: the first one with this status, else `bad-request` for 4xx and
 * `server-error` for 5xx.
 */
export function codeOfStatus(status: number): ErrorCode {
  return CODES_BY_STATUS.get(status) ?? (status < 500 ? 'bad-request' : 'server-error');
}

/** Answers with a code's status and body. */
export function refuse(
  reply: FastifyReply,
  code: ErrorCode,
  issues?: readonly IssueBody[],
): FastifyReply {
  // A file's headers may be set already; an error must not be cached or taken for the file.
  reply.removeHeader('content-encoding');
  reply.removeHeader('etag');
  return reply
    .code(ERROR_CODES[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(refusalBody(code, issues));
}

/** Answers 429 with the number of seconds after which a retry makes sense. */
export function refuseTooMany(reply: FastifyReply, waitSeconds: number): FastifyReply {
  reply.header('retry-after', String(Math.max(1, Math.ceil(waitSeconds))));
  return refuse(reply, 'too-many');
}

/** When a place of the account may be free again. */
const BUSY_SECONDS = 2;
const UNAVAILABLE_STATUS = ERROR_CODES.unavailable;
/** Value of `retry-after` after a full queue or a store that cannot be reached. */
const RETRY_SECONDS = 10;

/** The system's codes of a disk without room. */
const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT'];

function statusOf(fault: { statusCode?: number | undefined }): number {
  if (fault instanceof StoreUnavailable || NO_ROOM.includes(systemCode(fault))) {
    return UNAVAILABLE_STATUS;
  }
  const { statusCode = 500 } = fault;
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500;
}

/**
 * The one place where a fault becomes an answer. Details go to the log only, with the route's
 * pattern instead of the address, because addresses of the application contain names of children.
 */
export function answerFault(
  fault: { statusCode?: number | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = statusOf(fault);
  if (status >= 500) {
    request.log.error(
      { err: fault, method: request.method, route: request.routeOptions.url ?? null },
      'request failed',
    );
  }
  if (fault instanceof AccountBusy) {
    reply.header('retry-after', String(BUSY_SECONDS));
    return refuse(reply, 'busy');
  }
  if (status === UNAVAILABLE_STATUS || status === ERROR_CODES['too-many']) {
    reply.header('retry-after', String(RETRY_SECONDS));
  }
  return refuse(reply, codeOfStatus(status));
}
