/** A place in the picture, in pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
}

interface Box extends Place {
  readonly width: number;
  readonly height: number;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels: height of the figure's ground, width of a figure at 13 px bold, distance to its point. */
const HEIGHT = 23;
const GLYPH = 7.8;
const GAP = 12;
/** Half of a mark's width. */
const MARK = 8;

function boxesAround({ left, top }: Place, width: number, frame: Frame): readonly Box[] {
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
    // Further away, for a steep line in a small chart whose earlier points fill every place nearby.
    [middle, top + GAP + HEIGHT],
    [middle, top - GAP - 2 * HEIGHT],
  ] as const;
  return corners.map(([x, y]) => ({ left: x, top: y, width, height: HEIGHT }));
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

/**
 * Where the figure of the newest (last) point is written: the first place around it that lies
 * inside the chart and hides the fewest of the other points, right below if all are alike.
 */
export function figurePlace(points: readonly Place[], frame: Frame, text: string): Box {
  const others = points.slice(0, -1);
  const newest = points.at(-1) ?? { left: frame.left, top: frame.top };
  const boxes = boxesAround(newest, text.length * GLYPH + 14, frame);
  let best = boxes[0] ?? { ...newest, width: 0, height: 0 };
  let fewest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    if (!isInside(box, frame)) continue;
    const hidden = others.filter((other) => hides(box, other)).length;
    if (hidden < fewest) {
      best = box;
      fewest = hidden;
    }
  }
  return best;
}
