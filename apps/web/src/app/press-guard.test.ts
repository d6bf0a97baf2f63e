import { createEvent, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardPresses } from './press-guard.ts';

guardPresses();

/** The ids of the clicked elements. */
let clicked: string[] = [];

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`nothing is called ${id}`);
  return found;
};

const down = (on: string, pointerType = 'touch', button = 0) =>
  fireEvent.pointerDown(find(on), { isPrimary: true, pointerType, button });

/** The events that a browser sends when a finger is lifted over an element. */
function lift(over: string): void {
  const focusable = find(over).closest<HTMLElement>('button, input, a');
  if (fireEvent.mouseDown(find(over), { detail: 1 })) focusable?.focus();
  fireEvent.click(find(over), { detail: 1 });
}

/** Releases the mouse: `mousedown` came with the press, the click may go to the common ancestor. */
const release = (over: string, place = {}) => fireEvent.click(find(over), { detail: 1, ...place });

beforeEach(() => {
  document.body.innerHTML = `<div id="ground">
    <p id="text">Text</p>
    <button id="a"><i id="icon">A</i></button>
    <button id="b">B</button>
    <label id="label">Name <input id="name"></label>
    <input id="height">
    <dialog id="dialog"><button id="yes">Yes</button></dialog>
  </div>`;
  // Clears the press of an earlier test.
  down('ground', 'mouse');
  clicked = [];
  find('ground').addEventListener('click', (event) => {
    if (event.target instanceof Element) clicked.push(event.target.id);
  });
});

afterEach(() => {
  document.body.innerHTML = '';
});

describe('a tap', () => {
  it('clicks normally when nothing moved', () => {
    down('icon');
    lift('icon');
    expect(clicked).toEqual(['icon']);
    expect(document.activeElement).toBe(find('a'));
  });

  it('clicks the pressed element when another one has moved under the finger', () => {
    down('icon');
    lift('b');
    expect(clicked).toEqual(['a']);
    expect(document.activeElement).toBe(find('a'));
  });

  it('focuses the pressed field, which gets what is typed', () => {
    down('height');
    lift('name');
    expect(document.activeElement).toBe(find('height'));
  });

  it('clicks the pressed element when only background is left under the finger', () => {
    down('a');
    lift('text');
    expect(clicked).toEqual(['a']);
  });

  it('inside one field behaves normally', () => {
    down('label');
    lift('name');
    expect(clicked).toEqual(['name']);
  });

  it('clicks nothing when the pressed element is gone', () => {
    down('a');
    find('a').remove();
    lift('b');
    expect(clicked).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });

  describe('immediately after another at the same place', () => {
    /** A finger touches a place, some milliseconds after the page was loaded. */
    function downAt(on: string, at: number, clientX = 100): void {
      const event = createEvent.pointerDown(find(on), {
        isPrimary: true,
        pointerType: 'touch',
        button: 0,
        clientX,
        clientY: 100,
      });
      Object.defineProperty(event, 'timeStamp', { value: at });
      fireEvent(find(on), event);
    }

    function pressSave(): void {
      downAt('a', 10_000);
      lift('a');
      find('a').remove();
      clicked = [];
    }

    it("clicks nothing when the first one's element is gone, at 399 ms", () => {
      pressSave();
      downAt('b', 10_399);
      lift('b');
      expect(clicked).toEqual([]);
    });

    it.each([
      ['after 400 ms', 10_400, 100],
      ['32 px beside it', 10_250, 132],
    ])('a tap %s is a separate one', (_case, at, x) => {
      pressSave();
      downAt('b', at, x);
      lift('b');
      expect(clicked).toEqual(['b']);
    });

    it("a tap is a separate one while the first one's element is still there", () => {
      downAt('a', 10_000);
      lift('a');
      downAt('b', 10_200);
      lift('b');
      expect(clicked).toEqual(['a', 'b']);
    });
  });

  it('clicks the pressed element when it was redrawn meanwhile', () => {
    down('a');
    find('a').replaceWith(find('a').cloneNode(true));
    lift('a');
    expect(clicked).toEqual(['a']);
  });

  it('on a text that is gone does not reach what lay below', () => {
    down('text');
    find('text').remove();
    lift('a');
    expect(clicked).toEqual([]);
  });

  it('on a text that is still there behaves normally', () => {
    down('text');
    lift('text');
    expect(clicked).toEqual(['text']);
  });

  it.each([
    ['behind a dialog that opened', () => find('dialog').setAttribute('open', '')],
    ['behind the lock', () => find('ground').setAttribute('inert', '')],
    ['disabled', () => find('a').setAttribute('disabled', '')],
  ])('clicks nothing when the pressed element is %s meanwhile', (_why, happen) => {
    down('a');
    happen();
    lift('yes');
    expect(clicked).toEqual([]);
  });

  it('in a dialog clicks the element pressed there', () => {
    find('dialog').setAttribute('open', '');
    down('yes');
    lift('dialog');
    expect(clicked).toEqual(['yes']);
  });

  it('a tap is redirected once: later clicks by key or script behave normally', () => {
    down('a');
    lift('b');
    fireEvent.click(find('b'), { detail: 0 });
    find('b').click();
    expect(clicked).toEqual(['a', 'b', 'b']);
  });

  it('a tap that became a scroll has no effect on later taps', () => {
    down('a');
    fireEvent.pointerCancel(find('a'), { isPrimary: true });
    fireEvent.click(find('b'), { detail: 1 });
    expect(clicked).toEqual(['b']);
  });

  it('a second finger does not affect a tap', () => {
    down('a');
    fireEvent.pointerDown(find('b'), { isPrimary: false, pointerType: 'touch' });
    lift('b');
    expect(clicked).toEqual(['a']);
  });
});

describe('a mouse click', () => {
  it('goes to the button that moved away while it was pressed', () => {
    down('a', 'mouse');
    release('ground');
    expect(clicked).toEqual(['a']);
  });

  it('leaving the button before the release cancels a mouse click', () => {
    down('a', 'mouse');
    release('ground', { clientX: 40, clientY: 40 });
    expect(clicked).toEqual(['ground']);
  });

  it('with another mouse button is ignored', () => {
    down('a', 'mouse', 2);
    release('b');
    expect(clicked).toEqual(['b']);
  });
});

describe('Enter held down', () => {
  it('held Enter does not press the button that appears meanwhile; pressing Enter again does', () => {
    const enter = (repeat: boolean) => fireEvent.keyDown(find('a'), { key: 'Enter', repeat });
    expect(enter(true)).toBe(false);
    expect(enter(false)).toBe(true);
  });

  it('held Enter makes lines and submits in a field as ever', () => {
    expect(fireEvent.keyDown(find('height'), { key: 'Enter', repeat: true })).toBe(true);
  });
});
