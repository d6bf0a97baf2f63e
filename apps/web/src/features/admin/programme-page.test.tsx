import {
  DEFAULT_PROGRAMME_SETTINGS,
  NEXT_VISIT,
  type ProgrammeSettings,
  settingChanges,
} from '@crece/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedConfig } from '../../api/stored-config.ts';
import { ADMIN, fakeServer, openAdmin, refusal } from './testing/fake-server.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const DEFAULTS = DEFAULT_PROGRAMME_SETTINGS;

interface Change {
  was: ProgrammeSettings;
  settings: ProgrammeSettings;
}

/** A server that stores the settings and refuses a change based on older ones. */
function serveSettings(by: object = { who: 'boss', whoName: 'Rosa Paz' }) {
  let kept: ProgrammeSettings = DEFAULTS;
  let before: ProgrammeSettings | null = null;
  const server = fakeServer({
    'GET /api/config': () => ({
      demo: false,
      supportContact: null,
      providers: [],
      programme: kept,
    }),
    'PUT /api/admin/settings': ({ body }) => {
      const { was, settings } = body as Change;
      if (JSON.stringify(was) !== JSON.stringify(kept)) return refusal('conflict');
      before = kept;
      kept = settings;
      return { settings: { ...settings, number: 3 } };
    },
    'GET /api/admin/settings/last': () => ({
      last:
        before === null
          ? null
          : {
              number: 3,
              ...by,
              at: '2026-05-03T10:00:00.000Z',
              changes: settingChanges(before, kept),
            },
    }),
    'POST /api/admin/settings/last': ({ body }) => {
      if (before === null || (body as { number: number }).number !== 3) return refusal('conflict');
      [before, kept] = [kept, before];
      return { settings: { ...kept, number: 4 } };
    },
  });
  return { server, kept: () => kept, set: (settings: ProgrammeSettings) => (kept = settings) };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

/** What the card of the last change says of a setting. */
const changed = (name: string) => {
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === name);
  return [...(term?.parentElement?.querySelectorAll('dd') ?? [])]
    .map(({ textContent }) => textContent)
    .join('');
};

async function change(name: string, text: string): Promise<void> {
  const user = userEvent.setup();
  await user.clear(field(name));
  if (text !== '') await user.type(field(name), text);
}

describe('programme settings page', () => {
  it('explains each setting with its limits and its default', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    const line = await screen.findByRole('textbox', { name: 'MUAC of a baby at risk, in cm' });
    expect((line as HTMLInputElement).value).toBe('11');
    expect(screen.getByText(/Local practice, not WHO’s. From 9 to 13. Default: 11./u)).toBeTruthy();
    expect(field('Everybody else, in months').value).toBe('6');
    expect(screen.getByText(/growth is normal. From 1 to 12. Default: 6.$/u)).toBeTruthy();
    expect(field('Amount a day').value).toBe('');
    const shown = screen.getByRole('group', { name: /^Panel/u });
    const radio = within(shown).getByRole<HTMLInputElement>('radio', { name: 'Shown' });
    expect(radio.checked).toBe(true);
    expect(screen.getByText(/A clinician should check/u)).toBeTruthy();
  });

  it('offers countries in the order of their names, in Spanish too', async () => {
    serveSettings();
    await openAdmin('/admin/programme', { language: 'es' });
    const first = await screen.findByRole('option', { name: 'Guatemala' });
    const names = [...(first.parentElement?.children ?? [])].map((each) => each.textContent);
    const offered = names.slice(1);
    expect(offered.slice(0, 3)).toEqual(['Bolivia', 'Brasil', 'Camboya']);
    expect(offered.indexOf('Filipinas')).toBeLessThan(offered.indexOf('Ghana'));
    const boxes = screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent);
    expect(boxes.filter((name) => offered.includes(String(name)))).toEqual(offered);
  });

  it('saves the settings, which apply on this device at once', async () => {
    const { server, kept } = serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    const user = userEvent.setup();
    await change('MUAC of a baby at risk, in cm', '11,5');
    await change('Amount a day', ' 500 kcal ');
    await change('Everybody else, in months', '4');
    await change('Goal for children screened, in per cent', '70');
    await change('Announcement in Spanish', 'Vacunas el lunes.');
    await change('Word in English', 'House number');
    await change('Files of reports, in days', '3');
    await change('Audit log, in days', '365');
    await change('Moderate acute malnutrition: Text in English', 'Two sachets a day');
    await change('Years that children are kept after they turned 5', '4');
    await user.click(screen.getByRole('radio', { name: 'Hidden' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Guatemala' }));
    await user.click(save());
    expect(await screen.findByText('The settings of the programme were saved.')).toBeTruthy();
    const wanted = {
      guidanceShown: false,
      infantMuacLine: 11.5,
      severeAmount: '500 kcal',
      nextVisit: { ...NEXT_VISIT, ordinaryMonths: 4 },
      coverageGoal: 70,
      graduatesKeptYears: 4,
      consent: {},
      announcement: { es: 'Vacunas el lunes.' },
      household: { en: 'House number' },
      fileDays: 3,
      auditDays: 365,
      supplements: { MAM: { en: 'Two sachets a day' } },
      atRiskCountries: ['HND', 'NIC', 'SLV'],
      familyTexts: {},
    };
    expect(kept()).toEqual(wanted);
    expect(server.bodies).toEqual([{ was: DEFAULTS, settings: wanted }]);
    expect(storedConfig()?.programme).toEqual({ ...wanted, number: 3 });
    await waitFor(() => expect(field('MUAC of a baby at risk, in cm').value).toBe('11.5'));
  });

  it('sets the words of the consent for one country in each language, and shows where it is asked', async () => {
    const { kept } = serveSettings();
    await openAdmin('/admin/programme');
    const user = userEvent.setup();
    const country = await screen.findByRole('combobox', { name: 'Country' });
    expect(screen.getByText('No country asks for consent.')).toBeTruthy();
    await screen.findByRole('option', { name: 'Guatemala' });
    await user.selectOptions(country, 'Guatemala');
    await user.type(screen.getByRole('textbox', { name: 'Text in English' }), 'May we?');
    await user.type(screen.getByRole('textbox', { name: 'Text in Spanish' }), '¿Podemos?');
    expect(screen.getByText('Asked in: Guatemala.')).toBeTruthy();
    await user.click(save());
    await screen.findByText('The settings of the programme were saved.');
    expect(kept().consent).toEqual({ GTM: { en: 'May we?', es: '¿Podemos?' } });
    await screen.findByRole('heading', { name: 'Last change' });
    expect(changed('Consent, Guatemala, Text in Spanish')).toBe('Before –After ¿Podemos?');
    await user.clear(screen.getByRole('textbox', { name: 'Text in Spanish' }));
    await user.clear(screen.getByRole('textbox', { name: 'Text in English' }));
    await user.click(save());
    await waitFor(() => expect(kept().consent).toEqual({}));
  });

  it('counts the room of each message to families, and refuses words that others must not read', async () => {
    const { server, kept } = serveSettings();
    await openAdmin('/admin/programme');
    const name = 'Come on …: Text in Spanish';
    const text = await screen.findByRole<HTMLInputElement>('textbox', { name });
    const hint = () =>
      document.getElementById(text.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
        ?.textContent;
    expect(hint()).toContain('Por favor venga con su hijo');
    expect(hint()).toContain('of 160 characters, one text message.');
    const user = userEvent.setup();
    await user.click(text);
    await user.paste('Venga el {day} al salón de {nombre}.');
    expect(screen.getByText('Braces may only hold day, time, place or bring.')).toBeTruthy();
    await user.clear(text);
    await user.paste('Venga el {day}: su hijo está en ROJO.');
    expect(screen.getAllByText(/^“rojo” must not stand in a message/)).not.toHaveLength(0);
    await user.click(save());
    expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await user.clear(text);
    await user.paste('Venga el {day} al salón.');
    expect(hint()).toContain('of 70 characters');
    expect(hint()).toContain('The letter ó leaves room for 70 characters instead of 160.');
    await user.click(save());
    await waitFor(() =>
      expect(kept().familyTexts).toEqual({ come: { es: 'Venga el {day} al salón.' } }),
    );
  });

  it('rejects values outside the limits at their fields, without asking the server', async () => {
    const { server } = serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await change('MUAC of a baby at risk, in cm', '13.1');
    await change('Amount a day', 'two packets');
    await change('After a referral, in days', '');
    await userEvent.setup().click(save());
    const summary = (await screen.findByText('3 things to correct')).closest('div');
    expect(summary?.textContent).toContain(
      'MUAC of a baby at risk, in cm: Only figures from 9 to 13 are possible.',
    );
    expect(summary?.textContent).toContain(
      'After a referral, in days: Enter a number from 1 to 14.',
    );
    expect(summary?.textContent).toContain('Name the amount with a figure and kcal');
    expect(field('MUAC of a baby at risk, in cm').getAttribute('aria-invalid')).toBe('true');
    expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('names the text that is wrong, marks only it, and leads to it', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    const user = userEvent.setup();
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await user.click(field('Announcement in Spanish'));
    await user.paste('Próximo día <5 dic>');
    await user.click(save());
    const problem = await screen.findByRole('button', {
      name: 'Announcement: Use letters, figures and ordinary signs only.',
    });
    const isWrong = (name: string) => field(name).getAttribute('aria-invalid');
    expect(isWrong('Announcement in Spanish')).toBe('true');
    expect(isWrong('Announcement in English')).not.toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field('Announcement in Spanish')));
    save().focus();
    await user.click(problem);
    expect(document.activeElement).toBe(field('Announcement in Spanish'));
  });

  it('marks only the text of a supplement that is too long', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await change('Micronutrients: Text in Spanish', 'x'.repeat(41));
    await userEvent.setup().click(save());
    await screen.findByRole('button', { name: /^Supplements: / });
    const wrong = screen
      .getAllByRole('textbox')
      .filter((box) => box.getAttribute('aria-invalid') === 'true');
    expect(wrong).toEqual([field('Micronutrients: Text in Spanish')]);
  });

  it('leads to the first of the wrong fields, as they stand on the page', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await change('After a referral, in days', '0');
    await change('Years that children are kept after they turned 5', 'abc');
    await userEvent.setup().click(save());
    await screen.findByText('2 things to correct');
    await waitFor(() => expect(document.activeElement).toBe(field('After a referral, in days')));
  });

  it('sets the texts of a supplement side by side, or apart, as all pairs of fields', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    const pair = field('Supplement: Text in English').closest('.cols-2.stack');
    expect(pair?.contains(field('Supplement: Text in Spanish'))).toBe(true);
  });

  it('rejects a table in which a child in more danger is seen later', async () => {
    serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await change('Everybody else, in months', '2');
    await userEvent.setup().click(save());
    expect((await screen.findAllByText(/A child in less danger/u)).length).toBeGreaterThan(0);
    expect(field('Everybody else, in months').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the last change with the values before and after, and puts it back after a question', async () => {
    const { kept } = serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    expect(screen.queryByRole('heading', { name: 'Last change' })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Hidden' }));
    await change('MUAC of a baby at risk, in cm', '11.5');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Last change' });
    expect(changed('MUAC of a baby at risk, in cm')).toBe('Before 11After 11.5');
    expect(changed('Panel “WHO 2023 guidance, for information”')).toBe('Before ShownAfter Hidden');
    expect(screen.getByText(/It made settings number 3: Rosa Paz, /u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Put back' }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Put back' }));
    expect(await screen.findByText('The settings are as they were before.')).toBeTruthy();
    expect(kept()).toEqual(DEFAULTS);
    expect(storedConfig()?.programme).toEqual({ ...DEFAULTS, number: 4 });
    await waitFor(() => expect(field('MUAC of a baby at risk, in cm').value).toBe('11'));
  });

  it.each([
    ['of a server of an earlier version by the username', { who: 'boss' }, 'boss'],
    ['of a deleted account says so', { who: 'boss', whoName: null }, 'boss (account deleted)'],
    ['of an erased account', { who: 'former:7f', whoName: null }, 'former volunteer (7f)'],
  ] as const)('names who made the last change, %s', async (_whose, by, who) => {
    serveSettings(by);
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Hidden' }));
    await userEvent.setup().click(save());
    await screen.findByRole('heading', { name: 'Last change' });
    expect(
      screen.getByText((text) => text.startsWith(`It made settings number 3: ${who}, `)),
    ).toBeTruthy();
  });

  it('shows what another person set meanwhile, and lets the administrator choose', async () => {
    const { kept, set } = serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    const theirs = { ...DEFAULTS, infantMuacLine: 11.5 };
    set(theirs);
    await change('Amount a day', '500 kcal');
    const user = userEvent.setup();
    await user.click(save());
    const row = await screen.findByRole('row', { name: /^MUAC of a baby at risk/u });
    expect(row.textContent).toBe('MUAC of a baby at risk, in cm11.511');
    expect(kept()).toEqual(theirs);
    await user.click(screen.getByRole('button', { name: 'Take what is on the server' }));
    await waitFor(() => expect(field('MUAC of a baby at risk, in cm').value).toBe('11.5'));
    expect(field('Amount a day').value).toBe('');
    await change('Amount a day', '500 kcal');
    await user.click(save());
    await screen.findByText('The settings of the programme were saved.');
    expect(kept()).toEqual({ ...theirs, severeAmount: '500 kcal' });
  });

  it('overwrites the other person’s settings with those typed here on request', async () => {
    const { kept, set } = serveSettings();
    await openAdmin('/admin/programme');
    await screen.findByRole('textbox', { name: 'Amount a day' });
    set({ ...DEFAULTS, infantMuacLine: 11.5 });
    await change('Amount a day', '500 kcal');
    const user = userEvent.setup();
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save what I typed' }));
    await screen.findByText('The settings of the programme were saved.');
    expect(kept()).toEqual({ ...DEFAULTS, severeAmount: '500 kcal' });
  });

  it('programme settings are read-only for an administrator of some places', async () => {
    serveSettings();
    const user = { ...ADMIN, scope: { countries: ['GTM'] } };
    await openAdmin('/admin/programme', { user });
    expect(await screen.findByText(/only an administrator without limits/u)).toBeTruthy();
    expect(field('Amount a day').matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('programme settings are in Spanish, with the decimal comma', async () => {
    const { set } = serveSettings();
    set({ ...DEFAULTS, infantMuacLine: 11.5 });
    await openAdmin('/admin/programme', { language: 'es' });
    const line = await screen.findByRole('textbox', { name: 'MUAC de un bebé en riesgo, en cm' });
    expect((line as HTMLInputElement).value).toBe('11,5');
  });
});
