import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useWindowRows, type WindowRows } from './window-rows.ts';

/** The list starts 100 px down the page; the window shows 200 px; a row is estimated at 50 px. */
const TOP = 100;
let rows: WindowRows;

const keyOf = (index: number) => `row-${index}`;

interface Rows {
  count: number;
  heights?: Record<number, number>;
  getItemKey?: (index: number) => string;
  overscan?: number;
  columns?: number;
  covered?: number;
}

function List({
  count,
  heights = {},
  getItemKey = keyOf,
  overscan = 1,
  columns = 1,
  covered = 0,
}: Rows) {
  rows = useWindowRows({
    count,
    columns,
    estimate: 50,
    getItemKey,
    overscan,
    scrollMargin: TOP,
    covered,
  });
  return (
    <ul>
      {rows.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={(element) => {
            if (element !== null) {
              Object.defineProperty(element, 'offsetHeight', {
                value: heights[item.index] ?? 50,
                configurable: true,
              });
            }
            return rows.measureElement(element);
          }}
          data-index={item.index}
        />
      ))}
    </ul>
  );
}

const drawn = () => rows.getVirtualItems().map(({ index }) => index);

function scrollTo(y: number) {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}

beforeEach(() => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(200);
  vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('useWindowRows', () => {
  it('draws the visible rows and one more on each side, for any number of rows', () => {
    render(<List count={10_000} />);
    // The window ends at 200 px, where the third row starts.
    expect(drawn()).toEqual([0, 1, 2, 3]);
    expect(rows.getTotalSize()).toBe(500_000);
    scrollTo(TOP + 5_000);
    expect(drawn()).toEqual([99, 100, 101, 102, 103, 104, 105]);
  });

  it('draws no row that other parts at the lower edge cover', () => {
    const { rerender } = render(<List count={10} overscan={0} covered={50} />);
    // The window shows the first 50 px of the list, at whose end the second row starts.
    expect(drawn()).toEqual([0, 1]);
    rerender(<List count={10} overscan={0} covered={51} />);
    expect(drawn()).toEqual([0]);
  });

  it('draws all rows on paper, until the browser says that printing is over', () => {
    render(<List count={100} />);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toHaveLength(100);
    expect(rows.getVirtualItems().at(-1)?.start).toBe(TOP + 99 * 50);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn()).toEqual([0, 1, 2, 3]);
  });

  it('ends at the last row', () => {
    render(<List count={10_000} />);
    scrollTo(TOP + 500_000);
    expect(drawn()).toEqual([9_998, 9_999]);
  });

  it('draws nothing of an empty list', () => {
    render(<List count={0} />);
    expect(drawn()).toEqual([]);
    expect(rows.getTotalSize()).toBe(0);
    expect(rows.getVirtualItemForOffset(0)).toBeUndefined();
  });

  it('counts two rows beside each other as one line, also at the end and when measured', () => {
    const { rerender } = render(<List count={11} columns={2} overscan={0} />);
    expect(drawn()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rows.getTotalSize()).toBe(300);
    expect(rows.rowAt(3)).toEqual({ key: 'row-3', index: 3, start: TOP + 50, size: 50 });
    expect(rows.getVirtualItemForOffset(TOP + 250)?.index).toBe(10);
    scrollTo(TOP + 200);
    expect(drawn()).toEqual([8, 9, 10]);
    scrollTo(0);
    rerender(<List count={11} columns={2} overscan={0} heights={{ 0: 90, 1: 90 }} />);
    expect(rows.rowAt(2)?.start).toBe(TOP + 90);
    expect(drawn()).toEqual([0, 1, 2, 3]);
  });

  it('uses the measured heights of rows', () => {
    render(<List count={10} heights={{ 0: 90, 1: 70 }} />);
    expect(rows.getVirtualItems()[2]).toEqual({
      key: 'row-2',
      index: 2,
      start: TOP + 160,
      size: 50,
    });
    expect(rows.getTotalSize()).toBe(10 * 50 + 40 + 20);
    expect(window.scrollBy).not.toHaveBeenCalled();
  });

  it('keeps visible rows in place when a row above is measured', () => {
    render(<List count={100} heights={{ 19: 80 }} />);
    scrollTo(TOP + 1_000);
    // Row 19 ends where the window starts: it is drawn above it and is 30 px higher than estimated.
    expect(window.scrollBy).toHaveBeenCalledExactlyOnceWith(0, 30);
  });

  it('lets the caller keep rows in place when the rows change', () => {
    const { rerender } = render(<List count={100} />);
    scrollTo(TOP + 1_000);
    rerender(<List count={100} heights={{ 19: 80 }} getItemKey={(index) => `other-${index}`} />);
    expect(rows.rowAt(20)?.start).toBe(TOP + 1_030);
    expect(window.scrollBy).not.toHaveBeenCalled();
  });

  it('draws more rows when rows are so low that the window shows others', () => {
    const low = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, 20]));
    render(<List count={100} heights={low} />);
    // The window shows the first 100 px of the list: four rows were estimated to fill them, five
    // do.
    expect(drawn()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('returns the row at a position', () => {
    render(<List count={10} heights={{ 0: 90 }} />);
    expect(rows.getVirtualItemForOffset(TOP + 89)?.index).toBe(0);
    expect(rows.getVirtualItemForOffset(TOP + 90)?.index).toBe(1);
    expect(rows.getVirtualItemForOffset(0)?.index).toBe(0);
    expect(rows.rowAt(1)?.start).toBe(TOP + 90);
    expect(rows.rowAt(10)).toBeUndefined();
  });

  it('redraws when the list becomes shorter', () => {
    const { rerender } = render(<List count={100} />);
    scrollTo(TOP + 4_000);
    rerender(<List count={3} />);
    expect(drawn()).toEqual([1, 2]);
  });

  it('estimates unreached rows of a long list with the greatest height measured', () => {
    render(<List count={10_000} heights={{ 0: 90 }} />);
    const { length } = drawn();
    const rest = 10_000 - length - 1;
    expect(rows.getTotalSize()).toBeGreaterThanOrEqual(90 + rest * 90);
    // Once reached, they have the estimated height, and the list ends where its last row ends.
    expect(rows.rowAt(9_999)?.start).toBe(TOP + 90 + 9_998 * 50);
    expect(rows.getTotalSize()).toBe(90 + 9_999 * 50);
  });

  it.each([499, 500, 501])('ends with the last of %i rows', (count) => {
    render(<List count={count} />);
    scrollTo(TOP + count * 50);
    expect(drawn()).toEqual([count - 2, count - 1]);
    expect(rows.getTotalSize()).toBe(count * 50);
  });
});
