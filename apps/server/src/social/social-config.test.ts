import { describe, expect, it } from 'vitest';
import { parseSocialProviders } from './social-config.ts';

const client = (name: string) => ({
  [`CRECE_OAUTH_${name}_CLIENT_ID`]: 'id',
  [`CRECE_OAUTH_${name}_CLIENT_SECRET`]: 'a secret',
});
const ADDRESSES = {
  CRECE_OAUTH_CLINIC_AUTHORIZATION_URL: 'https://clinic.example/authorize',
  CRECE_OAUTH_CLINIC_TOKEN_URL: 'https://clinic.example/token',
  CRECE_OAUTH_CLINIC_USERINFO_URL: 'https://clinic.example/me',
};

function providersOf(environment: Record<string, string | undefined>) {
  const parsed = parseSocialProviders(environment);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.providers;
}

function problemsOf(environment: Record<string, string>): string[] {
  const parsed = parseSocialProviders(environment);
  return parsed.ok ? [] : parsed.problems;
}

describe('parseSocialProviders', () => {
  it('returns no provider if nothing is configured', () => {
    expect(providersOf({ PATH: '/bin', CRECE_OAUTH_GOOGLE_CLIENT_ID: ' ' })).toEqual([]);
  });

  it('needs only client id and secret for a preset, and sorts providers by name', () => {
    const providers = providersOf({
      ...client('LINKEDIN'),
      ...client('GOOGLE'),
      ...client('GITHUB'),
      ...client('FACEBOOK'),
    });
    expect(
      providers.map(({ id, name, kind, takesProofKey }) => [id, name, kind, takesProofKey]),
    ).toEqual([
      ['facebook', 'Facebook', 'oauth', true],
      ['github', 'GitHub', 'oauth', true],
      ['google', 'Google', 'oidc', true],
      ['linkedin', 'LinkedIn', 'oauth', false],
    ]);
    expect(providers[2]).toMatchObject({
      issuer: 'https://accounts.google.com',
      scope: 'openid email profile',
      clientId: 'id',
      clientSecret: 'a secret',
    });
    expect(providers[1]).toMatchObject({ emailsUrl: 'https://api.github.com/user/emails' });
    expect(providers[0]).toMatchObject({ emailsUrl: null });
  });

  it('accepts any other provider by its issuer, or by three addresses', () => {
    const [byIssuer] = providersOf({
      ...client('MY_CLINIC'),
      CRECE_OAUTH_MY_CLINIC_ISSUER: 'https://id.clinic.example/realm',
    });
    expect(byIssuer).toMatchObject({
      id: 'my-clinic',
      name: 'My-clinic',
      kind: 'oidc',
      issuer: 'https://id.clinic.example/realm',
      scope: 'openid email profile',
    });
    const [byAddresses] = providersOf({
      ...client('CLINIC'),
      ...ADDRESSES,
      CRECE_OAUTH_CLINIC_NAME: 'Clínica Central',
      CRECE_OAUTH_CLINIC_SCOPE: 'me',
    });
    expect(byAddresses).toMatchObject({
      id: 'clinic',
      name: 'Clínica Central',
      kind: 'oauth',
      tokenUrl: 'https://clinic.example/token',
      scope: 'me',
    });
  });

  it('allows the settings of a preset to be changed', () => {
    const [github] = providersOf({
      ...client('GITHUB'),
      CRECE_OAUTH_GITHUB_USERINFO_URL: 'https://git.example/api/v3/user',
    });
    expect(github).toMatchObject({
      authorizationUrl: 'https://github.com/login/oauth/authorize',
      userinfoUrl: 'https://git.example/api/v3/user',
      emailsUrl: 'https://git.example/api/v3/user/emails',
    });
    const [facebook] = providersOf({
      ...client('FACEBOOK'),
      CRECE_OAUTH_FACEBOOK_ISSUER: 'https://www.facebook.com',
    });
    expect(facebook).toMatchObject({ kind: 'oidc', issuer: 'https://www.facebook.com' });
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'accepts %s, which is this machine',
    (issuer) => {
      const environment = { ...client('CLINIC'), CRECE_OAUTH_CLINIC_ISSUER: issuer };
      expect(providersOf(environment)).toMatchObject([{ issuer }]);
    },
  );

  it.each([
    'http://id.clinic.example',
    'http://127.0.0.1.evil.example',
    'id.clinic.example',
    'javascript:alert(1)',
    'https://user@id.clinic.example',
    'https://id.clinic.example/#a',
  ])('refuses the issuer %s', (issuer) => {
    expect(problemsOf({ ...client('CLINIC'), CRECE_OAUTH_CLINIC_ISSUER: issuer })).toEqual([
      `CRECE_OAUTH_CLINIC_ISSUER must be an https address (http on this machine only) (it is "${issuer}")`,
    ]);
  });

  it('reports every problem, without secrets', () => {
    const problems = problemsOf({
      CRECE_OAUTH_GOOGLE_CLIENT_SECRET: 'hush',
      CRECE_OAUTH_GITHUB_CLIENT_ID: 'id',
      CRECE_OAUTH_GITHUB_COLOUR: 'red',
      ...client('CLINIC'),
      ...client('LOCAL'),
      CRECE_OAUTH_LOCAL_ISSUER: 'https://id.clinic.example',
    });
    expect(problems).toEqual([
      'CRECE_OAUTH_GITHUB_COLOUR is no setting of a provider',
      'CRECE_OAUTH_CLINIC_ISSUER must be set, or the three CRECE_OAUTH_CLINIC_AUTHORIZATION_URL, CRECE_OAUTH_CLINIC_TOKEN_URL, CRECE_OAUTH_CLINIC_USERINFO_URL',
      'CRECE_OAUTH_GITHUB_CLIENT_SECRET must be set where CRECE_OAUTH_GITHUB_CLIENT_ID is',
      'CRECE_OAUTH_GOOGLE_CLIENT_ID must be set',
      'CRECE_OAUTH_LOCAL_CLIENT_ID names a provider "local", which is taken',
    ]);
  });

  it('refuses an issuer together with addresses', () => {
    const both = {
      ...client('CLINIC'),
      ...ADDRESSES,
      CRECE_OAUTH_CLINIC_ISSUER: 'https://a.example',
    };
    expect(problemsOf(both)).toEqual([
      'CRECE_OAUTH_CLINIC_ISSUER and CRECE_OAUTH_CLINIC_AUTHORIZATION_URL exclude each other',
    ]);
  });
});
