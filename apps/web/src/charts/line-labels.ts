import type { ReferenceLine } from './reference-lines.ts';

/** Minimum distance of two names in pixels for 13 px text. */
const ROW_PX = 15;
const COLUMN_PX = 27;

interface LineLabel {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle';
}

/**
 * Moves sorted positions apart until all gaps are at least `gap`, with the last one at most at
 * `limit`: `[10, 12, 40]` with a gap of 15 and a limit of 50 becomes `[10, 25, 40]`.
 */
export function spread(places: readonly number[], gap: number, limit: number): number[] {
  const apart: number[] = [];
  for (const place of places) {
    apart.push(Math.max(place, (apart.at(-1) ?? Number.NEGATIVE_INFINITY) + gap));
  }
  let most = limit;
  for (let index = apart.length - 1; index >= 0; index -= 1) {
    const place = Math.min(apart[index] ?? most, most);
    apart[index] = place;
    most = place - gap;
  }
  return apart;
}

/** Positions of the names of WHO's lines: above the chart or at its right, without overlaps. */
export function lineLabels(
  lines: readonly ReferenceLine[],
  place: {
    x: (value: number) => number;
    y: (value: number) => number;
    top: number;
    right: number;
    bottom: number;
  },
): readonly LineLabel[] {
  const above = lines
    .filter((line) => line.leavesAbove)
    .map((line) => ({ z: line.z, at: place.x(line.end.x) }))
    .sort((a, b) => a.at - b.at);
  const beside = lines
    .filter((line) => !line.leavesAbove)
    .map((line) => ({ z: line.z, at: place.y(line.end.y), x: place.x(line.end.x) }))
    .sort((a, b) => a.at - b.at);
  const columns = spread(
    above.map(({ at }) => at),
    COLUMN_PX,
    place.right,
  );
  const rows = spread(
    beside.map(({ at }) => Math.max(at, place.top + 4)),
    ROW_PX,
    place.bottom,
  );
  return [
    ...above.map(
      ({ z, at }, index): LineLabel => ({
        z,
        x: columns[index] ?? at,
        y: place.top - 6,
        anchor: 'middle',
      }),
    ),
    ...beside.map(
      ({ z, at, x }, index): LineLabel => ({
        z,
        x: x + 5,
        y: (rows[index] ?? at) + 4,
        anchor: 'start',
      }),
    ),
  ];
}
