import { API_PATHS, type ProposalsBody } from '@crece/contract';
import { expect, it } from 'vitest';
import { aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { carried, childOf, removal } from '../write/testing/carried.ts';
import { pushedOutcomes } from '../write/testing/push.ts';

const OTHER = 'test_stake_hnd';
const child = childOf(1);
const HOME = { stakeDB: OTHER, id: child._id.replace(TEST_UNIT, OTHER) };

/** A volunteer of the child's unit, one of the other unit, and one of neither. */
async function open() {
  const gateway = await aGateway();
  await pushedOutcomes(gateway, [carried(child, ['a'])]);
  const { app } = gateway;
  const at = (path: string) => path.replace(':childId', child._id);
  const person = async (username: string, stake: string, roles = ['user', 'sync']) => {
    const account = { username, firstName: username, scope: { stakes: [stake] }, roles };
    const { token } = await aSignedIn(app, account as never);
    return {
      move: (propose?: boolean, to = OTHER) =>
        call(app, 'POST', at(API_PATHS.moveChild), { to, propose }, { token }),
      decide: (accept: boolean) =>
        call(app, 'POST', at(API_PATHS.answerProposal), { accept }, { token }),
      list: async (unit = OTHER) => {
        const url = API_PATHS.proposals.replace(':stakeDB', unit);
        return call(app, 'GET', url, undefined, { token });
      },
    };
  };
  return {
    gateway,
    ana: await person('Ana', TEST_UNIT, ['sync']),
    ben: await person('Ben', OTHER),
    carl: await person('Carl', OTHER, ['sync']),
    eva: await person('Eva', 'coro_ven'),
  };
}

const namesIn = (body: ProposalsBody) => body.proposals.map(({ firstName, by }) => [firstName, by]);

it('a volunteer of one unit proposes, and somebody of the other who may remove children accepts', async () => {
  const { gateway, ana, ben, carl, eva } = await open();
  expect(saidBy(await ana.move())).toBe('403 forbidden');
  expect((await ana.move(true)).json()).toEqual({ home: null });
  expect(namesIn((await ben.list()).json<ProposalsBody>())).toEqual([['Marisol', 'Ana López']]);
  expect(saidBy(await ana.list())).toBe('403 forbidden');
  expect(saidBy(await eva.decide(true))).toBe('404 not-found');
  expect(saidBy(await carl.decide(true))).toBe('403 forbidden');
  expect(saidBy(await ana.decide(true))).toBe('403 forbidden');
  expect((await ben.decide(true)).json()).toEqual({ home: HOME });
  expect((await ben.list()).json<ProposalsBody>().proposals).toEqual([]);
  const there = await gateway.app.services.stores.open(`unit_${OTHER}`);
  expect(await there.read(HOME.id)).toMatchObject({ firstName: 'Marisol' });
  const { audit } = gateway.app.services;
  const { entries } = await audit.page({ who: '', what: 'child-moved' }, 1);
  expect(entries.map(({ who, whom }) => [who, whom])).toEqual([['Ben', TEST_UNIT]]);
});

it('a decline is told to the unit that proposed, until the child is proposed anew, moves or is gone', async () => {
  const { gateway, ana, ben, carl, eva } = await open();
  const declined = async (unit = TEST_UNIT, who = ana) =>
    (await who.list(unit)).json<ProposalsBody>().declined;
  await ana.move(true);
  expect(await declined()).toEqual([]);
  await carl.decide(false);
  expect(await declined()).toEqual([
    { childId: child._id, to: OTHER, at: expect.stringMatching(/Z$/) as string },
  ]);
  expect(await declined(OTHER, ben)).toEqual([]);
  expect(saidBy(await eva.list(TEST_UNIT))).toBe('403 forbidden');
  expect(saidBy(await ben.decide(true))).toBe('404 not-found');
  // Proposed anew, it waits again; what whoever proposed it withdraws is declined by nobody.
  await ana.move(true);
  expect(await declined()).toEqual([]);
  await ana.decide(false);
  expect(await declined()).toEqual([]);
  await ana.move(true);
  await carl.decide(false);
  await pushedOutcomes(gateway, [removal(child, ['a', 'x'])]);
  expect(await declined()).toEqual([]);
});

it('a proposal to a unit that ended, or was joined to another, is declined, and it is told why', async () => {
  const { gateway, ana, ben } = await open();
  const { catalogue } = gateway.app.services;
  const retire = async (retired: boolean) => {
    const { rev, catalogue: places } = await catalogue.current();
    const unitAs = ({
      retired: _,
      ...unit
    }: (typeof places.countries)[number]['stakes'][number]) =>
      unit.stakeDB === OTHER && retired ? { ...unit, retired: true as const } : unit;
    const countries = places.countries.map((country) => ({
      ...country,
      stakes: country.stakes.map(unitAs),
    }));
    expect(await catalogue.change(rev, { countries }, () => true)).toMatchObject({ ok: true });
  };
  await ana.move(true);
  await retire(true);
  const { declined } = (await ana.list(TEST_UNIT)).json<ProposalsBody>();
  const at = expect.stringMatching(/Z$/) as string;
  expect(declined).toEqual([{ childId: child._id, to: OTHER, at, why: 'unit-retired' }]);
  expect(saidBy(await ben.decide(true))).toBe('404 not-found');
  // Open again, it has nobody to take in whose proposal was told to have ended.
  await retire(false);
  expect((await ben.list()).json<ProposalsBody>().proposals).toEqual([]);
  expect((await ana.list(TEST_UNIT)).json<ProposalsBody>().declined).toEqual([
    { childId: child._id, to: OTHER, at },
  ]);
});

it('a proposal is withdrawn by the old unit, declined by the new one, and gone with its child', async () => {
  const { gateway, ana, ben, carl } = await open();
  for (const who of [ana, carl]) {
    await ana.move(true);
    expect((await who.decide(false)).json()).toEqual({ home: null });
    expect(saidBy(await ben.decide(true))).toBe('404 not-found');
  }
  await ana.move(true);
  await pushedOutcomes(gateway, [removal(child, ['a', 'x'])]);
  expect((await ben.list()).json<ProposalsBody>().proposals).toEqual([]);
  expect(saidBy(await ana.move(true))).toBe('404 not-found childId:not-found');
  expect(saidBy(await ana.move(true, 'nowhere'))).toBe('403 forbidden');
});
