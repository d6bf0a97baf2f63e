import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followActs, isFocusFree } from './person-acts.ts';

const { isPressing, isTyping, lastPressAt, onPersonAct, watchForActs } = followActs(window);

function draw(html: string): (selector: string) => HTMLElement {
  document.body.innerHTML = html;
  return (selector) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`nothing fits ${selector}`);
    return found;
  };
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('watchForActs', () => {
  it('notices a key, a press and a wheel, but no movement', async () => {
    const user = userEvent.setup();
    const hasActed = watchForActs();
    await user.hover(document.body);
    expect(hasActed()).toBe(false);
    await user.keyboard('a');
    expect(hasActed()).toBe(true);

    const hasPressed = watchForActs();
    await user.click(document.body);
    expect(hasPressed()).toBe(true);

    const hasRolled = watchForActs();
    document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    expect(hasRolled()).toBe(true);
  });

  it('ignores acts before it was called', async () => {
    await userEvent.keyboard('a');
    expect(watchForActs()()).toBe(false);
  });
});

describe('onPersonAct', () => {
  it('calls the listener for each act until it is stopped', async () => {
    const listener = vi.fn();
    const stop = onPersonAct(listener);
    await userEvent.keyboard('ab');
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    await userEvent.keyboard('c');
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('isTyping', () => {
  it('a person types from a letter in a field to the next command key or press', async () => {
    const find = draw('<input name="a"><textarea></textarea><input type="radio"><button></button>');
    const user = userEvent.setup();
    await user.click(find('input'));
    expect(isTyping()).toBe(false);
    await user.keyboard('x');
    expect(isTyping()).toBe(true);
    await user.keyboard('{Enter}');
    expect(isTyping()).toBe(false);
    await user.keyboard(' ');
    expect(isTyping()).toBe(true);
    await user.tab();
    expect(isTyping()).toBe(false);
    await user.keyboard('{Backspace}');
    expect(isTyping()).toBe(true);
    await user.click(find('button'));
    expect(isTyping()).toBe(false);
  });

  it('a key on a button or an option is a command, not typing', async () => {
    const find = draw('<input type="radio"><button></button>');
    const user = userEvent.setup();
    for (const selector of ['button', '[type="radio"]']) {
      find(selector).focus();
      await user.keyboard(' ');
      expect(isTyping()).toBe(false);
    }
  });
});

describe('isPressing', () => {
  it('a person presses from press to release', async () => {
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: document.body });
    expect(isPressing()).toBe(true);
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    expect(isPressing()).toBe(false);
  });

  it('a finger that scrolls presses no longer', () => {
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(isPressing()).toBe(true);
    document.body.dispatchEvent(new Event('pointercancel', { bubbles: true }));
    expect(isPressing()).toBe(false);
  });
});

describe('lastPressAt', () => {
  it('the last press is long ago on a page that nobody has pressed', () => {
    expect(followActs(window).lastPressAt()).toBe(Number.NEGATIVE_INFINITY);
  });

  it("returns the page clock's time at which a finger came down", async () => {
    const before = performance.now();
    await userEvent.click(document.body);
    expect(lastPressAt()).toBeGreaterThanOrEqual(before);
    expect(lastPressAt()).toBeLessThanOrEqual(performance.now());
  });
});

describe('isFocusFree', () => {
  it('the focus is free with no focus, on the page itself, and on elements out of reach', () => {
    const find = draw(
      '<main id="content" tabindex="-1"><input name="a"></main><div inert><input name="b"></div>',
    );
    expect(isFocusFree()).toBe(true);
    find('main').focus();
    expect(isFocusFree()).toBe(true);
    find('[name="b"]').focus();
    expect(isFocusFree()).toBe(true);
    find('[name="a"]').focus();
    expect(isFocusFree()).toBe(false);
  });
});
