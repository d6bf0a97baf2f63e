import { type LocalUnit, StorageError } from '@crece/storage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestUnit, setPending, type UnitContent } from '../../testing/open-unit.ts';
import { type RenderOptions, renderApp } from '../../testing/render.tsx';
import { backup } from './feature.ts';
import { type CopyRemover, LocalCopyPage } from './local-copy-page.tsx';

const STAMP = { completedAt: '2026-03-10T12:00:00.000Z', serverSequence: '9', epoch: 'e' };

async function show(
  remove: CopyRemover,
  {
    pending = 0,
    loss,
    content,
    ...options
  }: RenderOptions & { pending?: number; loss?: number; content?: UnitContent } = {},
): Promise<LocalUnit> {
  const unit = await openTestUnit(content);
  vi.spyOn(unit, 'measure').mockResolvedValue({ documents: 412, bytes: 230_000 });
  if (pending > 0) await setPending(unit, pending);
  if (loss !== undefined) unit.countLoss = async () => loss;
  await renderApp(
    <Routes>
      <Route path={backup.pages.localCopy.at} element={<LocalCopyPage remove={remove} />} />
    </Routes>,
    { path: '/children/local/test_stake_gtm/Test', unit, ...options },
  );
  return unit;
}

/** Waits until the records that would be lost are counted. */
const removeButton = async () => {
  const button = await screen.findByRole('button', { name: 'Remove the copy' });
  await waitFor(() => expect(screen.queryByText('Counting what is only here…')).toBeNull());
  return button;
};
const answer = async (name: string) => {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name }));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-14T18:00:00.000Z') });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('LocalCopyPage', () => {
  it('shows the size and, after a question, removes a copy without losing records', async () => {
    const remove = vi.fn<CopyRemover>(async () => undefined);
    await show(remove, { content: { sync: { stamp: STAMP } } });
    expect(await screen.findByText('412 records, 230 kB')).toBeTruthy();
    expect(await screen.findByText('Nothing would be lost')).toBeTruthy();
    expect(screen.getByText(/was on the server at 10 Mar, /)).toBeTruthy();
    await userEvent.click(await removeButton());
    await answer('Keep it');
    expect(remove).not.toHaveBeenCalled();
    await userEvent.click(await removeButton());
    await answer('Remove the copy');
    expect(await screen.findByRole('heading', { name: 'The copy is removed' })).toBeTruthy();
    expect(remove).toHaveBeenCalledWith(
      'test_stake_gtm',
      expect.objectContaining({ expectedLoss: 0 }),
    );
  });

  it('makes no promise about a unit without proof of a finished synchronisation', async () => {
    const remove = vi.fn<CopyRemover>(async () => undefined);
    await show(remove);
    expect(await screen.findByText('Not certain')).toBeTruthy();
    expect(screen.getByText(/no sync has finished here, or the/)).toBeTruthy();
    expect(screen.queryByText('Nothing would be lost')).toBeNull();
    await userEvent.click(await removeButton());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/but cannot be sure/)).toBeTruthy();
    expect(dialog.queryByText(/The server and other devices keep everything/)).toBeNull();
    await answer('Remove the copy');
    expect(remove).toHaveBeenCalledOnce();
  });

  it('says that the server has everything only with proof', async () => {
    await show(async () => undefined, { content: { sync: { stamp: STAMP } } });
    await userEvent.click(await removeButton());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The server and other devices keep everything.')).toBeTruthy();
  });

  it('asks to type the count of records written elsewhere when the server may lack them', async () => {
    const remove = vi.fn<CopyRemover>(async () => undefined);
    await show(remove, { pending: 1, loss: 5 });
    expect(await screen.findByText('5 records could be lost for ever')).toBeTruthy();
    expect(screen.getByText(/or the server was restored since/)).toBeTruthy();
    const backup = screen.getByRole('link', { name: 'Save a backup file first' });
    expect(backup.getAttribute('href')).toBe('/children/backup?stakeDB=test_stake_gtm');
    const field = screen.getByLabelText('Records that would be lost');
    await userEvent.type(field, '1');
    await userEvent.click(await removeButton());
    expect(screen.getByText('Type exactly 5.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, '5');
    await userEvent.click(await removeButton());
    expect(screen.getByText(/^5 records may exist only here/)).toBeTruthy();
    await answer('Remove the copy');
    await waitFor(() =>
      expect(remove).toHaveBeenCalledWith(
        'test_stake_gtm',
        expect.objectContaining({ expectedLoss: 5 }),
      ),
    );
  });

  it.each([
    ['en', '1,234', 1_234, 'Records that would be lost', 'Remove the copy'],
    ['es', '12.345', 12_345, 'Registros que se perderían', 'Eliminar la copia'],
  ] as const)(
    'takes the count as it is written on the page (%s: %s)',
    async (language, written, loss, label, button) => {
      await show(async () => undefined, { pending: 1, loss, language });
      await userEvent.type(await screen.findByLabelText(label), written);
      await userEvent.click(screen.getByRole('button', { name: button }));
      expect(await screen.findByRole('dialog')).toBeTruthy();
    },
  );

  it('says of a demonstration that its children are invented', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: true })));
    await show(async () => undefined);
    expect(await screen.findByText(/^These are demonstration records/)).toBeTruthy();
    await userEvent.click(await removeButton());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Its children are invented/)).toBeTruthy();
    expect(dialog.queryByText(/server/)).toBeNull();
  });

  it('removes nothing before the count, and reports a failed count', async () => {
    const unit = await openTestUnit({});
    unit.countLoss = async () => {
      throw new StorageError('failed');
    };
    await renderApp(
      <Routes>
        <Route
          path={backup.pages.localCopy.at}
          element={<LocalCopyPage remove={async () => undefined} />}
        />
      </Routes>,
      { path: '/children/local/test_stake_gtm/Test', unit },
    );
    expect(await screen.findByText(/This device could not save/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Remove the copy' });
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  it('asks to type how many records would be lost, and offers a backup first', async () => {
    const remove = vi.fn<CopyRemover>(async () => undefined);
    await show(remove, { pending: 12, content: { sync: { stamp: STAMP } } });
    expect(await screen.findByText('12 records would be lost for ever')).toBeTruthy();
    const backup = screen.getByRole('link', { name: 'Save a backup file first' });
    expect(backup.getAttribute('href')).toBe('/children/backup?stakeDB=test_stake_gtm');
    const field = screen.getByLabelText('Records that would be lost');
    for (const typed of ['', '11', '13', '1 2']) {
      await userEvent.clear(field);
      if (typed !== '') await userEvent.type(field, typed);
      await userEvent.click(await removeButton());
      expect(screen.getByText('Type exactly 12.')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
    }
    await userEvent.clear(field);
    await userEvent.type(field, ' 12 ');
    expect(screen.queryByText('Type exactly 12.')).toBeNull();
    await userEvent.click(await removeButton());
    expect(screen.getByText('12 records exist only here and are lost for ever.')).toBeTruthy();
    await answer('Remove the copy');
    await waitFor(() =>
      expect(remove).toHaveBeenCalledWith(
        'test_stake_gtm',
        expect.objectContaining({ expectedLoss: 12 }),
      ),
    );
  });

  it('asks for the new count when a record was added meanwhile', async () => {
    const unit = await show(async () => undefined, { pending: 12 });
    const field = await screen.findByLabelText('Records that would be lost');
    await userEvent.type(field, '12');
    await setPending(unit, 13);
    await screen.findByText('13 records would be lost for ever');
    await userEvent.click(await removeButton());
    expect(screen.getByText('Type exactly 13.')).toBeTruthy();
  });

  it('removes nothing when more would be lost than was typed', async () => {
    const unit = await show(async () => {
      throw new StorageError('refused');
    });
    await screen.findByText('Not certain');
    unit.countLoss = async () => 3;
    await userEvent.click(await removeButton());
    await answer('Remove the copy');
    expect(await screen.findByText(/nothing was removed/)).toBeTruthy();
    expect(await screen.findByText('3 records could be lost for ever')).toBeTruthy();
    expect(await removeButton()).toBeTruthy();
  });

  it('explains why the copy could not be removed', async () => {
    await show(async () => {
      throw new StorageError('failed');
    });
    await userEvent.click(await removeButton());
    await answer('Remove the copy');
    expect(await screen.findByText(/This device could not save/)).toBeTruthy();
  });

  it('works without the size when it is unknown', async () => {
    const unit = await openTestUnit({});
    unit.measure = async () => {
      throw new StorageError('failed');
    };
    await renderApp(
      <Routes>
        <Route
          path={backup.pages.localCopy.at}
          element={<LocalCopyPage remove={async () => undefined} />}
        />
      </Routes>,
      { path: '/children/local/test_stake_gtm/Test', unit },
    );
    expect(await screen.findByText('The size is not known now.')).toBeTruthy();
    expect(await removeButton()).toBeTruthy();
  });

  it('a Spanish-speaking person removes a local copy in Spanish', async () => {
    await show(async () => undefined, { pending: 1, language: 'es' });
    expect(await screen.findByText('Se perdería 1 registro para siempre')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Eliminar la copia' })).toBeTruthy();
  });
});
