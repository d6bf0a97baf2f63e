import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';

function Page({ openLater }: { openLater: (open: () => void) => void }) {
  const [isOpen, setOpen] = useState(false);
  openLater(() => setOpen(true));
  return (
    <>
      <input aria-label="Note" />
      {isOpen ? (
        <Dialog title="Changed meanwhile" onClose={() => setOpen(false)}>
          <button type="button">Use mine</button>
        </Dialog>
      ) : null}
    </>
  );
}

async function openAfter(key: string): Promise<HTMLElement> {
  let open = () => {};
  await renderApp(
    <Page
      openLater={(next) => {
        open = next;
      }}
    />,
  );
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Note' }), { key });
  open();
  return screen.findByRole('dialog', { name: 'Changed meanwhile' });
}

describe('the focus in a dialog', () => {
  it('goes to the dialog itself when it opens during typing, so that a blank presses no button', async () => {
    const dialog = await openAfter('a');
    expect(document.activeElement).toBe(dialog);
  });

  it('the focus is left to the browser after a command, which focuses the first button', async () => {
    const dialog = await openAfter('Enter');
    expect(document.activeElement).not.toBe(dialog);
    expect(dialog.hasAttribute('tabindex')).toBe(false);
  });
});
