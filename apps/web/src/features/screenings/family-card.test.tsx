import type { Account, ActionPlace, Child, Role } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenUnit } from '../../data/units.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { FamilyCard } from './family-card.tsx';

afterEach(cleanup);

const ORDINARY = { stakeDB: 'coro_ven', countryCode: 'VEN', pilot: false };
const PILOT = { stakeDB: 'calapan_phl', countryCode: 'PHL', pilot: true };

/** Shows the card of a child in a unit at that place. */
async function showCard(
  place: Required<ActionPlace>,
  child: Child,
  session: Account | null,
): Promise<void> {
  cleanup();
  const { stakeDB, countryCode } = place;
  const unit = await openTestUnit({ stakeDB });
  const opened: OpenUnit = {
    stakeDB,
    stakeName: 'A unit',
    countryName: 'A country',
    countryCode,
    place,
    wards: [],
    retired: false,
    local: unit,
    pending: 0,
    sync: unit.snapshot().sync,
    demo: false,
    timeZone: 'UTC',
  };
  await renderApp(
    <FamilyCard file={{ child }} unit={opened} entries="all" state={null} departure={null} />,
    { session },
  );
}

/**
 * Whether the card offers to remove the child, for a person with these roles in a unit at that
 * place.
 */
async function offersRemoval(place: Required<ActionPlace>, ...roles: Role[]): Promise<boolean> {
  await showCard(place, aChild(), { id: 'u1', username: 'ana', displayName: 'Ana', roles });
  return screen.queryByRole('link', { name: 'Remove child' }) !== null;
}

describe('removal of a child', () => {
  it('removal is offered to a phl-pilot who is also a user in units of the pilot, and only there', async () => {
    expect(await offersRemoval(PILOT, 'user', 'phl-pilot')).toBe(true);
    expect(await offersRemoval(ORDINARY, 'user', 'phl-pilot')).toBe(false);
    expect(await offersRemoval(PILOT, 'phl-pilot')).toBe(false);
  });

  it('removal is offered to users everywhere, and not to people who can only synchronise', async () => {
    expect(await offersRemoval(ORDINARY, 'user')).toBe(true);
    expect(await offersRemoval(PILOT, 'user')).toBe(true);
    expect(await offersRemoval(ORDINARY, 'sync')).toBe(false);
  });
});

describe("the family's answer about its records", () => {
  it.each([
    [{ given: false, day: '2025-04-01', who: 'Eva' }, 'No (refused) · 1 Apr 2025 · Eva'],
    [{ given: true, day: '', who: '' }, 'Yes'],
  ])('%o stands in the record as %s', async (consent, text) => {
    await showCard(ORDINARY, aChild({ consent }), null);
    const term = screen.getByText('Consent');
    expect(term.nextElementSibling?.textContent).toBe(text);
  });

  it('has no line before somebody asked', async () => {
    await showCard(ORDINARY, aChild(), null);
    expect(screen.queryByText('Consent')).toBeNull();
  });
});

it('the number of the programme’s card stands in the record, and no line without one', async () => {
  await showCard(ORDINARY, aChild({ cardNumber: 'GT-0042' }), null);
  expect(screen.getByText('Card number').nextElementSibling?.textContent).toBe('GT-0042');
  cleanup();
  await showCard(ORDINARY, aChild(), null);
  expect(screen.queryByText('Card number')).toBeNull();
});

describe('messages to the family', () => {
  it('the record says whether it may be written to and in which language, and leads to its message', async () => {
    const mayMessage = { given: true, day: '2025-04-01', who: 'Eva' };
    await showCard(ORDINARY, aChild({ mayMessage, language: 'es' }), null);
    expect(screen.getByText('Messages to the family').nextElementSibling?.textContent).toBe(
      'Yes · 1 Apr 2025 · Eva',
    );
    expect(screen.getByText('Family’s language').nextElementSibling?.textContent).toBe('Español');
    const link = screen.getByRole('link', { name: 'Message to the family', hidden: true });
    expect(link.getAttribute('href')).toMatch(/^\/children\/call\/.*\?child=chld_/);
  });

  it('there is none to a family without a number', async () => {
    const { phone: _, ...numberless } = aChild();
    await showCard(ORDINARY, numberless, null);
    expect(screen.queryByText('Messages to the family')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Message to the family', hidden: true })).toBeNull();
  });
});
