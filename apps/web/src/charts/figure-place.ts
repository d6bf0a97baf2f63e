import type { Box } from './paper-words.ts';

/** A position in the picture, in pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Pixels: height of the text's background, width of a character at 13 px bold, distance to the
 * point.
 */
const HEIGHT = 23;
const GLYPH = 7.8;
const GAP = 12;
/** Half of a mark's width. */
const MARK = 8;
/** Grid size of the search when no place around the point is free. */
const STEP = 6;

function placesAround({ left, top }: Place, width: number, frame: Frame): readonly Place[] {
  const right = left + GAP;
  const before = left - GAP - width;
  const rightmost = frame.right + MARK - width;
  const middle = Math.min(Math.max(left - width / 2, frame.left), rightmost);
  const below = top + GAP - 4;
  const above = top - GAP + 4 - HEIGHT;
  const corners = [
    [right, below],
    [right, above],
    [before, above],
    [before, below],
    [middle, top + GAP],
    [middle, top - GAP - HEIGHT],
    // Further away, for a steep line in a small chart whose earlier points fill all closer places.
    [middle, top + GAP + HEIGHT],
    [middle, top - GAP - 2 * HEIGHT],
  ] as const;
  return corners.map(([x, y]) => ({ left: x, top: y }));
}

/** Positions all over the chart, the nearest to the point first. */
function placesAnywhere({ left, top }: Place, width: number, frame: Frame): readonly Place[] {
  const places: (Place & { distance: number })[] = [];
  for (let x = frame.left; x + width <= frame.right + MARK; x += STEP) {
    for (let y = frame.top; y + HEIGHT <= frame.bottom; y += STEP) {
      const distance = Math.hypot(x + width / 2 - left, y + HEIGHT / 2 - top);
      places.push({ left: x, top: y, distance });
    }
  }
  return places.sort((a, b) => a.distance - b.distance);
}

function hides(box: Box, { left, top }: Place): boolean {
  return (
    left > box.left - MARK &&
    left < box.left + box.width + MARK &&
    top > box.top - MARK &&
    top < box.top + box.height + MARK
  );
}

function isInside(box: Box, frame: Frame): boolean {
  return (
    box.left >= frame.left &&
    box.left + box.width <= frame.right + MARK &&
    box.top >= frame.top - 2 &&
    box.top + box.height <= frame.bottom
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** The first of the boxes that covers the fewest points. */
function leastHiding(boxes: readonly Box[], points: readonly Place[]): Box | null {
  let best: Box | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const hidden = points.filter((point) => hides(box, point)).length;
    if (hidden < fewest) {
      best = box;
      fewest = hidden;
    }
  }
  return best;
}

/**
 * The position for the text of the newest (last) point: inside the chart, over no word, and
 * covering as few other points as possible. Right below is preferred, then other places around the
 * point, then the nearest free one. Null when the chart is too small.
 */
export function figurePlace(
  points: readonly Place[],
  frame: Frame,
  text: string,
  words: readonly Box[],
): Box | null {
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const others = points.slice(0, -1);
  const width = text.length * GLYPH + 14;
  const boxesAt = (places: readonly Place[]): readonly Box[] =>
    places
      .map((place) => ({ ...place, width, height: HEIGHT }))
      .filter((box) => isInside(box, frame) && !words.some((word) => overlap(box, word)));
  const beside = leastHiding(boxesAt(placesAround(newest, width, frame)), others);
  if (beside !== null) return beside;
  return leastHiding(
    boxesAt(placesAnywhere(newest, width, frame)).filter((box) => !hides(box, newest)),
    others,
  );
}
