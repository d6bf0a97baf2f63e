import { describe, expect, it } from 'vitest';
import { axisFor, fitsAxis, scaleOf } from './axis.ts';
import { CHART_RULES } from './chart-rules.ts';

const { y: height, x: age } = CHART_RULES.height;
const { x: muacAge, y: muac } = CHART_RULES.muac;

describe('axisFor', () => {
  it('marks MUAC at 12, 24, 36, 48 and 60 months and at 7, 10, 11.5, 12.5, 15 and 20 cm', () => {
    expect(axisFor(muacAge, [6, 60]).ticks).toEqual([12, 24, 36, 48, 60]);
    expect(axisFor(muac, [7, 20]).ticks).toEqual([7, 10, 11.5, 12.5, 15, 20]);
  });

  it('keeps the specified range of heights up to its limits', () => {
    const ordinary = { from: 45, to: 110, ticks: height.ticks, stretched: false };
    expect(axisFor(height, [])).toEqual(ordinary);
    expect(axisFor(height, [45, 110])).toEqual(ordinary);
  });

  it('a figure above the range extends the axis by whole steps', () => {
    expect(axisFor(height, [110.1])).toMatchObject({ to: 120, stretched: true });
    expect(axisFor(height, [118]).ticks.slice(-2)).toEqual([110, 120]);
    expect(axisFor(height, [120]).to).toBe(120);
    expect(axisFor(height, [120.5]).to).toBe(130);
  });

  it('a figure below the range extends the axis', () => {
    expect(axisFor(height, [44.9])).toMatchObject({ from: 40, stretched: true });
    expect(axisFor(height, [44.9]).ticks.slice(0, 2)).toEqual([40, 45]);
  });

  it('a figure that is never drawn does not extend the axis', () => {
    expect(axisFor(height, [710, 3])).toMatchObject({ from: 45, to: 110, stretched: false });
  });

  it('keeps the ticks of MUAC and adds steps of five above 20', () => {
    expect(axisFor(muac, [20]).ticks).toEqual([7, 10, 11.5, 12.5, 15, 20]);
    expect(axisFor(muac, [20.1])).toMatchObject({
      to: 25,
      ticks: [7, 10, 11.5, 12.5, 15, 20, 25],
      stretched: true,
    });
  });

  it('an age past 60 months extends the axis to six years', () => {
    expect(axisFor(age, [60])).toMatchObject({ to: 60, stretched: false });
    expect(axisFor(age, [60.01])).toMatchObject({ to: 72, stretched: true });
  });
});

describe('fitsAxis', () => {
  it('accepts figures up to both limits of what is drawn', () => {
    expect([29.9, 30, 140, 140.1].map((value) => fitsAxis(height, value))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([6.9, 7].map((value) => fitsAxis(muac, value))).toEqual([false, true]);
    expect(fitsAxis(height, Number.NaN)).toBe(false);
  });
});

describe('scaleOf', () => {
  it('maps an axis to the drawing area, also upside down', () => {
    const axis = axisFor(height, []);
    const up = scaleOf(axis, 300, 40);
    expect([up(45), up(77.5), up(110)]).toEqual([300, 170, 40]);
  });
});
