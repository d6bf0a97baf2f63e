import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { ChangedMeanwhile } from './meanwhile.tsx';

function Form() {
  const [isTold, setTold] = useState(false);
  return (
    <>
      <input aria-label="Name" onInput={() => setTimeout(() => setTold(true))} />
      <button type="button" onClick={() => setTold(true)}>
        Save
      </button>
      {isTold ? (
        <ChangedMeanwhile
          title="Changed meanwhile"
          differences={[]}
          saving={false}
          onMine={() => undefined}
        />
      ) : null}
    </>
  );
}

const told = async () =>
  (await screen.findByRole('heading', { name: 'Changed meanwhile' })).closest('section');

describe('notice of changes that other people made meanwhile', () => {
  it('takes the focus after a save: the person may be at the end of a long form', async () => {
    await renderApp(<Form />);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(document.activeElement).toBe(await told());
  });

  it('a list that is read again does not take the focus from a person who types', async () => {
    await renderApp(<Form />);
    const name = screen.getByRole('textbox', { name: 'Name' });
    name.focus();
    fireEvent.keyDown(name, { key: 'a' });
    fireEvent.input(name, { target: { value: 'a' } });
    await told();
    expect(document.activeElement).toBe(name);
  });
});
