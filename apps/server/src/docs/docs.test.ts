import { GRANTED_ROLES } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { aRunningServer } from '../admin/testing/running-server.ts';
import { anApp } from '../testing/test-app.ts';

interface Operation {
  summary?: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  parameters?: { name: string; in: string }[];
  responses: Record<string, object>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

/** Calls without a JSON body: files are sent as multipart, and the others need no body. */
const WITHOUT_JSON_BODY = [
  // Its body, if one is announced, is not read.
  'POST /api/local/echo',
  'POST /api/children/upload/{stakeDB}',
  'POST /api/imports/{jobId}/undo',
  'POST /api/users/picture',
  'POST /api/users/email',
  'POST /api/auth/email/{token}',
  'POST /api/files/{fileName}/ticket',
  'PUT /sync/{stakeDB}',
  'POST /sync/{stakeDB}/_ensure_full_commit',
  // Its fields are ids of documents.
  'POST /sync/{stakeDB}/_revs_diff',
];

const CALLS = /^\/(?:api|sync|health|ready|metrics|files)\b/;
/** The catch-all for unknown addresses, which is not a call. */
const NOTHING = '/sync/*';

async function theDocument(): Promise<Document> {
  const { call, person } = await aRunningServer();
  const answer = await call('GET /api/docs', { as: await person('Ana', ['user', 'admin']) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Document;
}

/** Every call of the server in the form of the document: `PUT /api/users/{userId}`. */
async function theCalls(): Promise<{ method: string; path: string; security: object[] }[]> {
  const { app } = await anApp();
  return app.accessTable
    .filter(({ method, url }) => method !== 'HEAD' && CALLS.test(url) && url !== NOTHING)
    .map(({ method, url, access }) => ({
      method: method.toLowerCase(),
      path: url.replace(/:(\w+)/g, '{$1}'),
      security:
        access.to === 'everyone'
          ? []
          : [{ ['by' in access && access.by === 'sync-token' ? 'syncToken' : 'token']: [] }],
    }));
}

describe('GET /api/docs', () => {
  it('contains every call of the server, and nothing else', async () => {
    const { openapi, paths } = await theDocument();
    expect(openapi).toBe('3.1.0');
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const calls = (await theCalls()).map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual([...new Set(calls)].sort());
    expect(calls.length).toBeGreaterThan(30);
  });

  it('documents for every call its answers, its parameters and whether it needs a sign-in', async () => {
    const { paths } = await theDocument();
    for (const { method, path, security } of await theCalls()) {
      const operation = paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      expect(Object.keys(operation?.responses ?? {}), name).toContain('4XX');
      expect(operation?.security, name).toEqual(security);
      for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) {
        expect(
          operation?.parameters?.map((each) => each.name),
          name,
        ).toContain(parameter);
      }
      if ((method === 'post' || method === 'put') && !WITHOUT_JSON_BODY.includes(name)) {
        const body = operation?.requestBody?.content['application/json']?.schema;
        expect(Object.keys(body?.properties ?? {}).length, name).toBeGreaterThan(0);
      }
    }
  });

  it('documents the fields of a body', async () => {
    const { paths } = await theDocument();
    const put = paths['/api/users/{userId}']?.['put'];
    expect(put?.requestBody?.content['application/json']?.schema).toMatchObject({
      additionalProperties: false,
      required: ['firstName', 'lastName', 'roles'],
      properties: { roles: { items: { enum: GRANTED_ROLES } } },
    });
  });

  it('the description of the calls is for administrators only', async () => {
    const { call, person } = await aRunningServer();
    expect((await call('GET /api/docs')).status).toBe(401);
    expect((await call('GET /api/docs', { as: await person('Ben') })).status).toBe(403);
  });
});
