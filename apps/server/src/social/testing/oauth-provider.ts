import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The provider's answers about the one person who has an account there. */
export interface OAuthPerson {
  user: Record<string, unknown>;
  emails?: unknown;
}

/** A plain OAuth 2 provider like GitHub; it agrees at once, unless told otherwise. */
export interface RunningOAuthProvider {
  origin: string;
  clientId: string;
  clientSecret: string;
  /** The person signed in there; may be changed. */
  person: OAuthPerson;
  /** Additional fields in the answer of the token call. */
  extra: Record<string, unknown>;
  /** Whether a proof key is checked, or refused as LinkedIn does. */
  proofKey: 'checked' | 'refused';
  close(): Promise<void>;
}

const CLIENT_ID = 'crece';
const CLIENT_SECRET = 'the secret of a client in tests';

interface Grant {
  redirectUri: string;
  challenge: string | null;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

/** Starts the provider on a free port. */
export async function startOAuthProvider(person: OAuthPerson): Promise<RunningOAuthProvider> {
  const codes = new Map<string, Grant>();
  const tokens = new Set<string>();

  function authorize(url: URL, response: ServerResponse): void {
    const { searchParams: asked } = url;
    const code = randomBytes(8).toString('hex');
    const redirectUri = asked.get('redirect_uri') ?? '';
    codes.set(code, { redirectUri, challenge: asked.get('code_challenge') });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    // A parameter of RFC 9207 that a plain client cannot verify.
    back.searchParams.set('iss', 'https://issuer.example');
    response.writeHead(302, { location: back.href }).end();
  }

  function isProven(verifier: string | null, challenge: string | null): boolean {
    if (running.proofKey === 'refused') return verifier === null && challenge === null;
    return (
      createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url') === challenge
    );
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const isGood =
      grant !== undefined &&
      form.get('redirect_uri') === grant.redirectUri &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      isProven(form.get('code_verifier'), grant.challenge);
    if (!isGood) {
      // GitHub answers errors with status 200.
      answer(response, 200, { error: 'bad_verification_code' });
      return;
    }
    const access = randomBytes(8).toString('hex');
    tokens.add(access);
    answer(response, 200, { access_token: access, token_type: 'bearer', ...running.extra });
  }

  function tell(request: IncomingMessage, response: ServerResponse, body: unknown): void {
    const [, access = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // GitHub refuses clients without a user agent.
    const isNamed = request.headers['user-agent'] !== undefined;
    if (tokens.has(access) && isNamed && body !== undefined) answer(response, 200, body);
    else answer(response, 403, { message: 'no' });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    if (url.pathname === '/authorize') authorize(url, response);
    else if (url.pathname === '/token') token(request, response).catch(() => response.destroy());
    else if (url.pathname === '/user') tell(request, response, running.person.user);
    else if (url.pathname === '/user/emails') tell(request, response, running.person.emails);
    else answer(response, 404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: RunningOAuthProvider = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person,
    extra: {},
    proofKey: 'checked',
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return running;
}
