/** The default range of an axis, and how far a measurement may extend it. */
export interface AxisRule {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** Distance of the ticks on the extended part. */
  readonly step: number;
  /**
   * Figures outside these limits are never drawn, because everything else would become too small.
   */
  readonly least: number;
  readonly most: number;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** A measurement is outside the default range, so the axis is longer than usual. */
  readonly stretched: boolean;
}

/** Whether a figure can be drawn on an axis with this rule. */
export function fitsAxis(rule: AxisRule, value: number): boolean {
  return value >= rule.least && value <= rule.most;
}

/**
 * The axis for these figures: the default range, extended by whole steps to figures outside it.
 *
 * On the axis 45 to 110 with steps of 10, a height of 118 cm makes it end at 120.
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

/** Maps an axis to pixels: `start` is the position of its lower end, `end` of its upper end. */
export function scaleOf(axis: Axis, start: number, end: number): (value: number) => number {
  const pixelsPerUnit = (end - start) / (axis.to - axis.from);
  return (value) => start + (value - axis.from) * pixelsPerUnit;
}
