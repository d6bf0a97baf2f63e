import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageStarts } from './page-start.ts';

const leaves: (() => void)[] = [];
let { beginPage, contentRef } = pageStarts();

beforeEach(() => {
  ({ beginPage, contentRef } = pageStarts());
});

/** Draws a page as React does: first the element, then its ref. */
function draw(): { main: HTMLElement; field: HTMLInputElement; leave: () => void } {
  document.body.innerHTML = '<main id="content" tabindex="-1"><input></main>';
  const main = document.querySelector('main');
  const field = document.querySelector('input');
  if (main === null || field === null) throw new Error('nothing is drawn');
  const forget = contentRef(main);
  const leave = () => {
    forget?.();
    main.remove();
  };
  leaves.push(leave);
  return { main, field, leave };
}

afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

describe('the focus at the start of a page', () => {
  it('the focus is left alone at the address with which the application was opened', () => {
    draw();
    expect(document.activeElement).toBe(document.body);
  });

  it('goes to the content when it is there at once', () => {
    const { main } = draw();
    beginPage(true);
    expect(document.activeElement).toBe(main);
  });

  it('goes to content that comes later, and again when the page is drawn in steps', () => {
    draw().leave();
    beginPage(true);
    const waiting = draw();
    expect(document.activeElement).toBe(waiting.main);
    waiting.leave();
    expect(document.activeElement).toBe(document.body);
    const { main } = draw();
    expect(document.activeElement).toBe(main);
  });

  it('the focus remains where the person has moved it', () => {
    draw().leave();
    beginPage(true);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    draw();
    expect(document.activeElement).toBe(document.body);
  });

  it('the focus is not taken from a field that has it', () => {
    const { field } = draw();
    field.focus();
    beginPage(false);
    expect(document.activeElement).toBe(field);
    contentRef(document.querySelector('main'));
    expect(document.activeElement).toBe(field);
  });

  it('goes to the content although the link that led there is still shown', () => {
    const { field, main } = draw();
    field.focus();
    beginPage(true);
    expect(document.activeElement).toBe(main);
  });
});
