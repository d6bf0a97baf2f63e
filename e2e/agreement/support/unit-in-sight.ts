import { answeredBySlip } from '../../../apps/server/src/slips/slip-rule.ts';
import { aRow, plan } from '../../../packages/imports/src/testing/rows.ts';
import { mergeOpen } from '../../../packages/storage/src/engine/conflicts/merge-open.ts';
import { hand } from '../../../packages/storage/src/engine/conflicts/testing/exchange.ts';
import { openPhone, type Phone } from '../../../packages/storage/src/testing/index.ts';
import { childFields } from '../../../packages/storage/src/testing/records.ts';
import type { ChildAct, InSightAct, VisitAct } from './acts.ts';
import { ErasedForGood } from './erased-for-good.ts';
import { PhoneInSight } from './phone-in-sight.ts';
import { asDocument, measured, STAKE, thereAndBack, typed } from './records-in-sight.ts';

const START = Date.UTC(2025, 4, 10, 12);
const DAY = 86_400_000;
const AUTHOR = { name: 'Eva' };

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/**
 * Two phones of a unit and its server, all in memory. After each act every child of each phone is
 * looked for where the rules written a second time say that it stands.
 */
export class UnitInSight {
  readonly #server: Phone;
  readonly #phones: readonly Phone[];
  readonly #clock: { now: number };
  readonly #childIds: string[] = [];
  readonly #sights: readonly PhoneInSight[];
  readonly #erased = new ErasedForGood();
  /** How often a child was looked for: as what it stands, and with versions that wait for a choice. */
  readonly seen = new Map<string, number>();
  #count = 0;

  static async open(): Promise<UnitInSight> {
    const clock = { now: START };
    const [server, ...phones] = await Promise.all(
      [0, 1, 2].map(() =>
        openPhone({ stakeDB: STAKE, timeZone: 'UTC', clock: () => new Date(clock.now) }),
      ),
    );
    if (server === undefined) throw new RangeError('no server');
    for (const { engine } of phones) await engine.ledger.note({ isWhole: true });
    return new UnitInSight(server, phones, clock);
  }

  private constructor(server: Phone, phones: readonly Phone[], clock: { now: number }) {
    this.#server = server;
    this.#phones = phones;
    this.#sights = phones.map((phone) => new PhoneInSight(phone, (what) => this.#note(what)));
    this.#clock = clock;
  }

  async close(): Promise<void> {
    for (const phone of [this.#server, ...this.#phones]) await phone.close();
  }

  async act(act: InSightAct): Promise<void> {
    this.#clock.now += 1000;
    if (act.what === 'wait') {
      this.#clock.now += act.days * DAY;
      for (const { engine } of this.#phones) await engine.announce();
      return;
    }
    if (act.what === 'clash') {
      await this.#clash(act);
      return;
    }
    if (act.what === 'travel') {
      await this.#travel(act.pick);
      return;
    }
    if (act.what === 'erase') {
      const id = at(this.#childIds, act.pick) ?? '';
      if (await this.#erased.erase(this.#server, id, this.#now())) this.#note('erased');
      return;
    }
    const phone = at(this.#phones, act.who);
    if (phone === undefined) return;
    if (act.what === 'register') {
      const fields = childFields({
        firstName: `Ana ${act.months}`,
        birthDate: this.#born(act.months),
      });
      const child = await phone.unit.createChild(fields, AUTHOR, this.#now());
      this.#childIds.push(child._id);
    } else if (act.what === 'sync') await this.#sync(phone);
    else if (act.what === 'meet') {
      const other = at(this.#phones, act.who + 1);
      if (other !== undefined && this.#erased.isSameFor(phone, other)) {
        await hand(other.engine, phone.engine);
      }
      await mergeOpen(phone.engine, 0);
    } else if (act.what === 'settle') await this.#settle(phone, act);
    else if (act.what === 'upload') await this.#upload(act);
    else if (act.what === 'answer')
      await this.#answer(act.by === 'slip' ? this.#server : phone, act);
    else if (act.what === 'merge') await this.#merge(phone, act);
    else if (act.what === 'putBack') {
      const id = at(this.#childIds, act.pick) ?? '';
      if ((await phone.unit.readRemoved(id)) !== null) {
        await phone.unit.putBack(id, AUTHOR, this.#now());
      }
    } else await this.#actOnChild(phone, act);
  }

  /** The first child that does not stand where it should; null when all do. */
  async fault(): Promise<string | null> {
    for (const [index, sight] of this.#sights.entries()) {
      const fault = this.#shownErased(index) ?? (await sight.fault(this.#today()));
      if (fault !== null) return `phone ${index}: ${fault}`;
    }
    return null;
  }

  /** What a phone shows of children that it knows to be erased; null for nothing. */
  #shownErased(index: number): string | null {
    const phone = this.#phones[index];
    if (phone === undefined) return null;
    const shown = phone.unit.snapshot().children.map(({ id }) => id);
    const wrong = shown.filter((id) => this.#erased.isKnownTo(phone, id));
    return wrong.length === 0 ? null : `erased, and shown: ${wrong.join()}`;
  }

  #note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  #now(): Date {
    return new Date(this.#clock.now);
  }

  #today(ago = 0): string {
    return new Date(this.#clock.now - ago * DAY).toISOString().slice(0, 10);
  }

  #born(months: number): string {
    return this.#today(Math.round(months * 30.4375));
  }

  /** Two phones correct the same visit before either hears of the other. */
  async #clash({ pick, fields, other }: Extract<InSightAct, { what: 'clash' }>): Promise<void> {
    for (const phone of [...this.#phones, ...this.#phones]) await this.#sync(phone);
    for (const [who, each] of [fields, other].entries()) {
      await this.act({ what: 'edit', who, pick, fields: each, ago: 0 });
    }
    for (const phone of [...this.#phones, ...this.#phones]) await this.#sync(phone);
  }

  /** Push, pull, merge, push. */
  async #sync(phone: Phone): Promise<void> {
    await this.#erased.tell(phone, this.#now());
    await hand(phone.engine, this.#server.engine);
    await hand(this.#server.engine, phone.engine);
    await mergeOpen(phone.engine, 0);
    await hand(phone.engine, this.#server.engine);
  }

  async #actOnChild(phone: Phone, act: ChildAct): Promise<void> {
    const { unit } = phone;
    const file = await unit.readChildFile(at(this.#childIds, act.pick) ?? '');
    if (file === null) return;
    const { child, screenings } = file;
    const base = at(screenings, act.pick);
    const now = this.#now();
    if (act.what === 'screen') {
      const fields = { surveyDate: this.#today(act.ago), ...act.fields };
      await unit.saveScreening(child._id, measured(child, screenings, fields), AUTHOR, now);
    } else if (act.what === 'move') {
      const ward = child.ward === 'Norte' ? 'Sur' : 'Norte';
      await unit.editChild(child, { ...typed(child), ward }, AUTHOR, now);
    } else if (act.what === 'rebirth') {
      const fields = { ...typed(child), birthDate: this.#born(act.months) };
      await unit.editChild(child, fields, AUTHOR, now);
    } else if (act.what === 'remove') await unit.removeChild(child._id, AUTHOR, now);
    else if (act.what === 'unmerge') {
      const record = at([child, ...(file.others ?? [])], act.pick);
      await unit.unmergeChildren(record?._id ?? '', AUTHOR, now);
    } else if (act.what === 'depart') {
      const departure = { departure: act.word, departureDate: this.#today() };
      await phone.engine.store.write([{ ...child, ...departure }], 'relaxed');
      await phone.engine.announce();
    } else if (base !== undefined && act.what === 'drop') {
      await unit.removeScreening(child._id, base._id, AUTHOR, now);
    } else if (base !== undefined && act.what === 'edit') {
      const fields = { surveyDate: base.surveyDate, ...act.fields };
      const others = screenings.filter((each) => each !== base);
      const edited = { ...measured(child, others, fields), base };
      await unit.saveScreening(child._id, edited, AUTHOR, now);
    } else if (base?.clinicAnswers !== undefined && act.what === 'strike') {
      const struck = at(base.clinicAnswers, act.pick);
      if (struck === undefined) return;
      await (await unit.slips(AUTHOR, now)).strikeClinicAnswer(base, struck);
    } else if (base !== undefined && act.what === 'outcome') {
      const referralDate = this.#today(-act.after);
      await unit.saveReferral(base, { referralOutcome: act.word, referralDate }, AUTHOR, now);
    }
  }

  /** A clinic answers: to the server with its slip, or on a phone by the code on the strip. */
  async #answer(
    { unit, engine }: Phone,
    { pick, word, after, by }: Extract<InSightAct, { what: 'answer' }>,
  ): Promise<void> {
    const file = await unit.readChildFile(at(this.#childIds, pick) ?? '');
    const base = at(file?.screenings ?? [], pick);
    const answer = { outcome: word, day: this.#today(-after) };
    if (base === undefined || answer.day < base.surveyDate) return;
    if (by === 'code') {
      await (await unit.slips(AUTHOR, this.#now())).takeClinicAnswer(base, answer);
    } else {
      const stored = { ...asDocument(base), _rev: base._rev ?? '' };
      const came = { stakeDB: STAKE, today: this.#today() };
      const next = answeredBySlip(stored, answer, came);
      if (typeof next === 'string') return;
      await engine.store.write([next], 'relaxed');
      await engine.announce();
    }
    this.#note(word === 'died' ? 'died by a clinic' : 'answered by a clinic');
  }

  /**
   * Two children are decided to be one, with the values of either; the first time one is registered
   * a second time and screened as another.
   */
  async #merge(
    phone: Phone,
    { pick, fields, ago, takes }: Extract<InSightAct, { what: 'merge' }>,
  ): Promise<void> {
    const { unit } = phone;
    const [one, two] = [
      await unit.readChildFile(at(this.#childIds, pick) ?? ''),
      await unit.readChildFile(at(this.#childIds, pick + 1) ?? ''),
    ];
    if (one === null) return;
    if (this.#childIds.length < 2) {
      const child = await unit.createChild(typed(one.child), AUTHOR, this.#now());
      this.#childIds.push(child._id);
      const visit = measured(child, [], { surveyDate: this.#today(ago), ...fields });
      await unit.saveScreening(child._id, visit, AUTHOR, this.#now());
    } else if (two !== null && one.child._id !== two.child._id) {
      const ids = [one.child._id, two.child._id] as const;
      const fromLarger = takes ? (['birthDate', 'gender'] as const) : [];
      await unit.mergeChildren({ ids, fromLarger }, AUTHOR, this.#now());
      this.#note('merged');
    }
  }

  /**
   * A child moves to another unit with its screenings and comes back, on the server, while the phones
   * know nothing of it.
   */
  async #travel(pick: number): Promise<void> {
    const { unit, engine } = this.#server;
    const file = await unit.readChildFile(at(this.#childIds, pick) ?? '');
    if (file === null) return;
    const { child, others = [], screenings } = file;
    for (const { _id } of [child, ...others, ...screenings]) {
      await engine.store.take(thereAndBack(await engine.store.leaves(_id)), {
        isOnServer: false,
        durability: 'relaxed',
      });
    }
    await engine.announce();
    this.#note('travelled');
  }

  /** One row of a file, planned and written by the server. */
  async #upload({ pick, fields, ago }: VisitAct): Promise<void> {
    const { unit, engine } = this.#server;
    const file = await unit.readChildFile(at(this.#childIds, pick) ?? '');
    if (file === null) return;
    const { child, screenings } = file;
    const { firstName, lastName, gender, birthDate } = child;
    const { outsideLimits: _none, oedema, ...measures } = fields;
    const swelling = oedema === undefined ? {} : { oedema: oedema ? 'yes' : 'no' };
    const surveyDate = this.#today(Math.max(0, ago));
    const row = aRow(2, {
      firstName,
      lastName,
      gender,
      birthDate,
      surveyDate,
      ...measures,
      ...swelling,
    });
    this.#count += 1;
    const id = `scr_${STAKE}_${this.#clock.now}_${String(this.#count).padStart(6, '0')}`;
    const { writes } = plan(
      [row],
      { by: 'names', stored: { child, screenings } },
      {
        today: this.#today(),
        now: this.#now().toISOString(),
        newId: () => id,
        sameDay: pick % 2 === 0 ? 'correction' : 'second',
      },
    );
    if (writes === null) return;
    await engine.store.write([writes.child, ...writes.screenings].map(asDocument), 'relaxed');
    await engine.announce();
  }

  async #settle({ unit }: Phone, act: { pick: number; parity: boolean }): Promise<void> {
    const ref = at(unit.snapshot().sync.tasks, act.pick);
    const task = ref === undefined ? null : await unit.readTask(ref.id);
    if (task === null) return;
    if (task.kind === 'removed' && act.parity) {
      await unit.confirmRemoval(task, AUTHOR, this.#now());
      return;
    }
    const side = act.parity ? ('first' as const) : ('second' as const);
    const choice = Object.fromEntries(task.fields.map((name) => [name, side]));
    if (task.kind === 'values') await unit.choose(task, choice, AUTHOR, this.#now());
    else await unit.keep(task, choice, AUTHOR, this.#now());
  }
}
