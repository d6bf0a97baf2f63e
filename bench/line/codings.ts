import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';

/** As the server hands text to an encoder, and takes it. */
const WRITTEN_BYTES = 32_768;
const CHUNK = { chunkSize: 65_536 };

const gzip = (level: number) => () => createGzip({ ...CHUNK, level });

/** `window`: base-2 logarithm of the bytes that are looked back on. */
const brotli =
  (quality: number, window = 22) =>
  () =>
    createBrotliCompress({
      ...CHUNK,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: window,
      },
    });

const zstd = (level: number) => () =>
  createZstdCompress({ ...CHUNK, params: { [constants.ZSTD_c_compressionLevel]: level } });

export const CODINGS: Readonly<Record<string, () => Transform>> = {
  'gzip 1': gzip(1),
  'gzip 6': gzip(6),
  'brotli 1': brotli(1),
  'brotli 4, 256 KB': brotli(4, 18),
  'brotli 9': brotli(9),
  'zstd 1': zstd(1),
  'zstd 9': zstd(9),
};

/** Bytes of a body that is compressed while it is sent. */
export async function codedBytes(body: string, make: () => Transform): Promise<number> {
  const encoder = make();
  let bytes = 0;
  encoder.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const text = Buffer.from(body);
  for (let from = 0; from < text.length; from += WRITTEN_BYTES) {
    const mayGoOn = encoder.write(text.subarray(from, from + WRITTEN_BYTES));
    if (!mayGoOn) await once(encoder, 'drain');
  }
  const ended = once(encoder, 'end');
  encoder.end();
  await ended;
  return bytes;
}

/** Milliseconds of this process's processor time, compression in its threads included. */
export async function processorTime<T>(work: () => T | Promise<T>): Promise<[ms: number, T]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, result];
}
