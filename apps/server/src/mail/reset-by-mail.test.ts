import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { anAccount, call, OTHER_PASSWORD, saidBy } from '../testing/test-people.ts';
import { startSmtpSink } from './testing/smtp-sink.ts';

const PUBLIC_URL = 'https://crece.example.org';
const LINK = /https:\/\/crece\.example\.org\/password\/reset\/([\w-]+)/;

async function aServerWithMail() {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const app = await anApp({
    config: {
      publicUrl: PUBLIC_URL,
      mail: { smtpUrl: sink.url, from: { name: 'Crece', address: 'crece@example.org' } },
    },
  });
  await anAccount(app);
  return { app, sink };
}

describe('a forgotten password', () => {
  it('the link of a real mail sets a password, works once and leads to the public address', async () => {
    const { app, sink } = await aServerWithMail();
    const asked = await call(
      app,
      'POST',
      '/api/auth/forgot',
      { usernameOrEmail: 'Ana' },
      {
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'accept-language': 'es',
        },
      },
    );
    expect(asked.statusCode).toBe(200);
    await soon(() => expect(sink.mails).toHaveLength(1));
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['ana@example.org']);
    expect(mail?.raw).not.toContain('evil.example');
    const [, secret = ''] = LINK.exec(mail?.parsed.text ?? '') ?? [];
    expect(mail?.parsed.html).toContain(`${PUBLIC_URL}/password/reset/${secret}`);

    const passwords = { newPassword: OTHER_PASSWORD, verifyPassword: OTHER_PASSWORD };
    const set = () => call(app, 'POST', `/api/auth/reset/${secret}`, passwords);
    expect(saidBy(await set())).toBe('200');
    expect(saidBy(await set())).toBe('422 link-invalid');
    const credentials = { usernameOrEmail: 'ana', password: OTHER_PASSWORD };
    expect(saidBy(await call(app, 'POST', '/api/auth/signin', credentials))).toBe('200');
    await soon(() => expect(sink.mails).toHaveLength(2));
    expect(sink.mails[1]?.parsed.text).toContain(`${PUBLIC_URL}/password/forgot`);
  });

  it('asking for the password of an unknown account sends no mail', async () => {
    const { app, sink } = await aServerWithMail();
    for (const usernameOrEmail of ['nobody', 'nobody@example.org', 'ana']) {
      const asked = await call(app, 'POST', '/api/auth/forgot', { usernameOrEmail });
      expect(asked.statusCode).toBe(200);
    }
    await soon(() => expect(sink.mails).toHaveLength(1));
    expect(sink.mails[0]?.to).toEqual(['ana@example.org']);
  });

  it('a refusing mail server changes no answer, and stopping waits for the mail', async () => {
    const { app, sink } = await aServerWithMail();
    sink.refuseNext(1, 451, 'busy');
    const asked = await call(app, 'POST', '/api/auth/forgot', { usernameOrEmail: 'ana' });
    expect(asked.statusCode).toBe(200);
    await soon(() => expect(sink.refusals()).toBe(1));
    // The retry is due after five seconds; the stop does it at once.
    await app.app.close();
    expect(sink.mails).toHaveLength(1);
  });
});
