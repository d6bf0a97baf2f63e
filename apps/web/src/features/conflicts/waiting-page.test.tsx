import { DOCUMENT_REFUSALS } from '@crece/contract';
import type { Account } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import type { LocalUnit } from '@crece/storage';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../api/stored-session.ts';
import { loadSentences } from '../../data/sentences.ts';
import { gateWords, refusalWords } from '../../shared/words/refusal-words.ts';
import {
  FULL_DISK,
  failNextWrite,
  openTestUnit,
  type UnitContent,
} from '../../testing/open-unit.ts';
import { aUser, memoryDevice, type RenderOptions, renderApp } from '../../testing/render.tsx';
import {
  aRefusal,
  childTask,
  DECEMBER,
  LUZ,
  MARCH,
  motherTask,
  ROSA,
  removedTask,
  screeningTask,
} from '../../testing/tasks.ts';
import { sync } from '../sync/feature.ts';
import { conflicts } from './feature.ts';
import { removalsOf } from './removals.tsx';
import { WaitingPage } from './waiting-page.tsx';

const TODAY = '2026-03-14';
const REMOVAL = { removedBy: 'Marco T.', removedAt: '2026-03-14T11:05:00.000Z' };
const ADDRESS = '/children/waiting/test_stake_gtm/Test';

async function show(content: UnitContent = {}, options: RenderOptions = {}): Promise<LocalUnit> {
  const unit = await openTestUnit({
    children: [LUZ],
    screenings: [DECEMBER, MARCH],
    mothers: [ROSA],
    ...content,
  });
  await renderApp(
    <Routes>
      <Route path={conflicts.pages.waiting.at} element={<WaitingPage />} />
      <Route path={sync.pages.sync.at} element={<p>at /children/sync/test_stake_gtm/</p>} />
    </Routes>,
    {
      path: ADDRESS,
      unit,
      device: memoryDevice({ screenerName: 'Ana L.' }),
      ...options,
    },
  );
  return unit;
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ACCOUNT = { id: 'user-1', username: 'ana', displayName: 'Ana L.' };
const MAY_SYNC = { ...ACCOUNT, roles: ['user', 'sync'] } as Account;

/** Ways from this phone to another one, and to a file. */
const DEVICE_WAYS = [
  ['Hand over to another phone', '/children/handover/test_stake_gtm/Guatemala test Only'],
  ['Backup file', '/children/backup?stakeDB=test_stake_gtm'],
  ['Receive from another phone', '/children/receive?stakeDB=test_stake_gtm'],
];

describe('"Sync" page for people who may not synchronise', () => {
  const page = () => screen.getByRole('main').textContent ?? '';
  const ways = () =>
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);

  it('tells a guest how many records are only on this device, and three things to do', async () => {
    await show({ pendingIds: [LUZ._id, MARCH._id, ROSA._id] });
    const title = 'Your 3 records are only on this phone';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(page()).toContain('If this phone is lost or emptied, they are gone.');
    expect(ways()).toEqual([
      ['Sign in', '/authentication/signin'],
      ['Create an account and ask for the right to sync', '/authentication/signup'],
      ...DEVICE_WAYS,
    ]);
    expect(page()).not.toContain('Nothing to do');
  });

  it('brings a guest to the sync page after the sign-in', async () => {
    await show({}, { path: `${ADDRESS}?to=sync`, session: MAY_SYNC });
    expect(await screen.findByText('at /children/sync/test_stake_gtm/')).toBeTruthy();
  });

  it('the page has other words for one record and for none', async () => {
    await show({ pendingIds: [LUZ._id] });
    const one = 'Your 1 record is only on this phone';
    expect(await screen.findByRole('heading', { name: one })).toBeTruthy();
    cleanup();
    await show();
    const none = 'This phone does not sync yet';
    expect(await screen.findByRole('heading', { name: none })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Backup file' })).toBeNull();
  });

  it('leads an account without the right to the request, or to the pending request', async () => {
    await show({ pendingIds: [LUZ._id] }, { user: aUser() });
    expect(await screen.findByText(/Your account cannot sync/)).toBeTruthy();
    expect(ways()).toEqual([['Ask for the right to sync', '/settings/profile'], ...DEVICE_WAYS]);
    cleanup();
    const roleRequest = { role: 'sync', note: '', at: '2026-03-01T12:00:00.000Z' } as const;
    await show({ pendingIds: [LUZ._id] }, { user: aUser({ roleRequest }) });
    expect(await screen.findByText(/You have asked for the right/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your request' })).toBeTruthy();
  });

  it('leads a person whose session has ended to the sign-in, and asks for no new account', async () => {
    await show({ pendingIds: [LUZ._id] }, { user: aUser() });
    await screen.findByText(/Your account cannot sync/);
    act(endSession);
    expect(screen.getByText(/Your session has ended/)).toBeTruthy();
    expect(ways()).toEqual([['Sign in again', '/authentication/signin'], ...DEVICE_WAYS]);
  });

  it('the invitation to sign in is shown with the records that wait for a decision', async () => {
    await show({ tasks: [childTask({ phone: '1' }, { phone: '2' })] });
    expect(await screen.findByRole('region', { name: '1 record has two values' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  it('a Spanish-speaking person without the right to sync reads why in Spanish', async () => {
    await show({ pendingIds: [LUZ._id, ROSA._id] }, { language: 'es' });
    const title = 'Sus 2 registros están solo en este dispositivo';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(ways().map(([text]) => text)).toEqual([
      'Iniciar sesión',
      'Crear una cuenta y pedir permiso para sincronizar',
      'Entregar a otro teléfono',
      'Archivo de respaldo',
      'Recibir de otro teléfono',
    ]);
  });
});

describe('WaitingPage', () => {
  it('says that nothing waits', async () => {
    await show({}, { session: MAY_SYNC });
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the children' })).toBeTruthy();
  });

  it('lists records with two values, their person and fields, each with a link to its question', async () => {
    await show({
      tasks: [
        screeningTask({ weight: 8.1, muac: 13 }, { weight: 8.7, muac: 12 }),
        childTask({ phone: '1' }, { phone: '2' }),
        motherTask({ ward: 'a' }, { ward: 'b' }),
      ],
    });
    const card = await part('3 records have two values');
    const entry = await card.findByRole('link', {
      name: 'Luz Mamani Screening of 14 Mar: weight and MUAC',
    });
    expect(hrefOf(entry)).toBe(`/children/waiting/test_stake_gtm/Guatemala test Only/${MARCH._id}`);
    expect(card.getByRole('link', { name: 'Luz Mamani Details of the child: phone' })).toBeTruthy();
    expect(card.getByRole('link', { name: 'Rosa Tzul Record of a woman: ward' })).toBeTruthy();
  });

  it('lists separately the records that were both removed and changed', async () => {
    await show({ tasks: [removedTask()] });
    const card = await part('1 record was removed and also changed');
    expect(card.getByRole('link', { name: 'Luz Mamani Details of the child' })).toBeTruthy();
  });

  it('explains why the server refused a record, with links to correct and to save it', async () => {
    await show({
      sync: { refused: [aRefusal({ details: ['weight-invalid', 'from-a-newer-version'] })] },
    });
    const card = await part('The server refused 1 record');
    expect(await card.findByText(/^Screening of 14 Mar · refused: /)).toBeTruthy();
    expect(card.getByText('The server cannot read this record.')).toBeTruthy();
    expect(card.getByText('The weight is not a number.')).toBeTruthy();
    expect(card.getByText('from-a-newer-version')).toBeTruthy();
    expect(card.getByText('Correct it. Then sync again.')).toBeTruthy();
    expect(
      hrefOf(card.getByRole('link', { name: 'Correct it Screening of 14 Mar of Luz Mamani' })),
    ).toBe(`/children/survey/edit/${LUZ._id}/${MARCH._id}`);
    expect(
      hrefOf(
        card.getByRole('link', { name: 'Save it to a file Screening of 14 Mar of Luz Mamani' }),
      ),
    ).toBe('/children/backup?stakeDB=test_stake_gtm');
  });

  it('links to the form of a child and of a woman, and to an open choice', async () => {
    await show({
      tasks: [childTask({ ward: 'a' }, { ward: 'b' })],
      sync: {
        refused: [
          aRefusal({ id: LUZ._id, reason: 'too-many-versions' }),
          aRefusal({ id: LUZ._id, rev: '3-x', reason: 'too-large' }),
          aRefusal({ id: ROSA._id, childId: ROSA._id, title: 'Rosa Tzul', reason: 'too-large' }),
          aRefusal({ id: 'scr_gone', childId: 'chld_gone', title: '', reason: 'too-large' }),
        ],
      },
    });
    const card = await part('The server refused 4 records');
    const links = card.getAllByRole('link').map((link) => `${link.textContent} ${hrefOf(link)}`);
    expect(links).toEqual([
      `Choose now Details of the child of Luz Mamani /children/waiting/test_stake_gtm/Guatemala test Only/${LUZ._id}`,
      'Save it to a file Details of the child of Luz Mamani /children/backup?stakeDB=test_stake_gtm',
      `Choose now Details of the child of Luz Mamani /children/waiting/test_stake_gtm/Guatemala test Only/${LUZ._id}`,
      `Correct it Details of the child of Luz Mamani /children/edit/${LUZ._id}`,
      'Save it to a file Details of the child of Luz Mamani /children/backup?stakeDB=test_stake_gtm',
      `Correct it Record of a woman of Rosa Tzul ${`/children/mothers/${ROSA._id}/test_stake_gtm/Guatemala test Only/pregnant?countryName=Guatemala&countryCode=GTM`}`,
      'Save it to a file Record of a woman of Rosa Tzul /children/backup?stakeDB=test_stake_gtm',
      'Save it to a file A screening of a record without a name /children/backup?stakeDB=test_stake_gtm',
    ]);
  });

  it('offers to undo a removal that waits for a person with the right', async () => {
    const gone = aRefusal({ id: LUZ._id, reason: 'removal', removal: true });
    const content = {
      children: [],
      screenings: [],
      removed: [LUZ, DECEMBER, MARCH].map((each) => ({ ...each, ...REMOVAL })),
      sync: {
        refused: [
          gone,
          aRefusal({ id: MARCH._id, reason: 'removal', removal: true }),
          aRefusal({ id: DECEMBER._id, reason: 'removal', removal: true }),
        ],
      },
    };
    const unit = await show(content, { session: MAY_SYNC });
    const card = await part('1 removal is waiting');
    expect(card.getByText('Removing Luz Mamani needs someone with that right')).toBeTruthy();
    expect(card.getByText(/2 screenings with it/)).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Put back Luz Mamani' }));
    expect(await screen.findByText(/Luz Mamani is back/)).toBeTruthy();
    expect(unit.snapshot().children.map(({ id }) => id)).toEqual([LUZ._id]);
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy();
  });

  it('explains why a removal could not be undone, and keeps it in the list', async () => {
    const unit = await show({
      children: [],
      screenings: [],
      removed: [{ ...LUZ, ...REMOVAL }],
      sync: { refused: [aRefusal({ id: LUZ._id, reason: 'removal', removal: true })] },
    });
    failNextWrite(unit, FULL_DISK);
    await userEvent.click(await screen.findByRole('button', { name: /Put back/ }));
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Put back/ })).toBeTruthy();
  });

  it('lists screenings without a child and unreadable records, with their text', async () => {
    const write = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText: write } });
    await show({
      screenings: [aScreening({ _id: 'scr_orphan', owner: 'chld_gone' })],
      raw: [{ ...LUZ, _id: 'chld_x', birthDate: 'soon' }],
      untaken: [{ id: 'chld_y', codes: ['from-a-newer-version'], raw: 7 }],
    });
    const orphans = await part('1 screening without a child');
    expect(orphans.getByText('10 May 2025: 68.5 cm, 7.1 kg and MUAC 11.9 cm')).toBeTruthy();
    const unreadable = await part('2 records cannot be read');
    expect(unreadable.getByText('The birth date is not a date.')).toBeTruthy();
    expect(unreadable.getByText(/"birthDate": "soon"/)).toBeTruthy();
    expect(unreadable.getByText('from-a-newer-version')).toBeTruthy();
    const [copy] = unreadable.getAllByRole('button', { name: 'Copy the text' });
    if (copy === undefined) throw new Error('no button');
    copy.click();
    await waitFor(() => expect(write).toHaveBeenCalledOnce());
    expect(await screen.findByText('Copied')).toBeTruthy();
  });

  it('shows twenty of a kind at first, and all on demand', async () => {
    const refused = Array.from({ length: 21 }, (_, index) =>
      aRefusal({
        id: `mthr_${index}`,
        rev: `1-${index}`,
        childId: '',
        title: `Woman ${10 + index}`,
      }),
    );
    await show({ sync: { refused } });
    const card = await part('The server refused 21 records');
    expect(card.queryByText('Woman 30')).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Show all 21' }));
    expect(card.getByText('Woman 30')).toBeTruthy();
  });

  it('a Spanish-speaking person reads what waits in Spanish', async () => {
    await show(
      {
        tasks: [screeningTask({ weight: 8.1 }, { weight: 8.7 })],
        sync: { refused: [aRefusal({ id: LUZ._id, reason: 'removal', removal: true })] },
      },
      { language: 'es' },
    );
    const card = await part('1 registro tiene dos valores');
    expect(
      await card.findByRole('link', { name: 'Luz Mamani Evaluación del 14 mar: peso' }),
    ).toBeTruthy();
    expect(
      screen.getByText('Para eliminar a Luz Mamani hace falta alguien con permiso'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Recuperar a Luz Mamani' })).toBeTruthy();
  });
});

describe('removalsOf', () => {
  it('groups the screenings of a removed child under the child, and lists a single removed screening alone', () => {
    const removal = { reason: 'removal', removal: true };
    const other = aRefusal({ ...removal, id: 'scr_other', childId: 'chld_living' });
    const removals = removalsOf([
      aRefusal({ ...removal, id: MARCH._id }),
      aRefusal({ ...removal, id: LUZ._id }),
      other,
      aRefusal({ id: 'scr_x', reason: 'too-large', removal: true }),
    ]);
    expect(removals.map(({ main, entries }) => [main.id, entries])).toEqual([
      [LUZ._id, 1],
      ['scr_other', 0],
    ]);
  });
});

describe('refusalWords', async () => {
  const translators = await Promise.all(
    (['en', 'es'] as const).map(async (language) =>
      createTranslator(language, await loadSentences(language, 'later')),
    ),
  );

  it.each([...DOCUMENT_REFUSALS])('explains %s and what to do in both languages', (code) => {
    for (const translator of translators) {
      const words = refusalWords(translator, code, 'Iris');
      expect(words.reason).not.toContain(code);
      expect(words.todo).not.toBe('');
    }
  });

  it('shows an unknown reason of a newer server unchanged', () => {
    for (const translator of translators) {
      expect(refusalWords(translator, 'too-blue', 'Iris').reason).toContain('too-blue');
      expect(refusalWords(translator, 'too-blue', 'Iris').todo).toContain('Iris');
      expect(gateWords(translator, 'too-blue')).toBe('too-blue');
    }
  });
});
