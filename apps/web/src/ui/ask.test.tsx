import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepPerson } from '../api/stored-session.ts';
import { useAuthor } from '../shared/people/author.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { aUser, memoryDevice, renderApp } from '../testing/render.tsx';
import { useAsk } from './ask.tsx';

function Asker() {
  const { choose, confirm, inform } = useAsk();
  const { askAuthor } = useAuthor();
  const [answer, setAnswer] = useState('');
  const tell = (value: unknown) => setAnswer(String(JSON.stringify(value)));
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void choose({
            title: 'Ana exists in database',
            body: 'Make a selection',
            options: [
              { value: 'screen', label: 'New screening' },
              { value: 'add', label: 'Continue adding', kind: 'primary' },
            ],
          }).then(tell)
        }
      >
        choose
      </button>
      <button
        type="button"
        onClick={() => void confirm({ title: 'Remove?', yes: 'Remove', danger: true }).then(tell)}
      >
        confirm
      </button>
      <button
        type="button"
        onClick={() => void inform({ title: 'Child has graduated' }).then(tell)}
      >
        inform
      </button>
      <button type="button" onClick={() => void askAuthor().then(tell)}>
        author
      </button>
      <Link to="/other">leave</Link>
      <output>{answer}</output>
    </>
  );
}

async function open(options: Parameters<typeof renderApp>[1] = {}) {
  const rendered = await renderApp(<Asker />, options);
  const output = rendered.container.querySelector('output');
  const says = (value: string) => waitFor(() => expect(output?.textContent).toBe(value));
  const user = userEvent.setup();
  // The dialog for the name is in its own chunk.
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press, says };
}

describe('useAsk', () => {
  it('returns the pressed option and closes', async () => {
    const { press, says } = await open();
    await press('choose');
    expect(screen.getByRole('dialog', { name: 'Ana exists in database' }).textContent).toContain(
      'Make a selection',
    );
    await press('New screening');
    await says('"screen"');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('returns null when the person leaves by Escape or back', async () => {
    const { press, says } = await open();
    await press('choose');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await says('null');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('makes the safe answer the primary button when something would be lost', async () => {
    const { press, says } = await open();
    await press('confirm');
    expect(screen.getByRole('button', { name: 'Cancel' }).className).toContain('btn-1');
    expect(screen.getByRole('button', { name: 'Remove' }).className).toContain('btn-danger');
    await press('Remove');
    await says('true');
    await press('confirm');
    await press('Cancel');
    await says('false');
  });

  it('shows information and waits until it is closed', async () => {
    const { press } = await open();
    await press('inform');
    await press('OK');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('useAuthor', () => {
  it('asks for the name once per device and remembers it', async () => {
    const device = memoryDevice();
    const { user, press, says } = await open({ device });
    await press('author');
    await press('Save my name');
    expect(screen.getByText('Please enter your name.')).toBeTruthy();
    await user.type(screen.getByLabelText('Your name'), ' Ana L. ');
    await press('Save my name');
    await says('{"name":"Ana L.","settings":0}');
    expect(device.getSetting('screenerName')).toBe('Ana L.');
    await press('confirm');
    await press('Cancel');
    await says('false');
    await press('author');
    await says('{"name":"Ana L.","settings":0}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('knows the number of the settings of the programme, for the records that are written', async () => {
    // The kept answer of the server and its new one; other files may have left a fetch behind.
    const config = { demo: false, supportContact: null, providers: [], programme: { number: 7 } };
    localStorage.setItem('crece.config', JSON.stringify(config));
    fakeServer({ 'GET /api/config': { body: config } });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      localStorage.removeItem('crece.config');
    });
    const device = memoryDevice();
    await device.setSetting('screenerName', 'Ana L.');
    const { press, says } = await open({ device });
    await press('author');
    await says('{"name":"Ana L.","settings":7}');
  });

  it('returns null when the person gives no name', async () => {
    const { press, says } = await open();
    await press('author');
    await press('Cancel');
    await says('null');
  });

  it("prefers the signed-in person to the device's stored name", async () => {
    const { press, says } = await open({
      device: memoryDevice({ screenerName: 'Somebody' }),
      session: { id: '1', username: 'marco', displayName: 'Marco T.', roles: ['user'] },
    });
    await press('author');
    await says('{"name":"Marco T.","settings":0}');
  });
});

describe('a dialog', () => {
  it.each(['confirm', 'author'])('ends with the page on which it opened: %s', async (name) => {
    const user = userEvent.setup();
    await renderApp(<Asker />);
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog');
    fireEvent.click(screen.getByText('leave'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(name === 'author' ? 'null' : 'false')).toBeTruthy();
  });

  it('ends with the person to whom the question was put: another one does not answer it', async () => {
    const { press, says } = await open({ user: aUser() });
    await press('confirm');
    await screen.findByRole('dialog', { name: 'Remove?' });
    act(() => keepPerson({ id: 'user-2', username: 'juan', displayName: 'Juan', roles: ['sync'] }));
    await says('false');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that waits behind another one ends with the page and the person too', async () => {
    const { says } = await open({ user: aUser() });
    fireEvent.click(screen.getByRole('button', { name: 'confirm' }));
    fireEvent.click(screen.getByText('choose'));
    await screen.findByRole('dialog', { name: 'Remove?' });
    act(() => keepPerson({ id: 'user-2', username: 'juan', displayName: 'Juan', roles: ['sync'] }));
    await says('false');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByText('choose'));
    expect(await screen.findByRole('dialog', { name: 'Ana exists in database' })).toBeTruthy();
    fireEvent.click(screen.getByText('inform'));
    fireEvent.click(screen.getByText('leave'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
