import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { createProviderStore } from './provider-store.ts';

/** A person with an account at the provider. */
export interface ProviderAccount {
  /** The provider's id of the person. */
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  preferred_username?: string;
}

export interface OidcProviderOptions {
  port?: number;
  /** Return addresses that the provider knows. */
  redirectUris: readonly string[];
  accounts: readonly ProviderAccount[];
}

/** A real OpenID Connect provider on this machine. */
export interface RunningOidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

const CLIENT_ID = 'crece';
const CLIENT_SECRET = 'the secret of a client in tests';
const INTERACTION = /^\/interaction\/([\w-]+)$/;

let madeKey: Record<string, unknown> | null = null;

/** One key for all providers of a process, because making one takes a good part of a second. */
function signingKey(): Record<string, unknown> {
  madeKey ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
  };
  return madeKey;
}

function configuration({ redirectUris, accounts }: OidcProviderOptions): Configuration {
  return {
    adapter: createProviderStore(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['a key of cookies in tests'] },
    // The form's body, which most clients use, is not offered here, so that both ways are tested
    // somewhere.
    clientAuthMethods: ['client_secret_basic'],
    // The provider refuses a sign-in without a proof key.
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const found = accounts.find(({ sub }) => sub === id);
      return found === undefined ? undefined : { accountId: id, claims: () => ({ ...found }) };
    },
    loadExistingGrant: consent,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  };
}

/** Grants the client everything without asking; the provider's page only asks for the account. */
async function consent({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({
    clientId: client?.clientId ?? '',
    accountId: session?.accountId ?? '',
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

const button = (name: string, label: string) =>
  `<button name="account" value="${name}">${label}</button>`;

function page(accounts: readonly ProviderAccount[]): string {
  const people = accounts.map(({ sub }) => button(sub, `Continue as ${sub}`)).join(' ');
  return `<!doctype html><title>Provider</title><h1>Who are you?</h1><form method="post">${people} ${button('', 'Cancel')}</form>`;
}

/**
 * Starts the provider on a free port, or on the given one. Its page has a button for each account.
 */
export async function startOidcProvider(
  options: OidcProviderOptions,
): Promise<RunningOidcProvider> {
  const { port = 0, accounts } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options));
  const handle = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page(accounts));
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get('account') ?? '';
    const result =
      accountId === ''
        ? { error: 'access_denied', error_description: 'The person said no.' }
        : { login: { accountId } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  server.on('request', (request, response) => {
    if (!INTERACTION.test(request.url ?? '')) void handle(request, response);
    else {
      interact(request, response).catch(() => {
        response.statusCode = 500;
        response.end();
      });
    }
  });
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
