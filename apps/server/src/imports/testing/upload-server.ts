import type { ImportBody, UserBody } from '@crece/contract';
import type { GrantedRole } from '@crece/domain';
import { unitStoreName } from '../../gateway/unit-place.ts';
import { soonAnswered } from '../../testing/soon.ts';
import { anApp, type TestOptions } from '../../testing/test-app.ts';
import { aSignedIn, call } from '../../testing/test-people.ts';
import { UNIT } from './an-import.ts';

const BOUNDARY = 'between-the-parts';

/** A form with one file, as a browser sends it. */
export function aForm(file: Buffer | string, field = 'key'): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="niños.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(file),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export type Uploaded = UserBody & { import: ImportBody };

/** A server with accounts that upload files. */
export async function anUploadServer(options: TestOptions = {}) {
  const app = await anApp(options);
  const person = (username: string, roles: GrantedRole[], scope?: object) =>
    aSignedIn(app, { username, roles, ...(scope === undefined ? {} : { scope }) });

  /** Uploads a file, or uses an earlier one by the query's `upload`. */
  function upload(
    token: string,
    file: Buffer | string | null,
    query: Record<string, string> = {},
    unit = UNIT,
  ) {
    return app.app.inject({
      method: 'POST',
      url: `/api/children/upload/${unit}?${new URLSearchParams(query).toString()}`,
      headers: { authorization: `JWT ${token}`, ...(file === null ? {} : FORM_HEADERS) },
      ...(file === null ? {} : { payload: aForm(file) }),
    });
  }

  async function imported(
    token: string,
    file: Buffer | string | null,
    query: Record<string, string> = {},
  ): Promise<ImportBody> {
    const answer = await upload(token, file, query);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Uploaded>().import;
  }

  const get = (token: string, url: string) => call(app, 'GET', url, undefined, { token });
  const post = (token: string, url: string) => call(app, 'POST', url, undefined, { token });

  /** The import after its job has ended. */
  const ended = (token: string, id: string): Promise<ImportBody> =>
    soonAnswered(async () => {
      const body = (await get(token, `/api/imports/${id}`)).json<ImportBody>();
      if (body.state === 'running') throw new Error('it runs');
      return body;
    });

  async function stored(unit = UNIT): Promise<{ _id: string; [field: string]: unknown }[]> {
    const store = await app.services.stores.open(unitStoreName(unit));
    const found: { _id: string }[] = [];
    for await (const document of store.list()) found.push(document);
    return found;
  }

  return { app, person, upload, imported, ended, get, post, stored };
}
