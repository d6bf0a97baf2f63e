import * as openid from 'openid-client';
import { claimsOf, type Identity, identityOf } from './identity.ts';
import type { SocialProvider } from './social-config.ts';

/** The values that bind an answer to its request. */
export interface Checks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** One provider: begins and finishes a sign-in there. Throws the provider's faults. */
export interface SocialClient {
  /** The provider's address at which a person agrees or refuses. */
  begin(redirectUri: URL, checks: Checks): Promise<URL>;
  /** The person's identity; `returned` is the address of return with its query. */
  finish(returned: URL, checks: Checks): Promise<Identity>;
}

/** The provider's answer does not say who the person is. */
class NobodyAnswered extends Error {
  override readonly name = 'NobodyAnswered';
  readonly code = 'no-identity';
}

const TIMEOUT_SECONDS = 10;
/** How long metadata are cached; providers seldom change their addresses, and announce it early. */
const METADATA_LIFE_MS = 12 * 60 * 60_000;

/**
 * How the client sends its secret: as the provider's metadata say, by default in the form's body.
 */
function secretBy(secret: string): openid.ClientAuth {
  const inBody = openid.ClientSecretPost(secret);
  const inHeader = openid.ClientSecretBasic(secret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? [];
    const wantsHeader =
      ways.includes('client_secret_basic') && !ways.includes('client_secret_post');
    return (wantsHeader ? inHeader : inBody)(server, ...rest);
  };
}

/**
 * Plain OAuth asks the provider's userinfo call who the person is. An id token that comes anyway
 * (LinkedIn) is removed, because it would be checked against an unknown issuer and nonce.
 */
function withoutIdToken(tokenUrl: string): openid.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    if (url !== tokenUrl || !response.ok) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const { id_token: idToken, ...rest } = claimsOf(body);
    return idToken === undefined ? response : Response.json(rest, { status: response.status });
  };
}

async function discover(
  provider: SocialProvider & { kind: 'oidc' },
): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const isPlain = issuer.startsWith('http:');
  return openid.discovery(new URL(issuer), clientId, undefined, secretBy(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Without it the id token's signature would not be verified, only the https connection.
      openid.enableNonRepudiationChecks,
      ...(isPlain ? [openid.allowInsecureRequests] : []),
    ],
  });
}

function configure(provider: SocialProvider & { kind: 'oauth' }): openid.Configuration {
  const { authorizationUrl, tokenUrl, userinfoUrl, clientId, clientSecret } = provider;
  const config = new openid.Configuration(
    {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      userinfo_endpoint: userinfoUrl,
    },
    clientId,
    undefined,
    secretBy(clientSecret),
  );
  config.timeout = TIMEOUT_SECONDS;
  config[openid.customFetch] = withoutIdToken(tokenUrl);
  if (tokenUrl.startsWith('http:')) openid.allowInsecureRequests(config);
  return config;
}

async function readJson(
  config: openid.Configuration,
  token: string,
  url: string,
): Promise<unknown> {
  const response = await openid.fetchProtectedResource(
    config,
    token,
    new URL(url),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (!response.ok) throw new NobodyAnswered(`the provider answered ${response.status}`);
  return response.json();
}

/** The id token's claims, completed by the userinfo call if the token does not name the person. */
async function oidcIdentity(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Identity | null> {
  const claims = claimsOf(tokens.claims());
  const isComplete = ['email', 'email_verified', 'name'].every((name) => name in claims);
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) {
    return identityOf(claims);
  }
  const more = await openid.fetchUserInfo(config, tokens.access_token, String(claims['sub']));
  return identityOf({ ...claims, ...more });
}

async function oauthIdentity(
  provider: SocialProvider & { kind: 'oauth' },
  config: openid.Configuration,
  token: string,
): Promise<Identity | null> {
  const claims = claimsOf(await readJson(config, token, provider.userinfoUrl));
  const { emailsUrl } = provider;
  return identityOf(claims, emailsUrl === null ? null : await readJson(config, token, emailsUrl));
}

/** Creates the client of a provider; its metadata are fetched at the first use. */
export function createSocialClient(provider: SocialProvider, clock: () => Date): SocialClient {
  let known: { config: Promise<openid.Configuration>; since: number } | null = null;

  function config(): Promise<openid.Configuration> {
    if (provider.kind === 'oauth') {
      known ??= { config: Promise.resolve(configure(provider)), since: 0 };
      return known.config;
    }
    const now = clock().getTime();
    if (known === null || now - known.since >= METADATA_LIFE_MS) {
      const asked = { config: discover(provider), since: now };
      known = asked;
      // Forget the failed request, so that the next person tries the provider again.
      asked.config.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.config;
  }

  return {
    async begin(redirectUri, { state, nonce, codeVerifier }) {
      const parameters = new URLSearchParams({ redirect_uri: redirectUri.href, state });
      if (provider.scope !== '') parameters.set('scope', provider.scope);
      if (provider.kind === 'oidc') parameters.set('nonce', nonce);
      if (provider.takesProofKey) {
        parameters.set('code_challenge', await openid.calculatePKCECodeChallenge(codeVerifier));
        parameters.set('code_challenge_method', 'S256');
      }
      return openid.buildAuthorizationUrl(await config(), parameters);
    },

    async finish(returned, { state, nonce, codeVerifier }) {
      const current = new URL(returned);
      // Not needed: the state and a separate return address per provider already identify the
      // provider.
      if (provider.kind === 'oauth') current.searchParams.delete('iss');
      const ready = await config();
      const tokens = await openid.authorizationCodeGrant(ready, current, {
        expectedState: state,
        ...(provider.takesProofKey ? { pkceCodeVerifier: codeVerifier } : {}),
        ...(provider.kind === 'oidc' ? { expectedNonce: nonce, idTokenExpected: true } : {}),
      });
      const identity =
        provider.kind === 'oidc'
          ? await oidcIdentity(ready, tokens)
          : await oauthIdentity(provider, ready, tokens.access_token);
      if (identity === null) throw new NobodyAnswered('the provider names nobody');
      return identity;
    },
  };
}

/** New random checks; the state is created by the caller. */
export function newChecks(): Omit<Checks, 'state'> {
  return { nonce: openid.randomNonce(), codeVerifier: openid.randomPKCECodeVerifier() };
}

/** Whether an error means that the person refused at the provider. */
export function isRefusal(error: unknown): boolean {
  return error instanceof openid.AuthorizationResponseError && error.error === 'access_denied';
}
