/** What an axis shows when nothing asks for more, and how far a measurement may stretch it. */
export interface AxisRule {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** Distance of the ticks that a stretched axis adds. */
  readonly step: number;
  /** Figures beyond these two ends are never drawn: they would press everything else flat. */
  readonly least: number;
  readonly most: number;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** A measurement lies outside the ordinary range, so the axis is longer than usual. */
  readonly stretched: boolean;
}

/** Whether a figure can be drawn on an axis of this rule at all. */
export function fitsAxis(rule: AxisRule, value: number): boolean {
  return value >= rule.least && value <= rule.most;
}

/**
 * The axis for these figures: the ordinary range, stretched by whole steps to a figure outside it.
 *
 * A height of 118 cm on the axis 45 to 110 with steps of 10 makes it end at 120.
 */
export function axisFor(rule: AxisRule, values: readonly number[]): Axis {
  const drawable = values.filter((value) => fitsAxis(rule, value));
  const ticks = [...rule.ticks];
  let { from, to } = rule;
  const highest = Math.max(to, ...drawable);
  const lowest = Math.min(from, ...drawable);
  while (to < highest) {
    to = Math.min(rule.most, (Math.floor(to / rule.step) + 1) * rule.step);
    ticks.push(to);
  }
  while (from > lowest) {
    from = Math.max(rule.least, (Math.ceil(from / rule.step) - 1) * rule.step);
    ticks.unshift(from);
  }
  return { from, to, ticks, stretched: from !== rule.from || to !== rule.to };
}

/** Maps a figure of an axis onto pixels: `start` is where the axis begins, `end` where it ends. */
export function scaleOf(axis: Axis, start: number, end: number): (value: number) => number {
  const pixelsPerUnit = (end - start) / (axis.to - axis.from);
  return (value) => start + (value - axis.from) * pixelsPerUnit;
}
