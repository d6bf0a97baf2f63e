import { createEvent, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardPresses } from './press-guard.ts';

guardPresses();

/** The ids of what was clicked. */
let clicked: string[] = [];

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`nothing is called ${id}`);
  return found;
};

const down = (on: string, pointerType = 'touch', button = 0) =>
  fireEvent.pointerDown(find(on), { isPrimary: true, pointerType, button });

/** What a browser sends when a finger that came down is lifted over an element. */
function lift(over: string): void {
  const focusable = find(over).closest<HTMLElement>('button, input, a');
  if (fireEvent.mouseDown(find(over), { detail: 1 })) focusable?.focus();
  fireEvent.click(find(over), { detail: 1 });
}

/** A mouse's: its `mousedown` came with the press, its click may come to the common ground. */
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
  // Another test's finger is forgotten.
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
  it('goes where it goes when nothing moved', () => {
    down('icon');
    lift('icon');
    expect(clicked).toEqual(['icon']);
    expect(document.activeElement).toBe(find('a'));
  });

  it('acts on what it pressed when something else has come under the finger', () => {
    down('icon');
    lift('b');
    expect(clicked).toEqual(['a']);
    expect(document.activeElement).toBe(find('a'));
  });

  it('goes into the field it pressed, and what is typed with it', () => {
    down('height');
    lift('name');
    expect(document.activeElement).toBe(find('height'));
  });

  it('acts on what it pressed when only ground is left under the finger', () => {
    down('a');
    lift('text');
    expect(clicked).toEqual(['a']);
  });

  it('within one field goes on as it does', () => {
    down('label');
    lift('name');
    expect(clicked).toEqual(['name']);
  });

  it('acts on nothing when what it pressed is gone', () => {
    down('a');
    find('a').remove();
    lift('b');
    expect(clicked).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });

  describe('that follows another at once and at the same place', () => {
    /** A finger comes down at a place, some milliseconds after the page was loaded. */
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

    it('acts on nothing when what the first one pressed is gone, at 399 ms', () => {
      pressSave();
      downAt('b', 10_399);
      lift('b');
      expect(clicked).toEqual([]);
    });

    it.each([
      ['after 400 ms', 10_400, 100],
      ['32 px beside it', 10_250, 132],
    ])('is a tap of its own %s', (_case, at, x) => {
      pressSave();
      downAt('b', at, x);
      lift('b');
      expect(clicked).toEqual(['b']);
    });

    it('is a tap of its own while what the first one pressed is still there', () => {
      downAt('a', 10_000);
      lift('a');
      downAt('b', 10_200);
      lift('b');
      expect(clicked).toEqual(['a', 'b']);
    });
  });

  it('acts on what it pressed when that was drawn anew meanwhile', () => {
    down('a');
    find('a').replaceWith(find('a').cloneNode(true));
    lift('a');
    expect(clicked).toEqual(['a']);
  });

  it('on a text that is gone does not reach what lay under it', () => {
    down('text');
    find('text').remove();
    lift('a');
    expect(clicked).toEqual([]);
  });

  it('on a text that still stands goes on as it does', () => {
    down('text');
    lift('text');
    expect(clicked).toEqual(['text']);
  });

  it.each([
    ['behind a dialog that opened', () => find('dialog').setAttribute('open', '')],
    ['behind the lock', () => find('ground').setAttribute('inert', '')],
    ['disabled', () => find('a').setAttribute('disabled', '')],
  ])('acts on nothing when what it pressed is %s meanwhile', (_why, happen) => {
    down('a');
    happen();
    lift('yes');
    expect(clicked).toEqual([]);
  });

  it('in a dialog acts on what it pressed there', () => {
    find('dialog').setAttribute('open', '');
    down('yes');
    lift('dialog');
    expect(clicked).toEqual(['yes']);
  });

  it('counts once: what is clicked afterwards by key or script goes its way', () => {
    down('a');
    lift('b');
    fireEvent.click(find('b'), { detail: 0 });
    find('b').click();
    expect(clicked).toEqual(['a', 'b', 'b']);
  });

  it('that became a scroll leaves nothing behind', () => {
    down('a');
    fireEvent.pointerCancel(find('a'), { isPrimary: true });
    fireEvent.click(find('b'), { detail: 1 });
    expect(clicked).toEqual(['b']);
  });

  it('of a second finger changes nothing', () => {
    down('a');
    fireEvent.pointerDown(find('b'), { isPrimary: false, pointerType: 'touch' });
    lift('b');
    expect(clicked).toEqual(['a']);
  });
});

describe('a click with the mouse', () => {
  it('acts on the button that moved away while it was pressed', () => {
    down('a', 'mouse');
    release('ground');
    expect(clicked).toEqual(['a']);
  });

  it('is taken back by leaving the button before the release', () => {
    down('a', 'mouse');
    release('ground', { clientX: 40, clientY: 40 });
    expect(clicked).toEqual(['ground']);
  });

  it('with another button of it is none of ours', () => {
    down('a', 'mouse', 2);
    release('b');
    expect(clicked).toEqual(['b']);
  });
});

describe('Enter that is held', () => {
  it('does not press the button to which it led, and pressed anew it does', () => {
    const enter = (repeat: boolean) => fireEvent.keyDown(find('a'), { key: 'Enter', repeat });
    expect(enter(true)).toBe(false);
    expect(enter(false)).toBe(true);
  });

  it('still makes lines and submits in a field', () => {
    expect(fireEvent.keyDown(find('height'), { key: 'Enter', repeat: true })).toBe(true);
  });
});
