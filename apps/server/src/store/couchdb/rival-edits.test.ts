import { describe, expect, it } from 'vitest';
import { createAdmins } from '../../accounts/admins.ts';
import { anApp } from '../../testing/test-app.ts';
import { aSignUp, call, saidBy } from '../../testing/test-people.ts';
import { draftParts } from '../document.ts';
import { type DocumentStore, StoreUnavailable } from '../document-store.ts';
import { type CouchBackEnd, couchBackEnds } from '../testing/couch-back-ends.ts';
import type { FaultInjector } from '../testing/fault-injector.ts';
import { aSplitCluster } from '../testing/split-cluster.ts';
import { put, replicated } from '../testing/support.ts';
import { RivalEdits } from './rival-edits.ts';

/** Delays every check for rivals until both edits are accepted. */
function untilBothAreTaken(injectors: readonly FaultInjector[]): void {
  let release = () => {};
  const bothTaken = new Promise<void>((resolve) => {
    release = resolve;
  });
  let taken = 0;
  for (const injector of injectors) {
    const inject = injector.inject;
    injector.before = async (called) => {
      if (called.endsWith('/_bulk_get')) await bothTaken;
    };
    injector.inject = (called) => {
      if (called.endsWith('sys_accounts/_bulk_docs')) {
        taken += 1;
        // The second edit is forwarded at once; the checks continue when it is.
        if (taken === 2) setTimeout(release, 50);
      }
      return inject(called);
    };
  }
}

const [backEnd] = couchBackEnds() as [CouchBackEnd, ...CouchBackEnd[]];

const WAYS = (['first', 'last'] as const).flatMap((sorts) =>
  [202, 201].map((status) => ({ sorts, status })),
);

describe.each(WAYS)('of two edits answered 201 and $status, the second sorted $sorts,', (way) => {
  async function twoStores(isAtOnce: boolean) {
    const { stores, injectors } = await aSplitCluster(backEnd, way);
    const [one, other] = await Promise.all(stores.map((each) => each.open('sys_accounts')));
    if (one === undefined || other === undefined) throw new Error('two were opened');
    const meet = () => untilBothAreTaken(injectors);
    if (isAtOnce) meet();
    return Object.assign([one, other] as const, { meet });
  }

  const values = async (stores: readonly DocumentStore[], id: string) =>
    Promise.all(stores.map(async (store) => (await store.read(id))?.['owner']));

  it.each([true, false])(
    'a new name goes to the process that was told so (at once: %s)',
    async (isAtOnce) => {
      const stores = await twoStores(isAtOnce);
      const take = (store: DocumentStore, owner: string) =>
        store.write([{ _id: 'name_ana', owner }]).then(([result]) => result?.ok === true);
      const [one, other] = stores;
      const told = isAtOnce
        ? await Promise.all([take(one, 'one'), take(other, 'other')])
        : [await take(one, 'one'), await take(other, 'other')];
      expect(told.filter(Boolean)).toHaveLength(1);
      const owner = told[0] === true ? 'one' : 'other';
      expect(await values(stores, 'name_ana')).toEqual([owner, owner]);
      if (!isAtOnce) expect(owner).toBe('one');
    },
  );

  it.each([true, false])('one change wins, or the removal does (at once: %s)', async (isAtOnce) => {
    for (const deleted of [false, true]) {
      const stores = await twoStores(false);
      const [one, other] = stores;
      const id = 'role';
      const rev = await put(one, id, { owner: 'nobody' });
      if (isAtOnce) stores.meet();
      const edit = () => one.write([{ _id: id, _rev: rev, owner: 'one' }]);
      const removal = deleted ? { _deleted: true as const } : {};
      const rival = () => other.write([{ _id: id, _rev: rev, owner: 'other', ...removal }]);
      const results = isAtOnce
        ? await Promise.all([edit(), rival()])
        : [await edit(), await rival()];
      const told = results.map(([result]) => result?.ok === true);
      expect(told.filter(Boolean)).toHaveLength(1);
      const stands = told[0] === true ? 'one' : deleted ? undefined : 'other';
      expect(await values(stores, id)).toEqual([stands, stands]);
    }
  });

  it('the last administrator remains when two demote each other', async () => {
    const stores = await twoStores(false);
    const [one, other] = stores.map((store) => createAdmins(store, async () => true));
    await one?.add('ana', 'juan');
    stores.meet();
    const left = await Promise.all([one?.drop('ana'), other?.drop('juan')]);
    expect(left.filter(Boolean)).toHaveLength(1);
    const ids = await Promise.all(
      stores.map(async (store) => (await store.read('admins'))?.['ids']),
    );
    const stays = left[0] === true ? ['juan'] : ['ana'];
    expect(ids).toEqual([stays, stays]);
  });
});

describe('an edit that gave way at the same moment as its rival', () => {
  it('the edit that gave way is restored, because otherwise neither would stand', async () => {
    const rival = replicated('role', ['2-0', '1-a'], { owner: 'other' });
    const looks = [[rival], [], []];
    const sent: string[] = [];
    const rivals = new RivalEdits(
      {
        revisions: async () => new Map([['role', looks.shift() ?? []]]),
        putRevisions: async (texts) => {
          sent.push(...texts.map(({ text }) => text));
          return [];
        },
      },
      -1,
    );
    const parts = draftParts({ _id: 'role', _rev: '1-a', owner: 'one' });
    expect(await rivals.settle({ parts, rev: '2-f' }, true)).toMatch(/^4-/);
    expect(sent.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { _deleted: true, withdrawn: true, _revisions: { start: 3 } },
      { owner: 'one', _revisions: { start: 4 } },
    ]);
  });
});

describe('an edit that too few servers have stored', () => {
  it('fails with StoreUnavailable and is not acknowledged', async () => {
    const { stores, injectors } = await aSplitCluster(backEnd, { sorts: 'first' });
    const store = await stores[1].open('sys_accounts');
    const [, injector] = injectors;
    const inject = injector.inject;
    let edits = 0;
    injector.inject = (called) => {
      if (!called.endsWith('/_bulk_docs')) return inject(called);
      edits += 1;
      return edits === 1 ? inject(called) : { status: 202, body: [] };
    };
    await expect(store.write([{ _id: 'name_ana' }])).rejects.toThrow(StoreUnavailable);
  });
});

describe('two server processes on a cluster that accepts both of two edits', () => {
  it('give a user name to one of two accounts that take it', async () => {
    const { stores } = await aSplitCluster(backEnd, { sorts: 'first' });
    const apps = [await anApp({ stores: stores[0] }), await anApp({ stores: stores[1] })] as const;
    const signUp = (place: 0 | 1) =>
      call(apps[place], 'POST', '/api/auth/signup', aSignUp({ email: `ana${place}@example.org` }));
    const answers = await Promise.all([signUp(0), signUp(1)]);
    expect(answers.filter((answer) => saidBy(answer) === '200').length).toBeLessThan(2);
    const owners = await Promise.all(apps.map((app) => app.services.accounts.byUsername('ana')));
    expect(owners[0]?.id).toBe(owners[1]?.id);
    for (const [place, answer] of answers.entries()) {
      if (saidBy(answer) !== '200') continue;
      expect(answer.json<{ user: { id: string } }>().user.id).toBe(owners[place]?.id);
    }
  });
});
