import type { CatalogueBody } from '@crece/contract';
import { type Catalogue, tidyCatalogue } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryDevice } from '../../testing/render.tsx';
import { addUnit, editUnit } from './catalogue-edit.ts';
import { addressNow, fakeServer, openAdmin, refusal } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that stores the list and refuses a change based on an older list. */
function serveCatalogue() {
  let kept: CatalogueBody = { rev: '1-a', catalogue: BUILT_IN_CATALOGUE };
  let revisions = 1;
  const change = (catalogue: Catalogue) => {
    revisions += 1;
    kept = { rev: `${revisions}-a`, catalogue: tidyCatalogue(catalogue, kept.catalogue) };
    return kept;
  };
  const server = fakeServer({
    'GET /api/catalogue': () => kept,
    'GET /api/children/stakes': () => kept.catalogue,
    'PUT /api/catalogue': ({ body }) => {
      const { rev, catalogue } = body as CatalogueBody;
      return rev === kept.rev ? change(catalogue) : refusal('conflict');
    },
  });
  const unitsOf = (code: string) =>
    kept.catalogue.countries.find((country) => country.code === code)?.stakes ?? [];
  return { server, change, unitsOf, kept: () => kept };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const put = ({ calls }: { calls: string[] }) => calls.filter((call) => call.startsWith('PUT'));

describe('places page', () => {
  it('lists the countries with their units, and counts the pilot’s', async () => {
    serveCatalogue();
    await openAdmin('/admin/places');
    expect(await screen.findByText('22 countries, 293 units')).toBeTruthy();
    const guatemala = screen.getByRole('link', { name: /^Guatemala/ });
    expect(guatemala.textContent).toContain('GTM · 38 units');
    expect(guatemala.getAttribute('href')).toBe('/admin/places/GTM');
  });

  it('finds units by name and links to their forms', async () => {
    serveCatalogue();
    await openAdmin('/admin/places');
    await userEvent.setup().type(await screen.findByRole('searchbox'), 'la ceiba');
    const unit = await screen.findByRole('link', { name: /^La Ceiba Stake/ });
    expect(unit.getAttribute('href')).toBe('/admin/places/HND?form=unit&unit=la_ceiba_stake_hnd.2');
  });

  it('says when nothing matches', async () => {
    serveCatalogue();
    await openAdmin('/admin/places');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('searchbox'), 'atlantis');
    expect(await screen.findByText('No country and no unit is called “atlantis”.')).toBeTruthy();
    const blank = within(document.querySelector('.blank') as HTMLElement);
    await user.click(blank.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('link', { name: /^Guatemala/ })).toBeTruthy();
  });

  it('adds a country: the name follows the flag, the code is asked for', async () => {
    const { kept } = serveCatalogue();
    await openAdmin('/admin/places?add=country');
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Country' }), 'Kenya');
    expect(field('Name in the list').value).toBe('Kenya');
    await user.click(save());
    expect(await screen.findAllByText('The code has exactly three letters, A to Z.')).toHaveLength(
      2,
    );
    await user.type(field('Code'), 'ken');
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/places/KEN'));
    expect(screen.getByText('Kenya was added, with a unit for practice.')).toBeTruthy();
    expect(kept().catalogue.countries.at(-1)).toEqual({
      name: 'Kenya',
      code: 'KEN',
      image: '',
      flag: 'KE',
      stakes: [],
    });
  });

  it('a Spanish-speaking person reads the places page in Spanish', async () => {
    serveCatalogue();
    await openAdmin('/admin/places', { language: 'es' });
    expect(await screen.findByText('22 países, 293 unidades')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Camboya/ }).textContent).toContain('KHM · ');
  });
});

describe('page of a country', () => {
  it('lists its units with databases, wards and marks', async () => {
    serveCatalogue();
    await openAdmin('/admin/places/zwe');
    const gweru = await screen.findByRole('link', { name: /^Gweru Stake/ });
    expect(gweru.textContent).toContain('gweru_stake_zwe');
    expect(gweru.textContent).toContain('8 wards');
    expect(screen.getByText('For practice')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Zimbabwe' })).toBeTruthy();
  });

  it('says that a country or unit is not in the list', async () => {
    serveCatalogue();
    await openAdmin('/admin/places/Atlantis');
    expect(await screen.findByText('“Atlantis” is not in the list of places.')).toBeTruthy();
  });

  it('adds a unit and proposes the database from its name', async () => {
    const { unitsOf } = serveCatalogue();
    await openAdmin('/admin/places/GTM?form=add');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), 'Petén Sur');
    expect(field('Database').value).toBe('peten_sur_gtm');
    expect(
      screen.getByText(/It never changes afterwards: every record refers to it./),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add ward' }));
    expect(document.activeElement).toBe(field('Ward 1'));
    await user.keyboard('Flores');
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/places/GTM'));
    expect(screen.getByText('Petén Sur was added.')).toBeTruthy();
    expect(unitsOf('GTM').at(-1)).toEqual({
      stakeName: 'Petén Sur',
      stakeDB: 'peten_sur_gtm',
      wards: [{ wardName: 'Flores' }],
    });
    expect(screen.getByRole('link', { name: /^Petén Sur/ })).toBeTruthy();
  });

  it('keeps a database name that the person typed, and rejects a used one', async () => {
    const { server } = serveCatalogue();
    await openAdmin('/admin/places/GTM?form=add');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), 'North');
    await user.clear(field('Database'));
    await user.type(field('Database'), 'coban_stake_gtm');
    await user.type(field('Name of the unit'), ' 2');
    expect(field('Database').value).toBe('coban_stake_gtm');
    await user.click(save());
    expect(
      await screen.findAllByText(
        'Cobán Stake (Guatemala) has this database. Every unit needs its own.',
      ),
    ).toHaveLength(2);
    expect(put(server)).toEqual([]);
  });

  it('renames a unit and changes its wards, but shows the database read-only', async () => {
    const { unitsOf } = serveCatalogue();
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), ' 1');
    expect(screen.queryByRole('textbox', { name: 'Database' })).toBeNull();
    expect(screen.getByText('makeni_district_wal').tagName).toBe('CODE');
    await user.click(screen.getByRole('button', { name: 'Remove ward Teko' }));
    await user.clear(field('Ward 1'));
    await user.type(field('Ward 1'), 'Makama North');
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/places/WAL'));
    expect(unitsOf('WAL').find(({ stakeDB }) => stakeDB === 'makeni_district_wal')).toEqual({
      stakeName: 'Makeni District 1',
      stakeDB: 'makeni_district_wal',
      wards: [{ wardName: 'Makama North' }, { wardName: 'Rogbeneh' }],
    });
  });

  it('a unit is ended after a question that may be declined, and opened again without one', async () => {
    const { server, unitsOf } = serveCatalogue();
    const isEnded = () =>
      unitsOf('WAL').find(({ stakeDB }) => stakeDB === 'makeni_district_wal')?.retired;
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal');
    const user = userEvent.setup();
    const answer = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'End this unit' }));
      const question = await screen.findByRole('dialog', { name: 'End Makeni District?' });
      await user.click(within(question).getByRole('button', { name }));
    };
    await answer('Cancel');
    expect(put(server)).toEqual([]);
    await answer('End this unit');
    expect(await screen.findByText('Makeni District has ended.')).toBeTruthy();
    expect(isEnded()).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Open it again' }));
    expect(await screen.findByText('Makeni District is open again.')).toBeTruthy();
    expect(isEnded()).toBeUndefined();
  });

  it('corrects a country’s name, but shows its code read-only', async () => {
    const { kept } = serveCatalogue();
    await openAdmin('/admin/places/WAL?form=country');
    const user = userEvent.setup();
    const name = await screen.findByRole('textbox', { name: 'Name in the list' });
    await user.type(name, ' (WAL)');
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/places/WAL'));
    const names = kept().catalogue.countries.map((country) => country.name);
    expect(names).toContain('Sierra Leone (WAL)');
  });

  it('explains why the list was not saved, and keeps what was typed', async () => {
    const { server } = serveCatalogue();
    server.on('PUT /api/catalogue', () => refusal('unavailable'));
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), ' 1');
    await user.click(save());
    expect(await screen.findByText('The list of places was not saved')).toBeTruthy();
    expect(field('Name of the unit').value).toBe('Makeni District 1');
  });

  it('shows the server’s errors that belong to no field', async () => {
    const { server } = serveCatalogue();
    server.on('PUT /api/catalogue', () =>
      refusal('validation', [
        { code: 'unit-gone', params: { stakeDB: 'belem_bra', name: 'Belém' } },
      ]),
    );
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal', { language: 'es' });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Nombre de la unidad' }), ' 1');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/^Falta Belém \(belem_bra\)\./)).toBeTruthy();
  });

  it('rejects “Mexico” beside “México” at its field', async () => {
    const mexico = { name: 'México', code: 'MEX', image: '', flag: 'MX', stakes: [] };
    const { server, kept } = serveCatalogue();
    const { rev, catalogue } = kept();
    const countries = [...catalogue.countries, mexico];
    server.on('GET /api/catalogue', () => ({ rev, catalogue: { countries } }));
    await openAdmin('/admin/places?add=country');
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Country' }), 'MX');
    expect(field('Name in the list').value).toBe('Mexico');
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'mxc');
    await user.click(save());
    const taken = 'A country of this name or code is in the list.';
    expect(await screen.findAllByText(taken)).toHaveLength(2);
    expect(server.bodies).toEqual([]);
  });

  it('updates the countries of this device after a change', async () => {
    serveCatalogue();
    const device = memoryDevice();
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal', { device });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), ' 1');
    await user.click(save());
    await waitFor(async () => {
      expect(JSON.stringify(await device.catalogue.load())).toContain('Makeni District 1');
    });
  });
});

describe('change of the list by another person meanwhile', () => {
  const makeni = { stakeName: 'Makeni West', stakeDB: 'makeni_district_wal' };

  async function collide(edit: (catalogue: Catalogue) => Catalogue | null) {
    const places = serveCatalogue();
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name of the unit' }), ' 1');
    places.change(edit(places.kept().catalogue) ?? BUILT_IN_CATALOGUE);
    await user.click(save());
    await screen.findByText('Somebody else changed the list');
    return { ...places, user };
  }

  it("another person's change elsewhere is described, and the own one is added to the newer list", async () => {
    const oruro = { stakeName: 'Oruro', stakeDB: 'oruro_bol' };
    const { user, unitsOf } = await collide(addUnit('BOL', oruro));
    expect(screen.getByText('Bolivia: unit Oruro added')).toBeTruthy();
    expect(screen.getByText(/This place was not touched./)).toBeTruthy();
    expect(field('Name of the unit').value).toBe('Makeni District 1');
    await user.click(screen.getByRole('button', { name: 'Save what I typed' }));
    await waitFor(() => expect(addressNow()).toBe('/admin/places/WAL'));
    expect(unitsOf('BOL')).toContainEqual(oruro);
    expect(unitsOf('WAL').map(({ stakeName }) => stakeName)).toContain('Makeni District 1');
  });

  it("another person's change of the same unit stands beside the own values, saved after the choice", async () => {
    const { user, unitsOf, server } = await collide(editUnit('WAL', makeni.stakeDB, makeni));
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['What', 'On the server now', 'What you typed'],
      ['Name of the unit', 'Makeni West', 'Makeni District 1'],
      ['Wards', 'None', 'Makama, Teko and Rogbeneh'],
    ]);
    // Pressing save again is not a choice.
    await user.click(save());
    expect(put(server)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save what I typed' }));
    await waitFor(() => expect(addressNow()).toBe('/admin/places/WAL'));
    expect(unitsOf('WAL').map(({ stakeName }) => stakeName)).toContain('Makeni District 1');
  });

  it('replaces the own values after the choice', async () => {
    const { user, server } = await collide(editUnit('WAL', makeni.stakeDB, makeni));
    await user.click(screen.getByRole('button', { name: 'Take what is on the server' }));
    await waitFor(() => expect(field('Name of the unit').value).toBe('Makeni West'));
    expect(screen.queryByText('Somebody else changed the list')).toBeNull();
    expect(screen.getByText('None')).toBeTruthy();
    expect(put(server)).toHaveLength(1);
  });

  it("an older draft does not overwrite another person's change unseen", async () => {
    const places = serveCatalogue();
    const device = memoryDevice(
      {},
      {
        drafts: {
          'user-admin:admin-unit:WAL:makeni_district_wal': {
            stakeName: 'Makeni East',
            stakeDB: 'makeni_district_wal',
            wards: '',
            was: JSON.stringify(['Makeni', '']),
          },
        },
      },
    );
    await openAdmin('/admin/places/WAL?form=unit&unit=makeni_district_wal', { device });
    expect(await screen.findByText('Somebody else changed the list')).toBeTruthy();
    expect(field('Name of the unit').value).toBe('Makeni East');
    await userEvent.setup().click(save());
    expect(put(places.server)).toEqual([]);
  });
});
