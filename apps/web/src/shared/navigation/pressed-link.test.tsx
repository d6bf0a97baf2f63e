import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { usePressedLink } from './pressed-link.ts';

function Linked() {
  const openLink = usePressedLink();
  const { pathname, search } = useLocation();
  return (
    <>
      <a href="/children/view/chld_1?stakeDB=cusco_per" onClick={openLink}>
        Luz
      </a>
      <p>at {pathname + search}</p>
    </>
  );
}

/** Presses the link and returns whether the browser would follow it itself. */
function press(init: MouseEventInit): boolean {
  let isLeft = false;
  // Runs after the application's own listeners; jsdom cannot follow a link.
  const look = (event: MouseEvent) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Luz' }), init);
  return isLeft;
}

afterEach(cleanup);

describe('usePressedLink', () => {
  it('opens the address in the application', () => {
    render(<Linked />, { wrapper: MemoryRouter });
    expect(press({})).toBe(false);
    expect(screen.getByText('at /children/view/chld_1?stakeDB=cusco_per')).toBeTruthy();
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('leaves a press with %j to the browser', (keys) => {
    render(<Linked />, { wrapper: MemoryRouter });
    expect(press(keys)).toBe(true);
    expect(screen.getByText('at /')).toBeTruthy();
  });
});
