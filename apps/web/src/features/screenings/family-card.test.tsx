import type { Account, ActionPlace, Role } from '@crece/domain';
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

/**
 * Whether the card offers to remove the child, for a person with these roles in a unit at that
 * place.
 */
async function offersRemoval(place: Required<ActionPlace>, ...roles: Role[]): Promise<boolean> {
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
    local: unit,
    pending: 0,
    sync: unit.snapshot().sync,
    demo: false,
    timeZone: 'UTC',
  };
  const session: Account = { id: 'u1', username: 'ana', displayName: 'Ana', roles };
  await renderApp(
    <FamilyCard child={aChild()} unit={opened} entries="all" state={null} departure={null} />,
    {
      session,
    },
  );
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
