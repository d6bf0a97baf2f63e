import type { ErrorCode, IssueBody } from '@crece/contract';
import type { Issue } from '@crece/domain';
import type { FastifyReply } from 'fastify';
import { refuse } from '../http/errors.ts';
import type { AccountRefusal } from './accounts.ts';
import { isCommonPassword } from './common-passwords.ts';

interface FoundIssue {
  readonly code: string;
  readonly field?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/** Refuses a form with the issues that domain's rules found. */
export function refuseForm(reply: FastifyReply, issues: readonly FoundIssue[]): FastifyReply {
  return refuse(reply, 'validation', bodiesOf(issues));
}

function bodiesOf(issues: readonly FoundIssue[]): IssueBody[] {
  return issues.map(({ code, field, params }) => ({
    code,
    ...(field === undefined ? {} : { field }),
    ...(params === undefined ? {} : { params: { ...params } }),
  }));
}

/** The issue of a password that is too common; `null`: it is not. */
export function commonPasswordIssue(password: string, field: string): Issue | null {
  return isCommonPassword(password) ? { code: 'password-common', field } : null;
}

const FIELDS: Readonly<Partial<Record<AccountRefusal, string>>> = {
  'name-taken': 'username',
  'email-taken': 'email',
};

/** Answers a refusal of the accounts; a taken value names its field. */
export function refuseAccount(reply: FastifyReply, code: AccountRefusal): FastifyReply {
  const field = FIELDS[code];
  if (field !== undefined) return refuse(reply, code as ErrorCode, [{ field, code }]);
  // Another person's provider account: the social module has already explained this.
  if (code === 'social-taken') return refuse(reply, 'conflict');
  return refuse(reply, code);
}
