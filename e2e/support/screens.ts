import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { todayIn } from '@crece/domain';
import { aChild, aMother, aNursingMother, anAssessedScreening } from '@crece/domain/testing';
import { listAddress } from '../pages/app.ts';
import type { Member, OwnServer } from './phones.ts';
import { newId, pushRecords, versions, written } from './push-records.ts';

const WEB = new URL('../../apps/web/src/', import.meta.url);

/** The patterns of all pages: what the features and the shell say of themselves. */
export function routePatterns(): string[] {
  const features = readdirSync(new URL('features/', WEB)).map((name) => `features/${name}`);
  return [...features, 'app'].flatMap((folder) => {
    const file = new URL(`${folder}/feature.ts`, WEB);
    // A concern without pages, such as the lock, has no manifest.
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/\bat:\s*'(\/[^']*)'/g)].map(([, pattern = '']) => pattern);
  });
}

/** Records of a unit, by which every screen has something to show. */
export interface Scene {
  /** Screened twice; two phones wrote its last screening differently. */
  child: string;
  screening: string;
  /** A child without a screening. */
  unscreened: string;
  mother: string;
}

/** The words with which the records of a scene are filled. */
export interface SceneWords {
  firstNames: readonly [string, string, string, string];
  motherNames: readonly [string, string];
  lastName: string;
  ward: string;
  city: string;
  address: string;
  /** The mother's name in the children's records. */
  mother: string;
  comments: string;
  interviewer: string;
}

/**
 * Puts four children, their screenings, a pregnant woman and a nursing mother on the server; the
 * first child's last screening in two versions. Dates are counted from today.
 */
export async function pushScene(
  server: OwnServer,
  who: Member,
  unit: string,
  words: SceneWords,
): Promise<Scene> {
  const today = todayIn('America/Guatemala', new Date());
  const dayOf = (days: number) => {
    const date = new Date(`${today}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() - days);
    return date.toISOString().slice(0, 10);
  };
  /** So many months and a half, so that the months are the same on every day of the calendar. */
  const monthsAgo = (months: number) => dayOf(Math.round((months + 0.5) * 30.44));
  const { firstNames, motherNames, lastName, ward, city, address, mother, comments } = words;
  const children = firstNames.map((firstName, at) =>
    aChild({
      _id: newId('chld', unit),
      firstName,
      lastName,
      ward,
      city,
      address,
      mother,
      comments,
      birthDate: monthsAgo(14 + at),
    }),
  );
  const [first = aChild(), second = aChild(), third = aChild(), fourth = aChild()] = children;
  const seen = (
    child: typeof first,
    surveyDate: string,
    height: number,
    weight: number,
    muac: number,
  ) =>
    anAssessedScreening(child, {
      _id: newId('scr', unit),
      surveyDate,
      height,
      weight,
      muac,
      interviewer: words.interviewer,
    });
  const red = seen(first, today, 74, 6.4, 11.1);
  const pregnant = aMother({
    _id: newId('mthr', unit),
    firstName: motherNames[0],
    lastName,
    ward,
    deliveryDate: monthsAgo(-3),
  });
  await pushRecords(server, who, unit, [
    ...[
      ...children,
      seen(first, monthsAgo(3), 72, 7.4, 12.1),
      seen(second, monthsAgo(1), 74.5, 9.1, 13.6),
      seen(third, monthsAgo(2), 70, 7.6, 12),
      pregnant,
      aNursingMother({ _id: newId('mthr', unit), firstName: motherNames[1], lastName, ward }),
    ].map(written),
    ...versions([
      red,
      { ...seen(first, today, 74, 6.9, 11.1), _id: red._id, updatedBy: words.interviewer },
    ]),
  ]);
  return {
    child: first._id,
    screening: red._id,
    unscreened: fourth._id,
    mother: pregnant._id,
  };
}

/**
 * An address for each route of the application, by its pattern. `country` is the unit's; `user` is
 * an account's id.
 */
export function screenAddresses(
  { child, screening, unscreened, mother }: Scene,
  { unit, country, user }: { unit: string; country: string; user: string },
) {
  return {
    '/': '/',
    '/children/countries/:networkFirst': '/children/countries/false',
    '/children/list/stakes/:country': `/children/list/stakes/${country}`,
    '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType': listAddress(unit),
    '/children/create/:dbName': `/children/create/${unit}`,
    '/children/edit/:childId': `/children/edit/${child}`,
    '/children/view/:childId': `/children/view/${child}`,
    '/children/card/:childId': `/children/card/${child}`,
    '/children/slip/:childId': `/children/slip/${child}`,
    '/children/answer/:stakeDB/:stakeName': `/children/answer/${unit}/Test`,
    '/children/remove/:childId': `/children/remove/${child}`,
    '/children/survey/:childId': `/children/survey/${child}`,
    '/children/survey/edit/:childId/:surveyId': `/children/survey/edit/${child}/${screening}`,
    '/children/survey/remove/:childId/:surveyId': `/children/survey/remove/${child}/${screening}`,
    '/children/due/:stakeDB/:stakeName': `/children/due/${unit}/Test`,
    '/children/call/:stakeDB/:stakeName': `/children/call/${unit}/Test`,
    '/children/day/:stakeDB/:stakeName': `/children/day/${unit}/Test`,
    '/children/mothers/list/:stakeDB/:stakeName/:screenType': `/children/mothers/list/${unit}/Test/pregnant`,
    '/children/mothers/create/:stakeDB/:stakeName/:screenType': `/children/mothers/create/${unit}/Test/pregnant`,
    '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType': `/children/mothers/${mother}/${unit}/Test/pregnant`,
    '/children/import/:stakeDB/:stakeName': `/children/import/${unit}/Test`,
    '/children/sync/:stakeDB/:stakeName/:screenType': `/children/sync/${unit}/Test/children`,
    '/children/syncinfo': '/children/syncinfo',
    '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': `/children/report/${unit}/${country}/stake/name/es/full/0`,
    '/children/reports': '/children/reports',
    '/children/desk': '/children/desk',
    '/children/desk/:country': `/children/desk/${country}`,
    '/children/desk/:country/:stakeDB': `/children/desk/${country}/${unit}`,
    '/files/:fileToDownload': '/files/none.csv',
    '/children/waiting/:stakeDB/:stakeName': `/children/waiting/${unit}/Test`,
    '/children/waiting/:stakeDB/:stakeName/:recordId': `/children/waiting/${unit}/Test/${screening}`,
    '/children/backup': `/children/backup?stakeDB=${unit}`,
    '/children/local/:stakeDB/:stakeName': `/children/local/${unit}/Test`,
    '/children/handover/:stakeDB/:stakeName': `/children/handover/${unit}/Test`,
    '/children/receive': '/children/receive',
    '/children/coming/:stakeDB/:stakeName': `/children/coming/${unit}/Test`,
    '/children/move/:childId': `/children/move/${child}`,
    '/children/same/:stakeDB/:stakeName': `/children/same/${unit}/Test`,
    '/children/same/:stakeDB/:stakeName/:firstId/:secondId': `/children/same/${unit}/Test/${child}/${unscreened}`,
    '/children/removed/:stakeDB/:stakeName': `/children/removed/${unit}/Test`,
    '/admin/users': '/admin/users',
    '/admin/users/new': '/admin/users/new',
    '/admin/users/:userId': `/admin/users/${user}`,
    '/admin/users/:userId/edit': `/admin/users/${user}/edit`,
    '/admin/requests': '/admin/requests',
    '/admin/audit': '/admin/audit',
    '/guide': '/guide',
    '/guide/:part': '/guide/screen',
    '/admin/phones': '/admin/phones',
    '/admin/erasures': '/admin/erasures',
    '/admin/first-steps': '/admin/first-steps',
    '/admin/server': '/admin/server',
    '/admin/programme': '/admin/programme',
    '/admin/places': '/admin/places',
    '/admin/places/:country': `/admin/places/${country}`,
    '/settings/profile': '/settings/profile',
    '/settings/password': '/settings/password',
    '/settings/accounts': '/settings/accounts',
    '/settings/sessions': '/settings/sessions',
    '/settings/picture': '/settings/picture',
    '/settings/device': '/settings/device',
    '/privacy': '/privacy',
    '/authentication/signup': '/authentication/signup',
    '/authentication/signin': '/authentication/signin',
    '/authentication/return': '/authentication/return#code=AAAA',
    '/authentication/email/:token': '/authentication/email/AAAA',
    '/authentication/first-admin': '/authentication/first-admin',
    '/password/forgot': '/password/forgot',
    '/password/reset/invalid': '/password/reset/invalid',
    '/password/reset/success': '/password/reset/success',
    '/password/reset/:token': '/password/reset/AAAA',
    '/not-found': '/not-found',
    '/bad-request': '/bad-request',
    '/sync-error': '/sync-error',
    '/server-error': '/server-error',
    '/forbidden': '/forbidden',
  };
}
