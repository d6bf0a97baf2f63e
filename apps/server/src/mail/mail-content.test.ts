import { describe, expect, it } from 'vitest';
import { wordMail } from './mail-content.ts';
import type { MailDraft } from './mail-draft.ts';
import { escapeHtml, htmlOf, plainTextOf } from './mail-layout.ts';

const AROUND = { publicUrl: 'https://crece.example.org', supportContact: null };
const ANA = { firstName: 'Ana', username: 'ana.lopez' };

function aReset(different: Partial<typeof ANA> = {}, language: 'en' | 'es' = 'en'): MailDraft {
  return {
    to: 'ana@example.org',
    language,
    kind: 'reset',
    params: { ...ANA, ...different, secret: 'a_b-C', hours: 1 },
  };
}

describe('wordMail', () => {
  it('words a reset in English', () => {
    expect(plainTextOf(wordMail(aReset(), AROUND))).toBe(
      [
        'Hello Ana,',
        'Somebody, we hope you, asked for a new password for your account. Your user name is ana.lopez.',
        'Set a new password:\nhttps://crece.example.org/password/reset/a_b-C',
        'The link works once, within 1 hour.',
        'If it was not you, do nothing: your password stays as it is.',
        '-- \nCrece sent this message because this address belongs to an account in it. Nobody reads replies to it.\n',
      ].join('\n\n'),
    );
  });

  it('words an invitation in Spanish', () => {
    const content = wordMail(
      {
        to: 'ana@example.org',
        language: 'es',
        kind: 'invitation',
        params: { ...ANA, secret: 'S', hours: 72 },
      },
      AROUND,
    );
    expect(content).toMatchObject({
      language: 'es',
      subject: 'Su cuenta en Crece',
      greeting: 'Hola, Ana:',
      action: {
        label: 'Elegir una contraseña',
        url: 'https://crece.example.org/password/reset/S',
      },
    });
    expect(content.remarks[0]).toBe('El enlace sirve una sola vez y vence en 72 horas.');
  });

  it('tells that a password was changed, when (in UTC), and whom to tell', () => {
    const mail: MailDraft = {
      to: 'ana@example.org',
      language: 'en',
      kind: 'password-changed',
      params: { ...ANA, at: new Date('2026-03-14T23:42:00Z'), dropped: [] },
    };
    const changed = wordMail(mail, AROUND);
    expect(changed.paragraphs).toEqual([
      'The password of your account ana.lopez was changed on 14 March 2026 at 23:42 UTC. Everybody who was signed in with it elsewhere has been signed out.',
      'If it was not you, set a new password now, and tell your administrator.',
    ]);
    expect(changed.action?.url).toBe('https://crece.example.org/password/forgot');
    const named = wordMail(mail, { ...AROUND, supportContact: 'Luz, 555 1234' });
    expect(named.paragraphs[1]).toContain('tell Luz, 555 1234.');
  });

  it.each([
    ['email-asked', 'El enlace funciona una sola vez, hasta 24 horas después de que valga'],
    ['email-changed', 'El enlace funciona una sola vez, durante 24 horas.'],
  ] as const)('offers in the mail %s to take the address back', (kind, lifetime) => {
    const params = { ...ANA, email: 'new@example.org', secret: 'S', hours: 24 };
    const content = wordMail({ to: 'ana@example.org', language: 'es', kind, params }, AROUND);
    expect(content.paragraphs[0]).toContain('new@example.org');
    expect(content.action?.url).toBe('https://crece.example.org/authentication/email/S');
    expect(content.remarks[0]).toContain(lifetime);
  });

  it('tells that a social account was linked or removed, and which were removed with a password', () => {
    const at = new Date('2026-03-14T23:42:00Z');
    const to = { to: 'a@example.org', language: 'en' } as const;
    for (const kind of ['social-linked', 'social-unlinked'] as const) {
      const { subject } = wordMail(
        { ...to, kind, params: { ...ANA, provider: 'Clinic', at } },
        AROUND,
      );
      expect(subject).toContain('Clinic');
    }
    const params = { ...ANA, at, dropped: ['google', 'github'] };
    const changed = wordMail({ ...to, kind: 'password-changed', params }, AROUND);
    expect(changed.paragraphs[1]).toContain('google, github');
  });

  it.each([
    [true, 'You may sync now in Crece', 'https://crece.example.org/'],
    [false, 'Your request in Crece', undefined],
  ])('answers a request for a role: granted %s', (granted, subject, url) => {
    const content = wordMail(
      { to: 'a@example.org', language: 'en', kind: 'role-answer', params: { ...ANA, granted } },
      AROUND,
    );
    expect([content.subject, content.action?.url]).toEqual([subject, url]);
  });

  it.each(['Ana', 'María José', "O'Neill", 'Ñusta-Lucía', 'J. R. Peña', 'Ngọc', '敏'])(
    'greets %s by name',
    (firstName) => {
      expect(wordMail(aReset({ firstName }), AROUND).greeting).toBe(`Hello ${firstName},`);
    },
  );

  it.each([
    'win at evil.example',
    'https://evil.example',
    'call +1 555 1234',
    '<b>Ana</b>',
    '{name}',
    'Ana\r\nBcc: eve@example.org',
    'a'.repeat(51),
    '',
  ])('greets without the name %j, which could be an advertisement', (firstName) => {
    const text = plainTextOf(wordMail(aReset({ firstName }), AROUND));
    expect(text.startsWith('Hello,\n')).toBe(true);
    if (firstName !== '') expect(text).not.toContain(firstName);
  });
});

describe('htmlOf', () => {
  it('escapes every value in HTML', () => {
    const html = htmlOf(
      wordMail(aReset({ username: `<img src=x onerror="a('&')">` }, 'es'), {
        publicUrl: 'https://crece.example.org/"><script>',
        supportContact: null,
      }),
    );
    expect(html).toContain('&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;');
    expect(html).toContain('<html lang="es">');
    expect(html).not.toMatch(/<img|<script/);
  });

  it('a mail has no link if there is nothing to do', () => {
    const html = htmlOf(
      wordMail(
        {
          to: 'a@example.org',
          language: 'en',
          kind: 'role-answer',
          params: { ...ANA, granted: false },
        },
        AROUND,
      ),
    );
    expect(html).not.toContain('<a ');
    expect(html).toContain('ask your administrator.');
  });
});

describe('escapeHtml', () => {
  it('leaves letters of every language unchanged', () => {
    expect(escapeHtml('¿Niño? 5 < 6 & "7"')).toBe('¿Niño? 5 &lt; 6 &amp; &quot;7&quot;');
  });
});
