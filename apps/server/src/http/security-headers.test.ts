import type { AddressInfo } from 'node:net';
import type { SignedInBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { anApp, aServer } from '../testing/test-app.ts';
import { aSignUp, call } from '../testing/test-people.ts';

function directives(policy: unknown): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split(';')
      .map((part) => {
        const [name = '', ...values] = part.trim().split(/\s+/);
        return [name, values.join(' ')];
      }),
  );
}

const HTTPS = { publicUrl: 'https://crece.example.org' };

describe('the security headers', () => {
  it('allow nothing but the application’s own files, and no script sink without Trusted Types', async () => {
    const app = await aServer();
    const answer = await app.inject({ url: '/', headers: { host: '192.168.1.7:3000' } });
    expect(JSON.stringify(answer.headers)).not.toContain('192.168');
    expect(directives(answer.headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'script-src-attr': "'none'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'connect-src': "'self' 'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'crece',
    });
  });

  it('the security headers are on every answer, including refusals', async () => {
    const app = await aServer();
    for (const url of ['/', '/sw.js', '/health', '/api/children/stakes', '/api/nothing']) {
      const { headers } = await app.inject(url);
      expect(headers['content-security-policy'], url).toContain("default-src 'none'");
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
      expect(headers['x-frame-options'], url).toBe('DENY');
      expect(headers['permissions-policy'], url).toContain('geolocation=(self), camera=(self)');
      expect(headers['x-powered-by'], url).toBeUndefined();
    }
  });

  it('prevent typed text from being interpreted as a page', async () => {
    const app = await anApp();
    const script = '<script src=//evil.example></script>';
    const form = aSignUp({ firstName: script, lastName: '"><img onerror=alert(1)>' });
    const answer = await call(app, 'POST', '/api/auth/signup', form);
    const { user, token } = answer.json<SignedInBody>();
    expect(user.firstName).toBe(script);
    const session = await call(app, 'GET', '/api/auth/session', undefined, { token });
    for (const { headers } of [answer, session]) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(directives(headers['content-security-policy'])['script-src']).toBe("'self'");
    }
    const refused = await call(app, 'POST', '/api/auth/signup', { [script]: script });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).not.toContain('script');
  });

  it('a plain http network is not forced to https', async () => {
    const app = await aServer();
    const { headers } = await app.inject('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['cross-origin-opener-policy']).toBeUndefined();
  });

  it('keep people on https if the public address is https', async () => {
    const app = await aServer({ config: HTTPS });
    const { headers } = await app.inject('/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    const policy = directives(headers['content-security-policy']);
    expect(policy['upgrade-insecure-requests']).toBe('');
    expect(policy['connect-src']).toBe("'self' wss://crece.example.org");
  });

  it.each(['evil.example', '[::1]:3000', "evil.example; script-src 'unsafe-inline'", 'a b', 'a,b'])(
    'never write the host %s into the policy',
    async (host) => {
      const app = await aServer();
      const { headers } = await app.inject({ url: '/', headers: { host } });
      expect(directives(headers['content-security-policy'])['connect-src']).toBe("'self' 'self'");
    },
  );

  it('name the sockets of this machine where no public address is set', async () => {
    const app = await aServer();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    const policy = directives(answer.headers.get('content-security-policy') ?? '');
    // A browser reports a source such as ws://[::1] as an error: it is not in a policy's grammar.
    expect(policy['connect-src']).toBe(`'self' ws://127.0.0.1:${port} ws://localhost:${port}`);
  });
});
