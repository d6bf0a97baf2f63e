import { join } from 'node:path';
import { CALLS } from '@crece/contract/schemas';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { byThemselves } from '../accounts/signed-in.ts';
import { userBodyOf } from '../accounts/stored-account.ts';
import type { Audit } from '../audit/audit-log.ts';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { refuse } from '../http/errors.ts';
import { createPictureFiles, type PictureFiles } from './picture-files.ts';
import { PICTURE_FIELD, readUpload, UPLOAD_LIMITS } from './read-upload.ts';

export interface PictureServices {
  accounts: Pick<Accounts, 'update'>;
  audit: Audit;
  pictures: PictureFiles;
}

const FOLDER = 'pictures';
/** One at a time: drawing uses the threads that also hash passwords and read files. */
const QUEUE = { concurrency: 1, maxWaiting: 30 };

/** A picture never changes under its name; only the browser that showed it caches it. */
const CACHE = 'private, max-age=31536000, immutable';
/** A picture that is opened by itself may load and run nothing. */
const PICTURE_POLICY = "default-src 'none'; sandbox";

/** The pictures in the data folder. */
export function openPictures(dataDir: string): PictureFiles {
  return createPictureFiles(join(dataDir, FOLDER));
}

/** Sets or removes the account's picture, and deletes the former one. */
async function changePicture(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PictureServices,
  path: string | null,
): Promise<FastifyReply> {
  const { accounts, audit, pictures } = services;
  const signedIn = request.signedIn;
  if (signedIn === null) return refuse(reply, 'unauthorized');
  let before: string | null = null;
  const result = await accounts.update(signedIn.account.id, (account) => {
    before = account.profileImageURL;
    return { profileImageURL: path };
  });
  await pictures.remove(result.ok ? before : path);
  if (!result.ok) return refuse(reply, result.code === 'not-found' ? 'unauthorized' : 'conflict');
  await audit.record({ what: 'picture-changed', ...byThemselves(result.account, request) });
  return reply.send(userBodyOf(result.account));
}

/** The calls about profile pictures; `@fastify/multipart` is registered for these routes only. */
export async function pictureRoutes(
  app: FastifyInstance,
  services: PictureServices,
): Promise<void> {
  const queue = new BoundedQueue(QUEUE);

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    scope.route({
      ...CALLS.savePicture,
      config: { access: { to: 'own-settings' } },
      handler: async (request, reply) => {
        const upload = await readUpload(request);
        if (!upload.ok) {
          return upload.code === 'picture-missing'
            ? refuse(reply, 'validation', [{ field: PICTURE_FIELD, code: upload.code }])
            : refuse(reply, upload.code);
        }
        // Imported with the first picture, because the library takes 20 MB of memory.
        const { reEncode } = await import('./re-encode.ts');
        const drawn = await queue.run(() => reEncode(upload.file));
        if (drawn.ok) {
          const path = await services.pictures.add(drawn.webp);
          return changePicture(request, reply, services, path);
        }
        return drawn.code === 'unsupported-type'
          ? refuse(reply, 'unsupported-type')
          : refuse(reply, 'validation', [{ field: PICTURE_FIELD, code: drawn.code }]);
      },
    });
  });

  app.route({
    ...CALLS.removePicture,
    config: { access: { to: 'own-settings' } },
    handler: (request, reply) => changePicture(request, reply, services, null),
  });

  app.route<{ Params: { name: string } }>({
    ...CALLS.pictureFile,
    config: { access: { to: 'everyone' } },
    handler: async (request, reply) => {
      const picture = await services.pictures.read(request.params.name);
      if (picture === null) return refuse(reply, 'not-found');
      return reply
        .type('image/webp')
        .header('cache-control', CACHE)
        .header('content-security-policy', PICTURE_POLICY)
        .header('x-content-type-options', 'nosniff')
        .send(picture);
    },
  });
}
