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

/** Answers a refused form with what domain's rules found. */
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

/** The issue of a password that stands in the list of lost ones; `null`: it does not. */
export function commonPasswordIssue(password: string, field: string): Issue | null {
  return isCommonPassword(password) ? { code: 'password-common', field } : null;
}

const FIELDS: Readonly<Partial<Record<AccountRefusal, string>>> = {
  'name-taken': 'username',
  'email-taken': 'email',
};

/** What the accounts refuse, as an answer: what is taken names its field. */
export function refuseAccount(reply: FastifyReply, code: AccountRefusal): FastifyReply {
  const field = FIELDS[code];
  if (field !== undefined) return refuse(reply, code as ErrorCode, [{ field, code }]);
  // A provider's account of somebody else: the part that links worded it before.
  if (code === 'social-taken') return refuse(reply, 'conflict');
  return refuse(reply, code);
}
