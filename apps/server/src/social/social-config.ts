/**
 * An OpenID Connect provider, found by its issuer; or a plain OAuth 2 provider, by its addresses.
 */
export type SocialProvider = {
  /** Id in addresses and accounts: `google`. */
  id: string;
  /** Name shown to people. */
  name: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /**
   * False for a few providers that refuse the proof key (PKCE, RFC 7636) of a client with a secret.
   */
  takesProofKey: boolean;
} & ({ kind: 'oidc'; issuer: string } | ({ kind: 'oauth' } & OAuthAddresses));

interface OAuthAddresses {
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Address of the person's e-mail addresses, if `userinfoUrl` does not give a verified one. */
  emailsUrl: string | null;
}

export type ParsedSocialProviders =
  | { ok: true; providers: readonly SocialProvider[] }
  | { ok: false; problems: string[] };

type Setting =
  | 'CLIENT_ID'
  | 'CLIENT_SECRET'
  | 'ISSUER'
  | 'AUTHORIZATION_URL'
  | 'TOKEN_URL'
  | 'USERINFO_URL'
  | 'SCOPE'
  | 'NAME';

type Given = Partial<Record<Setting, string>>;

const PREFIX = 'CRECE_OAUTH_';
const VARIABLE =
  /^CRECE_OAUTH_(?<provider>[A-Z0-9]+(?:_[A-Z0-9]+)*?)_(?<setting>CLIENT_ID|CLIENT_SECRET|ISSUER|AUTHORIZATION_URL|TOKEN_URL|USERINFO_URL|SCOPE|NAME)$/;

const OIDC_SCOPE = 'openid email profile';

/**
 * Presets of the usual providers; each of their settings can be overridden. Sources: the providers'
 * documentation of sign-in (Google "OpenID Connect", GitHub "Authorizing OAuth apps", Facebook
 * "Manually Build a Login Flow", LinkedIn "Sign In with LinkedIn using OpenID Connect"). LinkedIn
 * is treated as plain OAuth, because its id tokens contain no nonce and its token address refuses a
 * proof key unless LinkedIn has enabled it for the client.
 */
const PRESETS: Readonly<Record<string, Given & { takesProofKey?: false }>> = {
  google: { NAME: 'Google', ISSUER: 'https://accounts.google.com', SCOPE: OIDC_SCOPE },
  github: {
    NAME: 'GitHub',
    AUTHORIZATION_URL: 'https://github.com/login/oauth/authorize',
    TOKEN_URL: 'https://github.com/login/oauth/access_token',
    USERINFO_URL: 'https://api.github.com/user',
    SCOPE: 'read:user user:email',
  },
  facebook: {
    NAME: 'Facebook',
    AUTHORIZATION_URL: 'https://www.facebook.com/v23.0/dialog/oauth',
    TOKEN_URL: 'https://graph.facebook.com/v23.0/oauth/access_token',
    USERINFO_URL: 'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email',
    SCOPE: 'email public_profile',
  },
  linkedin: {
    NAME: 'LinkedIn',
    AUTHORIZATION_URL: 'https://www.linkedin.com/oauth/v2/authorization',
    TOKEN_URL: 'https://www.linkedin.com/oauth/v2/accessToken',
    USERINFO_URL: 'https://api.linkedin.com/v2/userinfo',
    SCOPE: OIDC_SCOPE,
    takesProofKey: false,
  },
};

/** Words that have another meaning in place of a provider, in addresses or accounts. */
const RESERVED = [
  'local',
  'signup',
  'signin',
  'signout',
  'session',
  'forgot',
  'reset',
  'first-admin',
  'exchange',
];

const OAUTH_SETTINGS = ['AUTHORIZATION_URL', 'TOKEN_URL', 'USERINFO_URL'] as const;
const ADDRESS_SETTINGS = ['ISSUER', ...OAUTH_SETTINGS] as const;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * https, or http on this machine; over plain http anybody on the network could sign in as anybody.
 */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** GitHub lists verified addresses in a separate call, below that of the person. */
function emailsUrlOf(provider: string, userinfoUrl: string): string | null {
  return provider === 'github' ? `${userinfoUrl}/emails` : null;
}

function problemsOf(variable: (setting: Setting) => string, id: string, given: Given): string[] {
  const problems: string[] = [];
  const missing = (setting: Setting, where: string) =>
    problems.push(`${variable(setting)} must be set where ${where} is`);
  if (RESERVED.includes(id))
    problems.push(`${variable('CLIENT_ID')} names a provider "${id}", which is taken`);
  if (given.CLIENT_ID === undefined) problems.push(`${variable('CLIENT_ID')} must be set`);
  else if (given.CLIENT_SECRET === undefined) missing('CLIENT_SECRET', variable('CLIENT_ID'));
  for (const setting of ADDRESS_SETTINGS) {
    const address = given[setting];
    if (address !== undefined && !isSafeAddress(address)) {
      problems.push(
        `${variable(setting)} must be an https address (http on this machine only) (it is "${address}")`,
      );
    }
  }
  return problems;
}

function providerOf(id: string, own: Given): { provider: SocialProvider } | { problems: string[] } {
  const variable = (setting: Setting) =>
    `${PREFIX}${id.toUpperCase().replaceAll('-', '_')}_${setting}`;
  const preset = Object.hasOwn(PRESETS, id) ? (PRESETS[id] ?? {}) : {};
  const problems = problemsOf(variable, id, own);
  const ownOAuth = OAUTH_SETTINGS.filter((setting) => own[setting] !== undefined);
  if (own.ISSUER !== undefined && ownOAuth.length > 0) {
    problems.push(`${variable('ISSUER')} and ${variable('AUTHORIZATION_URL')} exclude each other`);
  }
  const { ISSUER: issuer, ...rest } = { ...preset, ...own };
  const isOidc = own.ISSUER !== undefined || (issuer !== undefined && ownOAuth.length === 0);
  const {
    AUTHORIZATION_URL: authorizationUrl,
    TOKEN_URL: tokenUrl,
    USERINFO_URL: userinfoUrl,
  } = rest;
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = own;
  const common = {
    id,
    name: rest.NAME ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    scope: rest.SCOPE ?? (isOidc ? OIDC_SCOPE : ''),
    takesProofKey: preset.takesProofKey ?? true,
  };
  const hasAddresses =
    authorizationUrl !== undefined && tokenUrl !== undefined && userinfoUrl !== undefined;
  if (!isOidc && !hasAddresses) {
    problems.push(
      `${variable('ISSUER')} must be set, or the three ${OAUTH_SETTINGS.map(variable).join(', ')}`,
    );
  }
  if (problems.length > 0 || clientId === undefined || clientSecret === undefined) {
    return { problems };
  }
  if (isOidc && issuer !== undefined) {
    return { provider: { ...common, clientId, clientSecret, kind: 'oidc', issuer } };
  }
  if (!hasAddresses) return { problems };
  const emailsUrl = emailsUrlOf(id, userinfoUrl);
  const addresses = { authorizationUrl, tokenUrl, userinfoUrl, emailsUrl };
  return { provider: { ...common, clientId, clientSecret, kind: 'oauth', ...addresses } };
}

/**
 * Reads the providers of social sign-in from the environment, sorted by name.
 * `CRECE_OAUTH_GOOGLE_CLIENT_ID` and `_SECRET` are enough for a preset. Without providers social
 * sign-in is hidden.
 */
export function parseSocialProviders(
  environment: Readonly<Record<string, string | undefined>>,
): ParsedSocialProviders {
  const problems: string[] = [];
  const settings = new Map<string, Given>();
  for (const [variable, value] of Object.entries(environment).sort()) {
    const text = value?.trim() ?? '';
    if (!variable.startsWith(PREFIX) || text === '') continue;
    const { provider, setting } = VARIABLE.exec(variable)?.groups ?? {};
    if (provider === undefined || setting === undefined) {
      problems.push(`${variable} is no setting of a provider`);
      continue;
    }
    const id = provider.toLowerCase().replaceAll('_', '-');
    settings.set(id, { ...settings.get(id), [setting]: text });
  }
  const providers: SocialProvider[] = [];
  for (const [id, given] of settings) {
    const read = providerOf(id, given);
    if ('provider' in read) providers.push(read.provider);
    else problems.push(...read.problems);
  }
  return problems.length === 0 ? { ok: true, providers } : { ok: false, problems };
}
