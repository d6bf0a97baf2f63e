import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../testing/browser-gaps.ts';
import { DESK_UNIT, deskAnswer } from '../testing/desk-answer.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp } from '../testing/render.tsx';
import type { RoutePattern } from './features.ts';
import { AppRoutes } from './routes.tsx';

const child = aChild();
const screening = aScreening();
const mother = aMother();
const UNIT = 'test_stake_gtm';
const desk = deskAnswer([[DESK_UNIT, [child, screening]]], '2025-06-01');

/** Values for the parameters of a pattern; `x` where the value does not matter. */
const PARAMS: Readonly<Record<string, string>> = {
  networkFirst: 'false',
  country: 'GTM',
  stakeDB: UNIT,
  dbName: UNIT,
  stakeName: 'Test',
  searchFilter: '-',
  colorFilter: 'a',
  childId: child._id,
  surveyId: screening._id,
  motherId: mother._id,
  userId: 'usr_ben',
  token: 'x'.repeat(43),
};

function addressOf(route: string): string {
  const screenType = route.includes('/mothers/') ? 'pregnant' : 'children';
  const params: Readonly<Record<string, string>> = { ...PARAMS, screenType, part: 'screen' };
  return route.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x');
}

/** The title of each route's page, and a text that no other page with this title has. */
const PAGES: Readonly<Record<RoutePattern, readonly [title: string | RegExp, text: string]>> = {
  '/': ['Crece', 'Built-in list'],
  '/children/countries/:networkFirst': ['Crece', 'Built-in list'],
  '/children/list/stakes/:country': ['Guatemala', 'Chulac'],
  '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType': [
    'Guatemala test Only',
    '1 child',
  ],
  '/children/create/:dbName': ['New child', 'Save and screen'],
  '/children/edit/:childId': ['Edit child', 'Save changes'],
  '/children/view/:childId': ['Marisol Xicay', 'Do now'],
  '/children/card/:childId': ['Child growth card', 'Print the card'],
  '/children/slip/:childId': ['Slip for the clinic', 'No referral of Marisol is open'],
  '/children/answer/:stakeDB/:stakeName': ['Code from the clinic', 'Take the answer'],
  '/children/remove/:childId': ['Remove child', 'Remove Marisol Xicay?'],
  '/children/survey/:childId': ['Marisol Xicay', 'Save screening'],
  '/children/survey/edit/:childId/:surveyId': ['Marisol Xicay', 'Save changes'],
  '/children/survey/remove/:childId/:surveyId': ['Remove screening', 'screening of 10 May 2025?'],
  '/children/due/:stakeDB/:stakeName': [/to visit$/, 'Guatemala test Only'],
  '/children/call/:stakeDB/:stakeName': ['Call families', 'No family can be written to.'],
  '/children/day/:stakeDB/:stakeName': ['Screening day', 'Due today'],
  '/children/mothers/list/:stakeDB/:stakeName/:screenType': [
    'Guatemala test Only',
    'No pregnant women here now',
  ],
  '/children/mothers/create/:stakeDB/:stakeName/:screenType': ['New pregnant woman', 'Save'],
  '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType': ['Edit pregnant woman', 'Save'],

  '/children/import/:stakeDB/:stakeName': ['Guatemala test Only', 'Choose a file'],
  '/children/sync/:stakeDB/:stakeName/:screenType': ['Guatemala test Only', 'Files and copies'],
  '/children/syncinfo': ['What you may sync', 'Server access'],
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': [
    'Guatemala test Only',
    'Who gets a supplement',
  ],
  '/children/reports': ['My reports', 'No reports yet'],
  '/children/desk': ['All places', 'Nobody has to be referred'],
  '/children/desk/:country': ['Guatemala', 'Nobody has to be referred'],
  '/children/desk/:country/:stakeDB': ['Guatemala test Only', 'Nobody has to be referred'],
  '/files/:fileToDownload': ['File', 'The file could not be downloaded'],
  '/children/waiting/:stakeDB/:stakeName': ['Waiting for you', 'Nothing to do'],
  '/children/waiting/:stakeDB/:stakeName/:recordId': ['Two values', 'This is already decided'],
  '/children/backup': ['Backup file', 'Load'],
  '/children/local/:stakeDB/:stakeName': ['Copy on this device', 'Remove the copy'],
  '/children/handover/:stakeDB/:stakeName': ['Hand over to another phone', 'Nothing to hand over'],
  '/children/receive': ['Receive from another phone', 'Open the file'],
  '/children/coming/:stakeDB/:stakeName': ['Moves to accept', 'The server did not answer'],
  '/children/move/:childId': ['Move to another unit', 'To which unit does Marisol move?'],
  '/children/same/:stakeDB/:stakeName': [
    'Perhaps the same child',
    'Nobody seems to be registered twice',
  ],
  '/children/same/:stakeDB/:stakeName/:firstId/:secondId': [
    'One child or two?',
    'One of the two is not here',
  ],
  '/children/removed/:stakeDB/:stakeName': ['Removed', 'Nothing was removed in the last 30 days'],

  '/admin/users': ['Users', 'Nobody matches this search'],
  '/admin/users/new': ['Add user', 'Where this server sends mail'],
  '/admin/users/:userId': ['Ben Choc', 'Last signed in'],
  '/admin/users/:userId/edit': ['Edit user', 'Save'],
  '/admin/requests': ['Role requests', 'No open requests'],
  '/guide': ['How to use Crece', 'Three short guides'],
  '/guide/:part': ['For those who screen children', 'Measure well'],
  '/admin/first-steps': ['First steps', 'Check your places'],
  '/admin/server': ['Server', 'Every unit that was asked for could be read.'],
  '/admin/phones': ['Phones', 'No phone yet'],
  '/admin/audit': ['Audit log', 'No entries'],
  '/admin/erasures': ['Erased for good', 'Nobody was erased'],
  '/admin/programme': ['Settings of the programme', 'These settings apply to all places'],
  '/admin/places': ['Places', 'Guatemala'],
  '/admin/places/:country': ['Guatemala', 'Chulac'],

  '/settings/profile': ['Edit Profile', 'Your rights'],
  '/settings/password': ['Change Password', 'Current password'],
  '/settings/accounts': ['Manage Social Accounts', 'No social accounts here'],
  '/settings/picture': ['Edit Profile Picture', 'Choose a photo'],
  '/settings/sessions': ['Where you are signed in', 'this one'],
  '/settings/device': ['This device', 'Your PIN'],
  '/privacy': ['Privacy', 'What a PIN does, and what it does not'],
  '/authentication/signup': ['Create account', 'Create account'],
  '/authentication/signin': ['Sign in', 'Forgot password'],
  '/authentication/return': ['Sign in', 'The sign-in did not work'],
  '/authentication/email/:token': ['New e-mail address', 'Confirm this address'],
  '/authentication/first-admin': ['First administrator', 'Open the whole link'],
  '/password/forgot': ['Forgot password', 'Send'],
  '/password/reset/invalid': ['New password', 'This link does not work'],
  '/password/reset/success': ['New password', 'The password is changed'],
  '/password/reset/:token': ['New password', 'New password again'],

  '/not-found': ['Crece', 'There is no such page'],
  '/bad-request': ['Crece', 'The server did not understand'],
  '/sync-error': ['Crece', 'Syncing did not work'],
  '/server-error': ['Crece', 'The server has a problem'],
  '/forbidden': ['Crece', 'Not for your account'],
};

beforeEach(() => {
  installBrowserGaps();
  fakeServer({
    'GET /api/config': {
      body: {
        demo: false,
        supportContact: null,
        providers: [],
        programme: DEFAULT_PROGRAMME_SETTINGS,
      },
    },
    'GET /api/users': { body: { users: [], total: 0 } },
    'GET /api/users/usr_ben': { body: aUser({ id: 'usr_ben', displayName: 'Ben Choc' }) },
    'GET /api/reports': { body: { jobs: [] } },
    'GET /api/desk': { body: desk },
    'GET /api/desk/country/GTM': { body: desk },
    [`GET /api/desk/unit/${UNIT}`]: { body: desk },
    'GET /api/role-requests': { body: { requests: [] } },
    'GET /api/admin/first-steps': {
      body: {
        placesChanged: false,
        people: 1,
        sendsMail: false,
        hasSupportContact: false,
        backup: null,
      },
    },
    'GET /api/admin/server': {
      body: {
        ...{ ready: true, problems: [], warnings: [], version: '0.1.0', commit: 'unknown' },
        ...{ damagedUnits: [], mails: null, disk: { free: 5e9, total: 9e9 } },
        ...{ backup: null, isCouch: true },
      },
    },
    'GET /api/erasures': { body: { erasures: [] } },
    'GET /api/phones': { body: { phones: [], total: 0, needHelp: 0 } },
    'GET /api/audit': { body: { entries: [], total: 0 } },
    'GET /api/catalogue': { body: { rev: '1-a', catalogue: BUILT_IN_CATALOGUE } },
    'GET /api/users/sessions': {
      body: {
        sessions: [
          {
            id: 'a',
            begun: '2026-03-14T08:00:00.000Z',
            used: '2026-03-14T09:00:00.000Z',
            device: { browser: 'Chrome', system: 'Android' },
            isThis: true,
          },
        ],
      },
    },
    [`GET /api/auth/email/${PARAMS['token']}`]: {
      body: { does: 'confirm', username: 'ana', email: 'new@example.org' },
    },
    [`GET /api/auth/reset/${PARAMS['token']}`]: { body: { ok: true } },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('every route', () => {
  it.each(Object.entries(PAGES))('shows its page: %s', async (route, [title, text]) => {
    await renderApp(<AppRoutes />, {
      path: addressOf(route),
      device: memoryDevice({ screenerName: 'Ana' }),
      user: aUser({ roles: ['user', 'sync', 'admin'] }),
      unit: await openTestUnit({ children: [child], screenings: [screening], mothers: [mother] }),
    });
    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(document.body.textContent).toContain(text));
  });
});
