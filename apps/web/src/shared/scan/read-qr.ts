import decodeQR from 'qr/decode.js';

/** Reads the code in what a video shows now; null: none in it. Nothing of the picture is kept. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/** A picture is read no larger than this: a phone needs some 50 ms for it. */
const MOST_PX = 720;

/** The text of the code in a picture; null: none that can be read. */
function textIn({ data, width, height }: ImageData): string | null {
  try {
    return decodeQR({ data, width, height }) || null;
  } catch {
    // So the library says that there is none.
    return null;
  }
}

/** A reader of QR codes in what a video shows: by turns the whole picture, and its middle twice as large. */
export function readerOfFrames(): ReadCode {
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  if (paper === null) throw new Error('This browser draws no pictures');
  let isMiddle = false;
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const part = isMiddle ? 0.5 : 1;
    isMiddle = !isMiddle;
    const width = videoWidth * part;
    const height = videoHeight * part;
    const scale = Math.min(1, MOST_PX / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    if (canvas.width === 0 || canvas.height === 0) return null;
    const left = (videoWidth - width) / 2;
    const top = (videoHeight - height) / 2;
    paper.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
    return textIn(paper.getImageData(0, 0, canvas.width, canvas.height));
  };
}
