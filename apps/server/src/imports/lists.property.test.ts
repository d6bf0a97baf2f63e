import { decidedSame, newestScreening, readDocument, type Screening } from '@crece/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { aPlace, type ImportedFile, NOW, UNIT } from './testing/an-import.ts';
import { undoImport } from './undo-import.ts';

const RUNS = shortOrDeep(4, 100);
const PATIENCE_MS = shortOrDeep(120_000, 1_200_000);
const CHILDREN = [
  ['Ana', 'Xol', 'Girl', '2024-03-10'],
  ['Benito', 'Caal', 'Boy', '2024-02-11'],
  ['Carla', 'Tut', 'Girl', '2024-01-20'],
] as const;
const DAYS = ['2025-04-10', '2025-05-01', '2025-05-10'] as const;
const ARMS = [11, 11.9, 13.6] as const;
const RED_BELOW = 11.5;
const WEIGHTS = [7.1, 7.4] as const;
const ANSWERS = [undefined, undefined, 'correction', 'second'] as const;
const TYPED = ['weight', 'height', 'muac', 'surveyDate', 'comments', 'owner'] as const;
const PHONE_ACTS = [
  ...['add', 'screen', 'screen', 'screen', 'measure', 'measure', 'day', 'edit'],
  ...['rename', 'birth', 'remove', 'unscreen', 'merge', 'erase'],
] as const;

type Stored = Awaited<ReturnType<Awaited<ReturnType<typeof aPlace>>['documents']>>[number];
type Unit = ReadonlyMap<string, Stored>;
interface Act {
  readonly kind: number;
  readonly pick: number;
  readonly other: number;
  readonly third: number;
}
interface Import {
  readonly id: string;
  readonly before: Unit;
  readonly after: Unit;
}

const acts = fc.array(
  fc.record({ kind: fc.nat(20), pick: fc.nat(60), other: fc.nat(60), third: fc.nat(60) }),
  { minLength: 15, maxLength: 45 },
);
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;
const ofKind = (unit: Unit, prefix: 'chld_' | 'scr_') =>
  [...unit.values()].filter(({ _id }) => _id.startsWith(prefix));

/** What a record says, without who wrote it when. */
function said(document: Stored | undefined): unknown {
  if (document === undefined) return null;
  const { _rev, updatedAt, updatedBy, device, rules, stamp, ...content } = document;
  return content;
}

/** The record that stands for a child of several: a model of its own, for records that all are here. */
function leadIn(unit: Unit): (id: unknown) => string {
  const above = new Map<string, string>();
  const lead = (id: string): string => (above.has(id) ? lead(above.get(id) ?? '') : id);
  for (const { _id, sameAs } of unit.values()) {
    for (const { id } of (sameAs ?? []) as { id: string }[]) {
      const [smaller = '', larger = ''] = [lead(_id), lead(id)].sort();
      if (smaller !== larger) above.set(larger, smaller);
    }
  }
  return (id) => lead(String(id));
}

/** A list of 2 to 5 rows, with or without the columns of weight, height and MUAC. */
function listOf({ pick, other, third }: Act): string {
  const columns = at([['peso', 'talla'], ['muac'], ['peso', 'talla', 'muac']], third);
  const rows = Array.from({ length: 2 + (other % 4) }, (_none, row) => {
    const [first, last, gender, born] = at(CHILDREN, pick + row * 2 + ((other + row) % 2));
    const figures = {
      peso: at(WEIGHTS, third + row),
      talla: 68.5,
      muac: at(ARMS, pick + third + row),
    };
    const cells = columns.map((column) => figures[column as keyof typeof figures]);
    return [first, last, gender, born, at(DAYS, other + row * third), ...cells].join();
  });
  return ['nombre,apellido,sexo,fecha de nacimiento,fecha', ...rows]
    .join('\n')
    .replace('fecha\n', `fecha,${columns.join()}\n`);
}

class ListsAndPhones {
  readonly #place: Awaited<ReturnType<typeof aPlace>>;
  readonly #lists: string[] = [];
  readonly #imports: Import[] = [];
  readonly #erased = new Set<string>();
  #made = 0;

  constructor(place: Awaited<ReturnType<typeof aPlace>>) {
    this.#place = place;
  }

  async act(act: Act): Promise<void> {
    if (act.kind < 4) await this.#upload(act);
    else if (act.kind < 6) await this.#undo(act);
    else await this.#onPhone(at(PHONE_ACTS, act.kind - 6), act);
  }

  async #unit(): Promise<Unit> {
    return new Map((await this.#place.documents()).map((each) => [each._id, each]));
  }

  async #write(documents: readonly object[]): Promise<void> {
    const store = await this.#place.stores.open(unitStoreName(UNIT));
    const results = await store.write(documents as Stored[]);
    expect(results.every(({ ok }) => ok)).toBe(true);
  }

  #newId(kind: 'chld' | 'scr'): string {
    this.#made += 1;
    return `${kind}_${UNIT}_${1_746_000_000_000 + this.#made}_phone0`;
  }

  async #onPhone(kind: (typeof PHONE_ACTS)[number], { pick, other, third }: Act): Promise<void> {
    const unit = await this.#unit();
    const children = ofKind(unit, 'chld_');
    if (kind === 'add') {
      const [firstName, lastName, gender, birthDate] = at(CHILDREN, pick);
      const child = { firstName, lastName, gender, birthDate, memberStatus: 'Unknown' };
      return this.#write([{ _id: this.#newId('chld'), ...child }]);
    }
    const child = at(children, pick);
    if (child === undefined) return;
    const visit = at(
      ofKind(unit, 'scr_').filter(({ owner }) => owner === child._id),
      other,
    );
    const changes: Record<string, () => Promise<void>> = {
      screen: () => this.#screen(child, other, third),
      edit: () => this.#write([{ ...child, ward: `Barrio ${other}` }]),
      rename: () => this.#write([{ ...child, firstName: `${child['firstName']} María` }]),
      birth: () => this.#write([{ ...child, birthDate: at(['2023-06-06', '2024-03-11'], other) }]),
      remove: () => this.#take(unit, child, { why: 'removed' }),
      erase: () => (third % 3 === 0 ? this.#erase(unit, child) : Promise.resolve()),
      merge: () => this.#merge(children, child, leadIn(unit)),
    };
    await changes[kind]?.();
    if (visit === undefined) return;
    if (kind === 'measure') await this.#write([{ ...visit, muac: at(ARMS, third) }]);
    if (kind === 'day') await this.#write([{ ...visit, surveyDate: at(DAYS, third) }]);
    if (kind === 'unscreen') await this.#write([{ ...visit, _deleted: true, why: 'removed' }]);
  }

  #screen({ _id, gender }: Stored, other: number, third: number): Promise<void> {
    const figures = at([{ weight: 7.1, height: 68.5 }, { muac: at(ARMS, third) }], other);
    const id = this.#newId('scr');
    const typed = {
      surveyDate: at(DAYS, third + other),
      comments: `typed ${this.#made}`,
      ...figures,
    };
    const rest = { zScore: { ha: null, wa: null, wl: null }, actions: [] };
    const created = `2025-05-11T12:00:00.${String(100 + third)}Z`;
    return this.#write([{ _id: id, owner: _id, gender, created, ...typed, ...rest }]);
  }

  /** All records of a child, and their screenings. */
  #recordsOf(unit: Unit, child: Stored): Stored[] {
    const lead = leadIn(unit);
    const isOf = ({ _id, owner }: Stored) => lead(owner ?? _id) === lead(child._id);
    return [...unit.values()].filter(isOf);
  }

  #take(unit: Unit, child: Stored, body: object): Promise<void> {
    const gone = { _deleted: true, ...body };
    return this.#write(this.#recordsOf(unit, child).map((each) => ({ ...each, ...gone })));
  }

  async #erase(unit: Unit, child: Stored): Promise<void> {
    const ids = this.#recordsOf(unit, child).map(({ _id }) => _id);
    const facts = { at: null, who: null, why: null, state: 'done' } as const;
    for (const id of ids) {
      this.#erased.add(id);
      if (id.startsWith('chld_'))
        await this.#place.erased.enter({ id, stakeDB: UNIT, ids, ...facts });
    }
    const gone = { _deleted: true as const, why: 'erased' };
    await this.#write(ids.map((id) => ({ _id: id, _rev: unit.get(id)?._rev, ...gone })));
    await this.#place.journal.forgetRecords(new Set(ids));
  }

  async #merge(children: Stored[], child: Stored, lead: (id: unknown) => string): Promise<void> {
    const isTwin = (each: Stored) =>
      each['firstName'] === child['firstName'] && lead(each._id) !== lead(child._id);
    const twin = children.find(isTwin);
    if (twin === undefined) return;
    const [smaller, larger] = twin._id < child._id ? [twin, child] : [child, twin];
    await this.#write([{ ...larger, sameAs: decidedSame(larger as object, smaller._id) }]);
  }

  async #upload(act: Act): Promise<void> {
    const isAgain = this.#lists.length > 0 && act.third % 2 === 0;
    const list = isAgain ? at(this.#lists, act.pick) : listOf(act);
    if (!isAgain) this.#lists.push(list);
    const sameDay = at(ANSWERS, act.other);
    const answers = sameDay === undefined ? {} : { sameDay };
    const before = await this.#unit();
    const checked = await this.#place.importBytes(list, { answers, isDryRun: true });
    this.#made += 1;
    const id = `list${this.#made}`;
    const record = { stakeDB: UNIT, username: 'sofia', startedAt: NOW.toISOString() };
    await this.#place.journal.keepRecord(id, { ...record, state: 'imported' });
    const imported = await this.#place.importBytes(list, { answers, importId: id });
    const after = await this.#unit();
    this.#imports.push({ id, before, after });

    expect(imported.reports).toEqual(checked.reports);
    expectRows(imported, list, before, after);
    expectTypedKept(before, after, sameDay === 'correction');
    if (sameDay !== 'correction') expectDangerShown(before, after);
    for (const gone of this.#erased) expect(after.has(gone), gone).toBe(false);

    await this.#place.importBytes(list, { answers });
    const later = await this.#unit();
    expect([...later.values()].map(said)).toEqual([...after.values()].map(said));
  }

  async #undo({ pick }: Act): Promise<void> {
    const done = this.#imports[pick % Math.max(1, this.#imports.length)];
    if (done === undefined) return;
    const { before, after } = done;
    const now = await this.#unit();
    await undoImport(
      { importId: done.id, accountId: 'acc_1', username: 'sofia', author: 'Sofía Pérez', now: NOW },
      { ...this.#place, signal: new AbortController().signal, progress: () => undefined },
    );
    const undone = await this.#unit();
    for (const [id, was] of now) {
      const is = undone.get(id);
      if (is?._rev === was._rev) continue;
      expect(said(was), `${id} was changed since`).toEqual(said(after.get(id)));
      expect(said(is), id).toEqual(said(before.get(id)));
    }
    for (const { _id, owner } of ofKind(undone, 'scr_')) {
      if (now.has(String(owner))) expect(undone.has(String(owner)), _id).toBe(true);
    }
  }
}

/** Every row has an outcome; what was created is there, and no child twice or without a screening. */
function expectRows(
  { reports, counts }: ImportedFile,
  list: string,
  before: Unit,
  after: Unit,
): void {
  const rows = list.split('\n').length - 1;
  expect(reports.map(({ row }) => row).sort()).toEqual(
    Array.from({ length: rows }, (_, i) => i + 2),
  );
  const codes = reports.flatMap(({ findings }) => findings.map(({ code }) => code));
  expect(codes).not.toContain('changed-meanwhile');
  const isNew = ({ _id }: Stored) => !before.has(_id);
  expect(ofKind(after, 'scr_').filter(isNew)).toHaveLength(counts.created);
  for (const child of ofKind(after, 'chld_').filter(isNew)) {
    const screened = ofKind(after, 'scr_').some(({ owner }) => owner === child._id);
    expect(screened, `${child._id} has a screening`).toBe(true);
    const isSame = (each: Stored) =>
      each['firstName'] === child['firstName'] && each['birthDate'] === child['birthDate'];
    expect(ofKind(before, 'chld_').filter(isSame)).toEqual([]);
  }
}

/** Nothing was removed, and nothing replaced without an answer. */
function expectTypedKept(before: Unit, after: Unit, isCorrection: boolean): void {
  for (const [id, was] of before) {
    const is = after.get(id);
    expect(is, id).toBeDefined();
    const fields = id.startsWith('chld_') ? ['firstName', 'birthDate', 'ward', 'sameAs'] : TYPED;
    for (const field of fields) {
      const isKept = id.startsWith('chld_') || !isCorrection;
      if (isKept && was[field] !== undefined)
        expect(is?.[field], `${id} ${field}`).toEqual(was[field]);
    }
  }
}

/** The newest screening of each child. */
function newestIn(unit: Unit): Map<string, Screening> {
  const lead = leadIn(unit);
  const all = new Map<string, Screening[]>();
  for (const document of ofKind(unit, 'scr_')) {
    const read = readDocument(document, { timeZone: 'America/Guatemala' });
    if (read.kind !== 'screening') continue;
    const id = lead(document['owner']);
    all.set(id, [...(all.get(id) ?? []), read.screening]);
  }
  return new Map(
    [...all].flatMap(([id, screenings]) => {
      const newest = newestScreening(screenings);
      return newest === null ? [] : [[id, newest] as const];
    }),
  );
}

/** No red MUAC is hidden by another screening of its day. */
function expectDangerShown(before: Unit, after: Unit): void {
  const now = newestIn(after);
  for (const [id, { muac, surveyDate }] of newestIn(before)) {
    const newest = now.get(id);
    if (muac === undefined || muac >= RED_BELOW || newest?.surveyDate !== surveyDate) continue;
    expect(newest.muac, id).toBeLessThan(RED_BELOW);
  }
}

it(
  'whatever lists are uploaded, again and taken back while phones type: nothing typed is replaced unasked, no child is doubled, no danger hidden',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const unit = new ListsAndPhones(await aPlace());
        for (const act of all) await unit.act(act);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  PATIENCE_MS,
);
