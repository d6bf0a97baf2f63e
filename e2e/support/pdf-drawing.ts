import { inflateSync } from 'node:zlib';

type Matrix = readonly [number, number, number, number, number, number];

/** A matrix of the PDF reference, 8.3.4: `first` is applied before `then`. */
function times(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = then;
  return [
    a * A + b * C,
    a * B + b * D,
    c * A + d * C,
    c * B + d * D,
    e * A + f * C + E,
    e * B + f * D + F,
  ];
}

interface State {
  matrix: Matrix;
  fill: string;
}

const rgb = (parts: readonly number[]) =>
  `rgb(${parts.map((part) => Math.round(part * 255)).join(',')})`;

/** How many numbers each path operator takes. */
const LENGTHS: Readonly<Record<string, number>> = { m: 2, l: 2, c: 6, h: 0 };

/** The filled paths of a content stream, as SVG; its text is left out. */
function filledPaths(content: string): string {
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], fill: 'rgb(0,0,0)' };
  const saved: State[] = [];
  let numbers: number[] = [];
  let path = '';
  let drawn = '';
  const last = (count: number) => numbers.slice(numbers.length - count);
  for (const word of content.replaceAll(/\bBT\b[\s\S]*?\bET\b/g, ' ').split(/\s+/)) {
    if (/^[-+.\d]+$/.test(word)) {
      numbers.push(Number(word));
      continue;
    }
    const length = LENGTHS[word];
    if (length !== undefined) {
      path += `${word === 'h' ? 'Z' : word.toUpperCase()}${last(length).join(' ')}`;
    } else if (word === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = last(4);
      path += `M${x} ${y}h${width}v${height}h${-width}Z`;
    } else if (word === 'q') saved.push({ ...state });
    else if (word === 'Q') state = saved.pop() ?? state;
    else if (word === 'cm') {
      state.matrix = times(last(6) as unknown as Matrix, state.matrix);
    } else if (word === 'rg') state.fill = rgb(last(3));
    else if (word === 'g') state.fill = rgb([...last(1), ...last(1), ...last(1)]);
    else if (/^[fFB]\*?$/.test(word)) {
      const rule = word.endsWith('*') ? 'evenodd' : 'nonzero';
      drawn += `<path transform="matrix(${state.matrix.join(' ')})" d="${path}" fill="${state.fill}" fill-rule="${rule}"/>`;
      path = '';
    } else if (/^[nSs]$/.test(word)) path = '';
    numbers = [];
  }
  return drawn;
}

/** The streams of a PDF that can be unpacked, in their order. */
function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = [];
  const text = pdf.toString('latin1');
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === 'end') continue;
    const from = text.indexOf('\n', index) + 1;
    const to = text.indexOf('endstream', from);
    try {
      streams.push(inflateSync(pdf.subarray(from, to)).toString('latin1'));
    } catch {
      // A picture or a font that is packed in another way.
    }
  }
  return streams;
}

/**
 * What a PDF of one page from Chromium draws with filled paths, codes among it, as SVG: no program that
 * draws PDF is needed to look at a printed code.
 */
export function pdfDrawing(pdf: Buffer): string {
  const [, width = '0', height = '0'] =
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  const paths = streamsOf(pdf)
    .filter((stream) => /\bre\b|\bm\b/.test(stream) && /\bf\*?\b/.test(stream))
    .map(filledPaths)
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#fff"/><g transform="matrix(1 0 0 -1 0 ${height})">${paths}</g></svg>`
  );
}
