import fc from 'fast-check';
import { expect, it } from 'vitest';
import { histories, shortOrDeep } from '../../testing/node/short-or-deep.ts';
import { type SyncPhone, useSharedServer } from '../../testing/node/sync-world.ts';
import { twoUnits } from '../../testing/node/two-units.ts';

const server = useSharedServer();
/** Each needs two units of its own. */
const HISTORIES = histories(3, 60);
const PATIENCE_MS = shortOrDeep(300_000, 1_800_000);
const FIELDS = ['ward', 'address', 'phone'] as const;
type Field = (typeof FIELDS)[number];
const FIRST = { ward: 'w0', address: 'a0', phone: 'p0' } as const satisfies Record<Field, string>;

const KINDS = [
  ...Array<'edit'>(9).fill('edit'),
  ...Array<'sync'>(6).fill('sync'),
  ...(['move', 'move', 'join', 'part', 'part'] as const),
] as const;

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    phone: fc.nat(3),
    pick: fc.nat(100),
    field: fc.constantFrom(...FIELDS),
  }),
  { minLength: 25, maxLength: 60 },
);

interface Edit {
  readonly child: string;
  readonly field: Field;
  readonly value: string;
  /** What the phone had at that moment. */
  readonly known: ReadonlySet<Edit>;
}

/** Two phones in each of two units, with a child of each unit that has arrived on all. */
async function fourPhones() {
  const units = await twoUnits(server.current);
  const { phones } = units;
  await phones[0]?.addChild({ firstName: 'Ana', ...FIRST });
  await phones[2]?.addChild({ firstName: 'Luz', ...FIRST });
  for (const phone of [...phones, ...phones]) await phone.complete();
  return units;
}

/** The versions of a child that are open on a phone. */
async function openVersions({ phone }: SyncPhone, id: string) {
  const [versions = []] = await phone.engine.store.leavesOfMany([id]);
  return versions.filter(({ _deleted }) => _deleted !== true);
}

/** Every value that nobody has replaced stands in an open version, on all phones that have the child. */
async function expectNothingLost(phones: readonly SyncPhone[], typed: readonly Edit[]) {
  for (const name of ['Ana', 'Luz']) {
    const having = phones.filter((phone) => phone.names().includes(name));
    expect(having, name).toHaveLength(2);
    for (const phone of having) {
      const { children, sync: state } = phone.unit.snapshot();
      const id = children.find(({ firstName }) => firstName === name)?.id ?? '';
      const versions = await openVersions(phone, id);
      const isAsked = state.tasks.some((task) => task.id === id);
      expect(isAsked, 'open versions are asked about').toBe(versions.length > 1);
      for (const field of FIELDS) {
        const edits = typed.filter((edit) => edit.child === name && edit.field === field);
        const newest = edits.filter((edit) => !edits.some(({ known: by }) => by.has(edit)));
        const values = newest.length === 0 ? [FIRST[field]] : newest.map(({ value }) => value);
        const there = versions.map((version) => version[field]);
        expect(there, `${name}: ${field}`).toEqual(expect.arrayContaining(values));
      }
    }
  }
}

it(
  'of what is typed while children move and units are joined and parted, all that nobody has replaced is shown, or is asked about',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const { phones, join, part, move, settled } = await fourPhones();
        const typed: Edit[] = [];
        const known = phones.map(() => new Set<Edit>());
        const onServer = new Set<Edit>();
        const sync = async (place: number) => {
          await phones[place]?.complete();
          await settled();
          for (const edit of known[place] ?? []) onServer.add(edit);
          for (const edit of onServer) known[place]?.add(edit);
        };
        for (const [turn, { kind, phone: place, pick, field }] of all.entries()) {
          const phone = phones[place];
          if (phone === undefined) throw new RangeError('four phones');
          const { children, sync: state } = phone.unit.snapshot();
          const asked = new Set(state.tasks.map(({ id }) => id));
          const free = children.filter(({ id }) => !asked.has(id));
          const child = free[pick % free.length];
          if (kind === 'sync') await sync(place);
          if (kind === 'join') await join();
          if (kind === 'part') await part();
          if (kind === 'move' && child !== undefined) await move(phone, child.id);
          if (kind === 'edit' && child !== undefined) {
            const value = `typed ${turn}`;
            await phone.editChild(child.id, { [field]: value });
            const before = new Set(known[place]);
            const edit = { child: child.firstName, field, value, known: before };
            typed.push(edit);
            known[place]?.add(edit);
          }
        }
        for (const _ of [1, 2, 3, 4]) for (const place of phones.keys()) await sync(place);
        await expectNothingLost(phones, typed);
      }),
      HISTORIES,
    );
  },
  PATIENCE_MS,
);
