/** Kinds that the server takes. */
export const PICTURE_KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** Pixels of one side: the server shows 400, a sharp screen a little more. */
const SIDE_PX = 512;
const QUALITY = 0.86;

export type PictureProblem = 'kind-refused' | 'broken';
export type ScaledPicture = { ok: true; picture: Blob } | { ok: false; code: PictureProblem };

/**
 * A photo as a small square JPEG, cut from its middle: 5 MB of a camera become about 60 kB before
 * they are sent, and where it was taken does not go with it.
 */
export async function scalePicture(file: Blob): Promise<ScaledPicture> {
  if (!PICTURE_KINDS.some((kind) => kind === file.type)) return { ok: false, code: 'kind-refused' };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { ok: false, code: 'broken' };
  }
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to draw on');
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  // JPEG knows no transparency: without paper under it that would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  return picture === null ? { ok: false, code: 'broken' } : { ok: true, picture };
}
