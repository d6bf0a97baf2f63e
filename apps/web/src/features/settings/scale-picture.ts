/** File types that the server accepts. */
export const PICTURE_KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** Length of a side in pixels: the server shows 400, a high-resolution screen slightly more. */
const SIDE_PX = 512;
const QUALITY = 0.86;

export type PictureProblem = 'kind-refused' | 'broken';
export type ScaledPicture = { ok: true; picture: Blob } | { ok: false; code: PictureProblem };

/**
 * Scales a photo to a small square JPEG, cut from its middle: a camera's 5 MB become about 60 kB
 * before the upload, and the location in the photo's metadata is removed.
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
  // JPEG has no transparency: without a white background transparent parts would be black.
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
