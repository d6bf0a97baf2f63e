import {
  type Child,
  DEFAULT_PROGRAMME_SETTINGS,
  type MessageDetails,
  NO_DETAILS,
  type Screening,
  whatsappAddress,
} from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type KnownSync, openTestUnit } from '../../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../../testing/render.tsx';
import { CallPage } from './call-page.tsx';

const TODAY = '2025-06-12';
const stakeDB = 'test_stake_gtm';
const YES = { given: true, day: '2025-06-01', who: 'Ana' };
const DETAILS = {
  day: '2025-06-14',
  time: '09:00',
  place: 'Escuela Central',
  bring: 'su carné',
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
  // The phone opens the address; the page stays.
  document.addEventListener('click', stay);
});
afterEach(() => {
  document.removeEventListener('click', stay);
  cleanup();
  vi.useRealTimers();
});

function stay(event: Event): void {
  if (
    event.target instanceof Element &&
    event.target.closest('a[href^="whatsapp:"], a[href^="sms:"]')
  ) {
    event.preventDefault();
  }
}

function child(place: number, different: Partial<Child>): Child {
  return aChild({
    _id: `chld_${stakeDB}_17468784000${String(place).padStart(2, '0')}_0a1b2c`,
    ward: 'Centro',
    mother: `Madre ${place}`,
    phone: `5550 ${String(place).padStart(4, '0')}`,
    mayMessage: YES,
    ...different,
  });
}

const screened = (of: Child, different: Partial<Screening>): Screening =>
  anAssessedScreening(of, {
    _id: of._id.replace('chld', 'scr'),
    height: 78,
    weight: 10,
    muac: 14,
    surveyDate: '2025-06-01',
    ...different,
  });

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>{`at ${pathname}`}</p>;
}

async function open(
  children: readonly Child[],
  screenings: readonly Screening[] = [],
  {
    query = '',
    language = 'en',
    details = DETAILS as MessageDetails,
    ward = '',
    sync = {},
  } = {} as {
    sync?: KnownSync;
    query?: string;
    language?: 'en' | 'es';
    details?: MessageDetails;
    ward?: string;
  },
) {
  const unit = await openTestUnit({ children, screenings, sync });
  const device = memoryDevice({
    screenerName: 'Ana',
    wardByUnit: { [stakeDB]: ward },
    messageDetails: { [stakeDB]: { come: details, clinic: details } },
  });
  await renderApp(
    <Routes>
      <Route path="/children/call/:stakeDB/:stakeName" element={<CallPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/children/call/${stakeDB}/Test${query}`, unit, device, language },
  );
  return { unit, device };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const way = (name = 'WhatsApp') => screen.getByRole<HTMLAnchorElement>('link', { name });

describe('a walk through the families to call', () => {
  it.each(['en', 'es'] as const)(
    'forty families get their message with two taps each, letter for letter (%s)',
    async (language) => {
      const children = Array.from({ length: 40 }, (_, at) =>
        child(at, { firstName: `Luz${at}`, language: at % 2 === 0 ? 'es' : 'en' }),
      );
      const { unit } = await open(children, [], { language });
      fireEvent.click(
        await screen.findByRole('button', { name: language === 'en' ? 'Begin' : 'Empezar' }),
      );
      const opened: string[] = [];
      for (let at = 0; at < children.length; at += 1) {
        await screen.findByText(language === 'en' ? `${at + 1} of 40` : `${at + 1} de 40`);
        opened.push(way().href);
        fireEvent.click(way());
        const isLast = at === children.length - 1;
        const next = language === 'en' ? ['Next', 'Finish'] : ['Siguiente', 'Terminar'];
        press(next[isLast ? 1 : 0] ?? '');
      }
      const texts = {
        es: 'Por favor venga con su hijo o hija el sabado 14 de junio a las 9:00 a Escuela Central. Traiga su carné. Gracias.',
        en: 'Please come with your child on Saturday 14 June at 9:00 to Escuela Central. Bring su carné. Thank you.',
      };
      const wanted = children.map(({ phone, language: own = 'en' }) =>
        whatsappAddress({ international: `502${phone?.replace(' ', '')}` }, texts[own]),
      );
      expect([...opened].sort()).toEqual([...wanted].sort());
      await waitFor(() =>
        expect(unit.snapshot().children.map(({ family }) => family?.messaged)).toEqual(
          unit.snapshot().children.map(({ phone = '' }) => ({
            ...{ day: TODAY, who: 'Ana', way: 'whatsapp' },
            number: `+502${phone.replace(' ', '')}`,
          })),
        ),
      );
    },
  );

  it('asks whoever is in refer to go to the clinic, before the others', async () => {
    const low = child(1, { firstName: 'Luz' });
    await open([child(2, { firstName: 'Inés' }), low], [screened(low, { muac: 11.2 })]);
    fireEvent.click(await screen.findByRole('button', { name: 'Begin' }));
    expect(await screen.findByRole('heading', { name: /^Luz/ })).toBeTruthy();
    expect(screen.getByText(/^Please go with your child to the clinic/)).toBeTruthy();
    press('Next');
    expect(await screen.findByRole('heading', { name: /^Inés/ })).toBeTruthy();
    expect(screen.getByText(/^Please come with your child on Saturday 14 June/)).toBeTruthy();
  });

  it('goes through the section that the list showed, of the chosen ward', async () => {
    const low = child(1, { firstName: 'Luz' });
    const children = [low, child(2, { firstName: 'Inés' }), child(3, { ward: 'Sur' })];
    await open(children, [screened(low, { muac: 11.2 })], { query: '?section=refer' });
    expect(await screen.findByText('1 message, to one family after the other.')).toBeTruthy();
    cleanup();
    await open(children, [screened(low, { muac: 11.2 })], { ward: 'Sur' });
    // Whoever is in refer is called wherever the child lives.
    expect(await screen.findByText('2 messages, to one family after the other.')).toBeTruthy();
  });

  it('says that records are still arriving', async () => {
    const low = child(1, { firstName: 'Luz' });
    const danger = [screened(low, { muac: 11.2 })];
    const line = 'Not all records of this unit have arrived yet';
    await open([low], danger, { sync: { arrival: 'arriving' } });
    expect(await screen.findByText(line)).toBeTruthy();
    cleanup();
    await open([low], danger);
    expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy();
    expect(screen.queryByText(line)).toBeNull();
  });

  it('goes on after the families who were written to today', async () => {
    const messaged = { day: TODAY, who: 'Eva', way: 'sms' } as const;
    await open([child(1, { firstName: 'Luz', messaged }), child(2, { firstName: 'Inés' })]);
    expect(
      await screen.findByText(/1 was opened today already: it goes on after them/),
    ).toBeTruthy();
    press('Begin');
    expect(await screen.findByRole('heading', { name: /^Inés/ })).toBeTruthy();
    press('Previous');
    expect(await screen.findByText('Message opened 12 Jun · text message · Eva')).toBeTruthy();
  });

  it('asks a family that was called today to go to the clinic, when its child came to be in refer since', async () => {
    const messaged = { day: TODAY, who: 'Eva', way: 'sms' } as const;
    const low = child(1, { firstName: 'Luz', messaged });
    const other = child(2, { firstName: 'Inés', messaged });
    const { unit } = await open([low, other], [screened(low, { muac: 11.2, surveyDate: TODAY })]);
    expect(await screen.findByText(/1 was opened today already/)).toBeTruthy();
    press('Begin');
    expect(await screen.findByRole('heading', { name: /^Luz/ })).toBeTruthy();
    expect(screen.queryByText(/^Message opened/)).toBeNull();
    fireEvent.click(way());
    expect(await screen.findByText('Message opened 12 Jun · WhatsApp · Ana')).toBeTruthy();
    const said = unit.snapshot().children.find(({ firstName }) => firstName === 'Luz');
    expect(said?.family?.messaged).toMatchObject({ way: 'whatsapp', toClinic: true });
  });

  it('names each child without a message and why, and opens none for it', async () => {
    const { phone: _, ...numberless } = child(3, { firstName: 'Eva' });
    const { mayMessage: _asked, ...unasked } = child(4, { firstName: 'Ada' });
    await open([
      child(1, { firstName: 'Luz', mayMessage: { ...YES, given: false } }),
      child(2, { firstName: 'Ana', departure: 'died', departureDate: '2025-06-02' }),
      numberless,
      unasked,
    ]);
    expect(await screen.findByText('No family can be written to.')).toBeTruthy();
    const said = (name: RegExp) => screen.getByRole('link', { name }).closest('li')?.textContent;
    expect(said(/^Luz/)).toContain('the family does not want messages');
    expect(said(/^Eva/)).toContain('no number in the record');
    expect(said(/^Ada/)).toContain('the family was not asked');
    // Whoever died is not on the list at all.
    expect(screen.queryByText(/^Ana/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
  });

  it('asks for what the text leaves open, refuses words of the list, and keeps the rest', async () => {
    const { device } = await open([child(1, { firstName: 'Luz' })], [], { details: NO_DETAILS });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Begin' }));
    expect(screen.getAllByText('Missing: it stands in the text.')).toHaveLength(4);
    await user.type(screen.getByRole('textbox', { name: 'Day' }), '14');
    await user.type(screen.getByRole('textbox', { name: 'Month' }), '6');
    await user.type(screen.getByRole('textbox', { name: 'Year' }), '2025');
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:00' } });
    await user.type(screen.getByRole('textbox', { name: 'Place' }), 'Casa Verde');
    expect(screen.getByText(/^“verde” must not stand in a message/)).toBeTruthy();
    await user.clear(screen.getByRole('textbox', { name: 'Place' }));
    await user.type(screen.getByRole('textbox', { name: 'Place' }), 'Salón');
    await user.click(screen.getByRole('button', { name: 'Write “Salon”' }));
    await user.type(screen.getByRole('textbox', { name: 'What to bring' }), 'the card');
    expect(screen.getByText(/to Salon. Bring the card. Thank you.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Begin' }));
    expect(await screen.findByText('1 of 1')).toBeTruthy();
    expect(device.getSetting('messageDetails')?.[stakeDB]?.come).toEqual({
      day: '2025-06-14',
      time: '09:00',
      place: 'Salon',
      bring: 'the card',
    });
  });

  it('says which word the parts of a text make together, and goes there', async () => {
    const familyTexts = { come: { en: 'Come to {place}. Bring your z {bring}.' } };
    const config = { programme: { ...DEFAULT_PROGRAMME_SETTINGS, familyTexts }, providers: [] };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)));
    onTestFinished(() => void vi.unstubAllGlobals());
    await open([child(1, {})], [], { details: { ...DETAILS, bring: 'score' } });
    const said = await screen.findByText(/^Together the parts say “z score”.*“Come to Escuela/);
    press('Begin');
    expect(document.activeElement).toBe(said);
    fireEvent.change(screen.getByLabelText('What to bring'), { target: { value: 'card' } });
    expect(screen.queryByText(/^Together the parts/)).toBeNull();
    press('Begin');
    expect(await screen.findByText('1 of 1')).toBeTruthy();
  });
});

describe('one family', () => {
  const luz = child(1, { firstName: 'Luz', phone: '555 12' });
  const query = `?child=${luz._id}`;

  it('is written a text message where the number is none of the country', async () => {
    await open([luz], [], { query });
    fireEvent.click(await screen.findByRole('button', { name: 'Show the message' }));
    expect(await screen.findByText(/does not look like one of Guatemala/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
    expect(way('Text message').getAttribute('href')).toMatch(/^sms:55512\?body=Please%20come/);
  });

  it('says that a message was opened, and takes it back', async () => {
    const { unit } = await open([luz], [], { query });
    fireEvent.click(await screen.findByRole('button', { name: 'Show the message' }));
    fireEvent.click(await screen.findByRole('link', { name: 'Text message' }));
    expect(await screen.findByText('Message opened 12 Jun · text message · Ana')).toBeTruthy();
    press('Not sent');
    await waitFor(() => expect(screen.queryByText(/^Message opened/)).toBeNull());
    await waitFor(() => expect(unit.snapshot().children[0]?.family).toEqual({ mayMessage: true }));
  });

  it('takes back no message that a sibling was written on another day', async () => {
    const before = { day: '2025-06-05', who: 'Ben', way: 'copy' } as const;
    const now = { day: TODAY, who: 'Ana', way: 'sms' } as const;
    const family = { phone: '555 12', mother: 'Rosa', lastName: 'Xicay' };
    const ana = child(1, { ...family, firstName: 'Ana', messaged: now });
    const luz = child(2, { ...family, firstName: 'Luz', messaged: before });
    const { unit } = await open([ana, luz], []);
    fireEvent.click(await screen.findByRole('button', { name: 'Begin' }));
    expect(await screen.findByText(/^Message opened 12 Jun/)).toBeTruthy();
    press('Not sent');
    await waitFor(() => expect(screen.queryByText(/^Message opened/)).toBeNull());
    const notes = () => unit.snapshot().children.map((row) => row.family?.messaged);
    await waitFor(() => expect(notes()).toEqual([undefined, before]));
  });

  it('is copied or shared, and noted only when the text went there', async () => {
    const copied = vi.fn(() => Promise.resolve());
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
    vi.stubGlobal('navigator', { ...navigator, share, clipboard: { writeText: copied } });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { unit } = await open([luz], [], { query });
    const family = () => unit.snapshot().children[0]?.family;
    fireEvent.click(await screen.findByRole('button', { name: 'Show the message' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    expect(family()).toEqual({ mayMessage: true });
    press('Copy');
    await waitFor(() => expect(family()?.messaged).toMatchObject({ way: 'copy' }));
    expect(copied).toHaveBeenCalledWith(
      'Please come with your child on Saturday 14 June at 9:00 to Escuela Central. Bring su carné. Thank you.',
    );
  });

  it.each([
    [{ mayMessage: { ...YES, given: false } }, 'Why: the family does not want messages.', 'edit'],
    [{ departure: 'moved-away', departureDate: '2025-06-02' } as const, 'Why: moved away.', 'view'],
  ])('is not written to, with the reason: %j', async (different, why, to) => {
    await open([{ ...luz, ...different }], [], { query });
    expect(
      await screen.findByRole('heading', { name: 'No message to the family of Luz Xicay' }),
    ).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
    const name = to === 'edit' ? 'Edit child' : 'To the child';
    expect(way(name).getAttribute('href')).toBe(`/children/${to}/${luz._id}`);
    expect(screen.queryByRole('button', { name: 'Show the message' })).toBeNull();
  });

  it('is not written to at a number that was refused for another child', async () => {
    const ana = child(2, {
      ...{ firstName: 'Ana', phone: '55512' },
      mayMessage: { ...YES, given: false },
    });
    await open([luz, ana], [], { query });
    expect(
      await screen.findByText(
        'Why: Ana Xicay has the same number, and that family does not want messages.',
      ),
    ).toBeTruthy();
    expect(way('Edit child').getAttribute('href')).toBe(`/children/edit/${ana._id}`);
  });

  it('whose child was admitted is not asked to come', async () => {
    const low = screened(luz, {
      ...{ muac: 11.2, referralOutcome: 'admitted', referralDate: '2025-06-10' },
    });
    await open([luz], [low], { query });
    expect(await screen.findByText(/^Why: the outcome of its referral is known/)).toBeTruthy();
    cleanup();
    await open([luz], [low]);
    expect(await screen.findByText('No family can be written to.')).toBeTruthy();
    expect(screen.getByText(/^the outcome of its referral is known/)).toBeTruthy();
  });

  it('whose screenings are still arriving is written to only when what is here shows danger', async () => {
    const sync = { arrival: 'arriving' } as const;
    await open([luz], [], { query, sync });
    expect(
      await screen.findByText('Why: its records are still arriving on this device.'),
    ).toBeTruthy();
    cleanup();
    await open([luz], [screened(luz, { muac: 11.2 })], { query, sync });
    expect(await screen.findByRole('button', { name: 'Show the message' })).toBeTruthy();
  });

  it('whose child is not on this device is not written to', async () => {
    await open([luz], [], { query: '?child=chld_test_stake_gtm_1_000000' });
    expect(await screen.findByText('This child is not on this device.')).toBeTruthy();
  });

  it('that is longer than one text message goes by WhatsApp only', async () => {
    const details = { ...DETAILS, place: 'Salón' };
    await open([child(1, {})], [], { query: `?child=${child(1, {})._id}`, details });
    fireEvent.click(await screen.findByRole('button', { name: 'Show the message' }));
    expect(await screen.findByRole('link', { name: 'WhatsApp' })).toBeTruthy();
    expect(screen.getByText(/of 70 characters · too long for one text message$/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Text message' })).toBeNull();
  });
});
