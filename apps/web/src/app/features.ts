import type { Action } from '@crece/domain';
import type { ComponentType } from 'react';
import type { SentenceGroup } from '../data/sentence-groups.ts';
import { accounts } from '../features/accounts/feature.ts';
import { admin } from '../features/admin/feature.ts';
import { backup } from '../features/backup/feature.ts';
import { card } from '../features/card/feature.ts';
import { children } from '../features/children/feature.ts';
import { conflicts } from '../features/conflicts/feature.ts';
import { day } from '../features/day/feature.ts';
import { desk } from '../features/desk/feature.ts';
import { due } from '../features/due/feature.ts';
import { guide } from '../features/guide/feature.ts';
import { imports } from '../features/imports/feature.ts';
import { mothers } from '../features/mothers/feature.ts';
import { moving } from '../features/moving/feature.ts';
import { places } from '../features/places/feature.ts';
import { PAGES as PLACES_PAGES } from '../features/places/pages.ts';
import { reports } from '../features/reports/feature.ts';
import { sameChild } from '../features/same-child/feature.ts';
import { screenings } from '../features/screenings/feature.ts';
import { PAGES as SCREENINGS_PAGES } from '../features/screenings/pages.ts';
import { settings } from '../features/settings/feature.ts';
import { slip } from '../features/slip/feature.ts';
import { sync } from '../features/sync/feature.ts';
import type { Feature, PagesOf } from '../shared/navigation/feature.ts';
import { shell } from './feature.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import { PAGES as CHILDREN_PAGES } from './list-with-child.tsx';
// It makes the names of all sentences known.
import type {} from './message-keys.ts';

/** One route: who may enter, the group of sentences that its page needs, and the page. */
export interface RouteRow {
  /** The action whose right is needed to enter; absent: everybody may enter. */
  readonly needs?: Action;
  readonly isLocal?: true;
  readonly speaks: SentenceGroup;
  readonly page: LazyPage;
}

type PatternOf<F extends Feature> = F['pages'][keyof F['pages']]['at'];

/** The routes of a feature, by their patterns. Its list of pages may be a chunk of its own. */
function routesOf<F extends Feature>(
  { needs, speaks, pages }: F,
  load: PagesOf<F> | (() => Promise<PagesOf<F>>),
): Readonly<Record<PatternOf<F>, RouteRow>> {
  const pageOf = async (name: keyof F['pages']): Promise<ComponentType> =>
    (typeof load === 'function' ? await load() : load)[name]();
  const rows = Object.entries(pages).map(([name, { at, ...own }]): [string, RouteRow] => [
    at,
    { ...(needs && { needs }), speaks, ...own, page: lazyPage(() => pageOf(name)) },
  ]);
  return Object.fromEntries(rows) as Readonly<Record<PatternOf<F>, RouteRow>>;
}

/**
 * Every route of the application, by its router pattern. A feature says in its `feature.ts` which
 * right a page needs; the domain's table of permissions lists the roles that have it.
 */
export const ROUTES = {
  ...routesOf(places, PLACES_PAGES),
  ...routesOf(children, CHILDREN_PAGES),
  ...routesOf(screenings, SCREENINGS_PAGES),
  ...routesOf(due, async () => (await import('../features/due/pages.ts')).PAGES),
  ...routesOf(day, async () => (await import('../features/day/pages.ts')).PAGES),
  ...routesOf(card, async () => (await import('../features/card/pages.ts')).PAGES),
  ...routesOf(slip, async () => (await import('../features/slip/pages.ts')).PAGES),
  ...routesOf(sameChild, async () => (await import('../features/same-child/pages.ts')).PAGES),
  ...routesOf(moving, async () => (await import('../features/moving/pages.ts')).PAGES),
  ...routesOf(mothers, async () => (await import('../features/mothers/pages.ts')).PAGES),
  ...routesOf(imports, async () => (await import('../features/imports/pages.ts')).PAGES),
  ...routesOf(sync, async () => (await import('./sync-with-desk.tsx')).PAGES),
  ...routesOf(reports, async () => (await import('../features/reports/pages.ts')).PAGES),
  ...routesOf(desk, async () => (await import('../features/desk/pages.ts')).PAGES),
  ...routesOf(conflicts, async () => (await import('../features/conflicts/pages.ts')).PAGES),
  ...routesOf(backup, async () => (await import('../features/backup/pages.ts')).PAGES),
  ...routesOf(guide, async () => (await import('../features/guide/pages.ts')).PAGES),
  ...routesOf(admin, async () => (await import('../features/admin/pages.ts')).PAGES),
  ...routesOf(settings, async () => (await import('../features/settings/pages.ts')).PAGES),
  ...routesOf(accounts, async () => (await import('../features/accounts/pages.ts')).PAGES),
  ...routesOf(shell, async () => (await import('./pages.ts')).PAGES),
};

export type RoutePattern = keyof typeof ROUTES;

/** Loads the page that nearly every visit begins with before anything is drawn. */
export async function pageAhead(pathname: string): Promise<void> {
  if (/^\/children\/list\/(?!stakes\/)/.test(pathname)) {
    await ROUTES[children.pages.list.at].page.ahead();
  }
}

/** What a visit opens after the list, in the order in which it is needed. */
export const VISIT_PARTS: readonly (() => Promise<unknown>)[] = [
  ROUTES[screenings.pages.child.at].page.ahead,
  ROUTES[screenings.pages.new.at].page.ahead,
  () => import('../features/screenings/who-rules.ts'),
  ROUTES[children.pages.new.at].page.ahead,
];
