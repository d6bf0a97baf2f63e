import { MUAC_LINES } from '@crece/domain';
import type { CurveKind } from '@crece/growth';
import type { AxisRule } from './axis.ts';

export const CHART_KINDS = ['height', 'weight', 'weight-for-height', 'muac'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** WHO's lines on every growth chart, from the lowest to the highest. */
export const LINE_Z_SCORES = [-3, -2, -1, 0, 1, 2, 3] as const;

/** A lower MUAC is only listed, not drawn (specification, section 9). */
const MUAC_DRAWN_FROM_CM = 7;

const AGE_AXIS: AxisRule = {
  from: 0,
  to: 60,
  ticks: [0, 12, 24, 36, 48, 60],
  step: 12,
  least: 0,
  most: 72,
};

const WEIGHT_AXIS: AxisRule = {
  from: 0,
  to: 20,
  ticks: [0, 5, 10, 15, 20],
  step: 5,
  least: 0,
  most: 30,
};

interface ChartRule {
  readonly unit: 'cm' | 'kg';
  readonly x: AxisRule;
  readonly y: AxisRule;
  readonly curve: CurveKind | null;
}

/**
 * The four charts. Ranges and ticks of height, MUAC and age are from the specification (section 9);
 * months, cm and kg.
 */
export const CHART_RULES: Readonly<Record<ChartKind, ChartRule>> = {
  height: {
    unit: 'cm',
    x: AGE_AXIS,
    y: {
      from: 45,
      to: 110,
      ticks: [45, 50, 60, 70, 80, 90, 100, 110],
      step: 10,
      least: 30,
      most: 140,
    },
    curve: 'height-for-age',
  },
  weight: { unit: 'kg', x: AGE_AXIS, y: WEIGHT_AXIS, curve: 'weight-for-age' },
  'weight-for-height': {
    unit: 'kg',
    x: {
      from: 45,
      to: 120,
      ticks: [45, 60, 75, 90, 105, 120],
      step: 15,
      least: 30,
      most: 140,
    },
    y: WEIGHT_AXIS,
    curve: 'weight-for-height',
  },
  muac: {
    unit: 'cm',
    x: { ...AGE_AXIS, ticks: [12, 24, 36, 48, 60] },
    y: {
      from: MUAC_DRAWN_FROM_CM,
      to: 20,
      ticks: [7, 10, MUAC_LINES.severe, MUAC_LINES.moderate, 15, 20],
      step: 5,
      least: MUAC_DRAWN_FROM_CM,
      most: 30,
    },
    curve: null,
  },
};
