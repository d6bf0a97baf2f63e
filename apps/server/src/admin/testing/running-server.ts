import type { ErrorBody } from '@crece/contract';
import type { Role } from '@crece/domain';
import { onTestFinished } from 'vitest';
import type { StoredAccount } from '../../accounts/stored-account.ts';
import type { MailDraft } from '../../mail/mail-draft.ts';
import type { Services } from '../../services.ts';
import { anApp, type TestOptions } from '../../testing/test-app.ts';

/** A person with an account and a session. */
export interface Person {
  account: StoredAccount;
  token: string;
}

interface Call {
  as?: Person | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface RunningServer {
  services: Services;
  origin: string;
  /** Mails passed to the mailer. */
  mails: MailDraft[];
  call: (line: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`, call?: Call) => Promise<Response>;
  /** Creates an account with a session; the user name is the first name in lower case. */
  person: (firstName: string, roles?: Role[], more?: Partial<StoredAccount>) => Promise<Person>;
}

/** The whole server on a port, on real databases, optionally with a clock of the test. */
export async function aRunningServer(options: TestOptions = {}): Promise<RunningServer> {
  const { app, services } = await anApp(options);
  const mails: MailDraft[] = [];
  services.mailer.send = async (mail) => {
    mails.push(mail);
  };
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return {
    services,
    origin,
    mails,
    call: (line, { as = null, body, headers = {} } = {}) => {
      const [method = '', path = ''] = line.split(' ');
      return fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(as === null ? {} : { authorization: `JWT ${as.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    person: async (firstName, roles = ['user'], more = {}) => {
      const name = firstName.toLowerCase();
      const made = await services.accounts.create({
        firstName,
        lastName: 'López',
        username: name,
        email: `${name}@example.org`,
        roles,
        passwordHash: null,
        language: 'en',
        ...more,
      });
      if (!made.ok) throw new Error(made.code);
      return { account: made.account, token: await services.sessions.create(made.account) };
    },
  };
}

/** Status and code of a refusal, with the fields and codes of its issues. */
export async function refusalOf(answer: Response): Promise<unknown[]> {
  const { code, issues } = (await answer.json()) as ErrorBody;
  const told = issues?.map((issue) => `${issue.field ?? ''} ${issue.code}`.trim());
  return told === undefined ? [answer.status, code] : [answer.status, code, told];
}
