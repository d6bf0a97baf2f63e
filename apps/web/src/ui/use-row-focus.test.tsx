import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRowFocus } from './use-row-focus.ts';

afterEach(cleanup);

function Rows({ names, waits = '' }: { names: readonly string[]; waits?: string }) {
  useRowFocus('li');
  return (
    <main id="content" tabIndex={-1}>
      <button type="button">Beside</button>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" disabled={name === waits}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const focus = (name: string) => screen.getByRole('button', { name }).focus();
const focused = () => document.activeElement?.textContent;

it('the focus of a row that goes is in the next row, of the last row in the one before, at the end in the page', async () => {
  const { rerender } = render(<Rows names={['Ana', 'Luz', 'Rut']} />);
  focus('Luz');
  rerender(<Rows names={['Ana', 'Rut']} />);
  await vi.waitFor(() => expect(focused()).toBe('Rut'));
  rerender(<Rows names={['Ana']} />);
  await vi.waitFor(() => expect(focused()).toBe('Ana'));
  rerender(<Rows names={[]} />);
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('content'));
});

it('the focus of a button that may not be pressed again is in the next row', async () => {
  const { rerender } = render(<Rows names={['Ana', 'Luz']} />);
  focus('Ana');
  rerender(<Rows names={['Ana', 'Luz']} waits="Ana" />);
  await vi.waitFor(() => expect(focused()).toBe('Luz'));
});

it('the focus that is elsewhere stays there', async () => {
  const { rerender } = render(<Rows names={['Ana', 'Luz']} />);
  focus('Ana');
  focus('Beside');
  rerender(<Rows names={['Luz']} />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(focused()).toBe('Beside');
});
