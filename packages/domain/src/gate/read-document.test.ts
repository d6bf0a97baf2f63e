import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScreening } from '../screening/read-screening.ts';
import { aChild, aMother, aNursingMother, aScreening } from '../testing/index.ts';
import { checkDocument } from './check-document.ts';
import { hasEscapedName } from './name-characters.ts';
import { readDocument } from './read-document.ts';

const guatemala = { timeZone: 'America/Guatemala' };

function childFrom(raw: object) {
  const read = readDocument(raw, guatemala);
  if (read.kind !== 'child') throw new Error(`read as ${JSON.stringify(read)}`);
  return read.child;
}

function screeningFrom(raw: object, context: Parameters<typeof readDocument>[1] = guatemala) {
  const read = readDocument(raw, context);
  if (read.kind !== 'screening') throw new Error(`read as ${JSON.stringify(read)}`);
  return read.screening;
}

function codesOf(raw: unknown): readonly string[] {
  const read = readDocument(raw, guatemala);
  return read.kind === 'unreadable' ? read.codes : [read.kind];
}

describe('readDocument', () => {
  it('returns a valid record unchanged', () => {
    expect(readDocument(aChild(), guatemala)).toEqual({ kind: 'child', child: aChild() });
    expect(readDocument(aScreening(), guatemala)).toEqual({
      kind: 'screening',
      screening: aScreening(),
    });
    for (const mother of [aMother(), aNursingMother()]) {
      expect(readDocument(mother, guatemala)).toEqual({ kind: 'mother', mother });
    }
  });

  it('reads an answer about consent, and leaves out what cannot be one', () => {
    const consent = { given: false, day: '2025-05-10', who: 'Eva' };
    expect(childFrom({ ...aChild(), consent }).consent).toBe(consent);
    expect(childFrom({ ...aChild(), consent: 'no' })).toEqual(aChild());
  });

  it('reads what was decided about other records, and leaves out what cannot be a decision', () => {
    const kept = [
      { id: 'chld_a', decided: 1, before: { phone: '5501' } },
      { id: 'chld_b', decided: 2 },
    ];
    const valid = { ...aChild(), sameAs: kept };
    expect(childFrom(valid).sameAs).toBe(kept);
    // One id alone, as another program may write it.
    expect(childFrom({ ...aChild(), sameAs: 'chld_a' }).sameAs).toEqual([
      { id: 'chld_a', decided: 1 },
    ]);
    const loose = [...kept, 7, null, { id: 7, decided: 1 }, ['chld_a']];
    expect(childFrom({ ...aChild(), sameAs: loose }).sameAs).toEqual(kept);
    for (const decided of [0, -1, 1.5, '1', 2 ** 53, Number.NaN]) {
      expect(childFrom({ ...aChild(), sameAs: [{ id: 'chld_a', decided }] })).toEqual(aChild());
    }
    for (const nothing of [[], {}, '', 7, false]) {
      expect(childFrom({ ...aChild(), sameAs: nothing })).toEqual(aChild());
    }
  });

  it('keeps unknown fields', () => {
    const shoes = { shoe: 19, nested: { left: [1, { deep: true }] }, display: 'x', _rev: '2-ab' };
    expect(childFrom({ ...aChild(), ...shoes })).toEqual({ ...aChild(), ...shoes });
    expect(screeningFrom({ ...aScreening(), ...shoes })).toEqual({ ...aScreening(), ...shoes });
    expect(readDocument({ ...aMother(), ...shoes }, guatemala)).toEqual({
      kind: 'mother',
      mother: { ...aMother(), ...shoes },
    });
    const zScore = { ...aScreening().zScore, hc: -1 };
    expect(screeningFrom({ ...aScreening(), zScore }).zScore).toEqual(zScore);
  });

  it('reading a document does not change it', () => {
    const raw = Object.freeze({ ...aScreening(), height: '68,5', zScore: Object.freeze({}) });
    expect(screeningFrom(raw).height).toBe(68.5);
    expect(raw.height).toBe('68,5');
  });

  it('classifies a document of another kind as foreign', () => {
    expect(readDocument({ _id: '_design/lists', views: {} }, guatemala)).toEqual({
      kind: 'foreign',
      id: '_design/lists',
    });
    expect(readDocument({ _id: 'settings' }, guatemala).kind).toBe('foreign');
  });
});

describe('a child of an older system', () => {
  it("a child's instants are converted to dates in the zone of the unit", () => {
    const birthDateOf = (birthDate: unknown) => childFrom({ ...aChild(), birthDate }).birthDate;
    expect(birthDateOf('2024-03-10T06:00:00.000Z')).toBe('2024-03-10');
    expect(birthDateOf('2024-03-10T05:59:59.000Z')).toBe('2024-03-09');
    expect(birthDateOf('2024-03-10T00:00:00-06:00')).toBe('2024-03-10');
    expect(birthDateOf('2024-03-10T23:00:00')).toBe('2024-03-10');
    expect(birthDateOf('2024-3-9')).toBe('2024-03-09');
    expect(birthDateOf('2024/03/09')).toBe('2024-03-09');
    expect(birthDateOf(Date.UTC(2024, 2, 10, 5))).toBe('2024-03-09');
  });

  it("a child's empty text is dropped, numbers become text, and BMI has one name", () => {
    const { bmi: _bmi, ...bare } = aChild();
    const child = childFrom({
      ...bare,
      phone: 55501234,
      ward: '  ',
      mother: null,
      idGroup: ['A', 7],
      currentBMI: '15,13',
      gender: 'girl',
      memberStatus: 'yes',
      obese: 'false',
    });
    expect(child).toMatchObject({
      phone: '55501234',
      idGroup: '["A",7]',
      bmi: 15.13,
      gender: 'Girl',
      memberStatus: 'Yes',
      obese: false,
    });
    for (const name of ['ward', 'mother', 'currentBMI']) expect(child).not.toHaveProperty(name);
  });

  it('loses invalid derived words, which are calculated again anyway', () => {
    const child = childFrom({ ...aChild(), zscoreStatus: 'Fine', statusColor: 'blue', supType: 3 });
    for (const name of ['zscoreStatus', 'statusColor', 'supType']) {
      expect(child).not.toHaveProperty(name);
    }
  });

  it('reads the membership of an older system where there is none of ours', () => {
    const { memberStatus: _status, ...bare } = aChild();
    const read = (more: object) => {
      const found = readDocument({ ...bare, ...more }, guatemala);
      return found.kind === 'child' ? found.child : null;
    };
    expect(read({ lds: 'Yes' })).toMatchObject({ memberStatus: 'Yes' });
    expect(read({ lds: 'Yes' })).not.toHaveProperty('lds');
    expect(read({ lds: 'No', memberStatus: 'Yes' })?.memberStatus).toBe('Yes');
    expect(read({ lds: 'maybe' })?.memberStatus).toBe('Unknown');
  });

  it('keeps the one name that it has, and gets an unknown membership', () => {
    const { firstName: _none, memberStatus: _status, ...bare } = aChild();
    expect(childFrom(bare)).toMatchObject({
      firstName: '',
      lastName: 'Xicay',
      memberStatus: 'Unknown',
    });
  });

  it('a child without name, sex or birth date is unreadable, with every reason', () => {
    expect(
      codesOf({ _id: 'chld_1', firstName: ' ', gender: 'X', birthDate: '10/03/2024' }),
    ).toEqual(['name-missing', 'gender-invalid', 'birth-date-invalid']);
    expect(codesOf({ ...aChild(), birthDate: '2024-02-30' })).toEqual(['birth-date-invalid']);
    expect(codesOf({ ...aChild(), gender: 'constructor' })).toEqual(['gender-invalid']);
  });

  it('keeps the readable part of its provenance', () => {
    const child = childFrom({
      ...aChild(),
      created: '2025-05-10T06:00:00-06:00',
      updatedAt: 'yesterday',
      stamp: { phone: 3, ward: 'x', mother: 0 },
    });
    expect(child.created).toBe('2025-05-10T12:00:00.000Z');
    expect(child).not.toHaveProperty('updatedAt');
    expect(child.stamp).toEqual({ phone: 3 });
  });
});

describe('a screening of an older system', () => {
  it("a screening's numbers stored as text are converted", () => {
    const screening = screeningFrom({
      ...aScreening(),
      height: '68,5',
      weight: ' 7.1 ',
      muac: '',
      monthAge: '14',
      latitude: '14.63',
      longitude: 'unknown',
      visitedDoctor: 'true',
      familyHealthPlan: '',
      oedema: 'no',
    });
    expect(screening).toMatchObject({
      height: 68.5,
      weight: 7.1,
      monthAge: 14,
      latitude: 14.63,
      visitedDoctor: true,
      oedema: false,
    });
    for (const name of ['muac', 'longitude', 'familyHealthPlan']) {
      expect(screening).not.toHaveProperty(name);
    }
  });

  it('counts a measure of 0 as not measured, so that 0 never gives a red MUAC', () => {
    const screening = screeningFrom({ ...aScreening(), muac: 0, height: '0', weight: -1 });
    for (const name of ['muac', 'height', 'weight']) expect(screening).not.toHaveProperty(name);
    expect(readScreening(screening).muacBand).toBeUndefined();
  });

  it('status and actions are moved out of zScore, and wh is renamed to wl', () => {
    const { status: _status, actions: _actions, ...bare } = aScreening();
    const screening = screeningFrom({
      ...bare,
      zScore: {
        ha: '-2.944',
        wa: '-2,35',
        wh: -1.13,
        whStatus: 'normalZscore',
        status: 'RED_CHILD',
        actions: ['RED_START', 'SING_A_SONG', 7],
      },
    });
    expect(screening).toEqual({ ...aScreening(), actions: ['RED_START'] });
  });

  it('prefers status and actions outside zScore', () => {
    const zScore = {
      ...aScreening().zScore,
      wh: 3,
      status: 'GREEN_CHILD',
      actions: ['GREEN_TELL'],
    };
    expect(screeningFrom({ ...aScreening(), zScore })).toEqual(aScreening());
  });

  it('an index that is not a number is null', () => {
    const zScore = { ha: 'NaN', wa: null, wl: '' };
    expect(screeningFrom({ ...aScreening(), zScore }).zScore).toEqual({
      ha: null,
      wa: null,
      wl: null,
      haStatus: null,
      waStatus: null,
      wlStatus: null,
    });
    expect(screeningFrom({ ...aScreening(), zScore: 'none' }).zScore.ha).toBeNull();
  });

  it('z-scores are rounded to two decimals, so that the displayed figure decides', () => {
    const zScore = { ha: -2.004, wa: -2.006, wl: -0.001 };
    expect(screeningFrom({ ...aScreening(), zScore }).zScore).toMatchObject({
      ha: -2,
      haStatus: 'marginalZscore',
      wa: -2.01,
      waStatus: 'redZoneZscore',
      wl: 0,
    });
  });

  it('an age override is kept only within 0 to 60, and no negative age', () => {
    const read = (ageOverride: unknown) => screeningFrom({ ...aScreening(), ageOverride });
    for (const right of [0, 30.5, 60]) expect(read(right).ageOverride).toBe(right);
    expect(read('30,5').ageOverride).toBe(30.5);
    for (const wrong of [60.01, 61, -0.01, 'x', true, 'false']) {
      expect(read(wrong)).not.toHaveProperty('ageOverride');
    }
    expect(screeningFrom({ ...aScreening(), monthAge: -1 })).not.toHaveProperty('monthAge');
  });

  it('keeps an age override of false, which means asked and declined', () => {
    expect(screeningFrom({ ...aScreening(), ageOverride: false }).ageOverride).toBe(false);
  });

  it('figures outside the limits are kept only where they are possible, with names unknown here', () => {
    const keptOf = (outsideLimits: unknown) =>
      screeningFrom({ ...aScreening(), outsideLimits }).outsideLimits;
    expect(keptOf({ weight: 2.2 })).toEqual({ weight: 2.2 });
    expect(keptOf({ weight: '2,2', height: 41 })).toEqual({ weight: 2.2, height: 41 });
    expect(keptOf({ weight: 0.3, height: 20 })).toEqual({ weight: 0.3, height: 20 });
    expect(keptOf({ weight: 40, height: 140 })).toEqual({ weight: 40, height: 140 });
    expect(keptOf({ weight: 0.29, height: 140.1 })).toBeUndefined();
    expect(keptOf({ weight: 40.1, height: 19.9 })).toBeUndefined();
    expect(keptOf({ weight: 2.2, head: 31 })).toEqual({ weight: 2.2, head: 31 });
    for (const nothing of [2.2, 'much', [], {}, null, { weight: 'much' }]) {
      expect(keptOf(nothing)).toBeUndefined();
    }
  });

  it('the earlier assessment in told is repaired like the current one', () => {
    const { zScore } = aScreening();
    const told = {
      zScore,
      status: 'RED_CHILD',
      actions: ['RED_START'],
      monthAge: 13.5,
      reason: 'order',
    };
    expect(screeningFrom({ ...aScreening(), told })).toEqual({ ...aScreening(), told });
    const older = {
      zScore: { wh: '-3,204', hc: 1 },
      status: 'PURPLE_CHILD',
      actions: 'RED_START|DANCE',
      monthAge: -1,
      why: 'birth date',
    };
    expect(screeningFrom({ ...aScreening(), told: older }).told).toEqual({
      zScore: {
        ha: null,
        wa: null,
        wl: -3.2,
        haStatus: null,
        waStatus: null,
        wlStatus: 'dangerZscore',
        hc: 1,
      },
      actions: ['RED_START'],
      why: 'birth date',
    });
    const bare = screeningFrom({ ...aScreening(), told: { status: 'GREEN_CHILD' } }).told;
    expect(bare).toMatchObject({ status: 'GREEN_CHILD', actions: [], zScore: { wl: null } });
    for (const nothing of [null, 'red', 7, [], {}, { why: 'x' }]) {
      expect(screeningFrom({ ...aScreening(), told: nothing })).not.toHaveProperty('told');
    }
  });

  it('takes the sex from its child when it does not repeat it', () => {
    const { gender: _none, ...bare } = aScreening();
    const sexOf = (childId: string) => (childId === aScreening().owner ? 'Girl' : undefined);
    expect(screeningFrom(bare, { ...guatemala, sexOf }).gender).toBe('Girl');
    expect(codesOf(bare)).toEqual(['gender-invalid']);
  });

  it('a screening without child or date, or with a figure that is not a number, is unreadable', () => {
    expect(codesOf({ _id: 'scr_1', height: 'tall', weight: {}, muac: true })).toEqual([
      'owner-missing',
      'gender-invalid',
      'survey-date-invalid',
      'height-invalid',
      'weight-invalid',
      'muac-invalid',
    ]);
  });
});

describe('a mother of an older system', () => {
  it('needs a name and one of the two dates', () => {
    expect(codesOf({ _id: 'mthr_1', deliveryDate: 'soon' })).toEqual([
      'name-missing',
      'mother-date-missing',
    ]);
    const read = readDocument(
      {
        _id: 'mthr_1',
        firstName: 'Rosa',
        deliveryDate: '2025-08-20T06:00:00Z',
        childsBirthDate: '',
      },
      guatemala,
    );
    expect(read).toEqual({
      kind: 'mother',
      mother: {
        _id: 'mthr_1',
        firstName: 'Rosa',
        lastName: '',
        memberStatus: 'Unknown',
        deliveryDate: '2025-08-20',
      },
    });
  });
});

describe('what the gate refuses', () => {
  it.each([null, undefined, 7, 'text', [], true])('%j, which is not an object', (raw) => {
    expect(readDocument(raw, guatemala)).toEqual({
      kind: 'unreadable',
      id: '',
      codes: ['not-an-object'],
      raw,
    });
    expect(checkDocument(raw)).toEqual({ ok: false, codes: ['not-an-object'] });
  });

  it.each([{}, { _id: 7 }, { _id: '' }])('%j, which has no id', (raw) => {
    expect(codesOf(raw)).toEqual(['id-missing']);
    expect(checkDocument(raw)).toEqual({ ok: false, codes: ['id-missing'] });
  });

  it("field names that could change an object's prototype, at any depth", () => {
    const text = JSON.stringify(aChild());
    const poisoned = [
      text.replace('{', '{"__proto__":{"gender":"Boy"},'),
      text.replace('{', '{"constructor":1,'),
      text.replace('{', '{"more":[{"prototype":1}],'),
    ];
    for (const json of poisoned) {
      const raw: unknown = JSON.parse(json);
      expect(codesOf(raw)).toEqual(['forbidden-name']);
      expect(checkDocument(raw)).toEqual({ ok: false, codes: ['forbidden-name'] });
    }
  });

  it('underscore names outside the replication protocol, and attachments', () => {
    expect(codesOf({ ...aChild(), _secret: 1 })).toEqual(['forbidden-name']);
    expect(codesOf({ ...aChild(), _attachments: {} })).toEqual(['attachments']);
    const protocol = { _rev: '1-a', _revisions: { start: 1, ids: ['a'] }, _conflicts: ['2-b'] };
    expect(codesOf({ ...aChild(), ...protocol })).toEqual(['child']);
    expect(codesOf({ ...aChild(), more: { _inner: 1 } })).toEqual(['child']);
  });

  it('documents nested too deeply to walk', () => {
    const nested = (depth: number) => {
      let nest: unknown = 1;
      for (let i = 0; i < depth; i += 1) nest = [nest];
      return { ...aChild(), nest };
    };
    expect(codesOf(nested(31))).toEqual(['child']);
    expect(codesOf(nested(32))).toEqual(['too-deep']);
    expect(codesOf(nested(100_000))).toEqual(['too-deep']);
  });

  it('a document that it returns whole for the list of unreadable ones', () => {
    const raw = { _id: 'chld_1', gender: 'Girl' };
    expect(readDocument(raw, guatemala)).toEqual({
      kind: 'unreadable',
      id: 'chld_1',
      codes: ['name-missing', 'birth-date-invalid'],
      raw,
    });
  });
});

describe('checkDocument', () => {
  it('accepts every readable record of a known kind, whether or not it needs repair', () => {
    for (const raw of [aChild(), aScreening(), aMother(), { ...aScreening(), height: '68,5' }]) {
      expect(checkDocument(raw)).toEqual({ ok: true });
    }
  });

  it('refuses other kinds and unreadable records', () => {
    expect(checkDocument({ _id: '_design/x' })).toEqual({ ok: false, codes: ['unknown-kind'] });
    expect(checkDocument({ ...aChild(), birthDate: 'x' })).toEqual({
      ok: false,
      codes: ['birth-date-invalid'],
    });
  });

  it('refuses names that JSON has to escape, at any depth; what is stored is read as ever', () => {
    const name = ['"', '\\', '\0', 'a\nb', '\u001f', '\u007f', '\u009f', 'a"', '\ud83d', 'x\udc00'];
    for (const each of name) {
      for (const raw of [
        { ...aChild(), [each]: 1 },
        { ...aChild(), more: [{ in: { [each]: 1 } }] },
      ]) {
        expect(checkDocument(raw)).toEqual({ ok: false, codes: ['name-characters'] });
        expect(codesOf(raw)).toEqual(['child']);
        expect(checkDocument({ ...raw, _deleted: true })).toEqual({ ok: true });
      }
    }
    for (const each of ['ñ', '😀', "'", '/', ' ', '\u2028', 'a.b', '\u00a0', '!', '[', ']']) {
      expect(checkDocument({ ...aChild(), [each]: 1 })).toEqual({ ok: true });
    }
    const both = { ...aChild(), gender: 'x', '"': 1 };
    expect(checkDocument(both)).toEqual({
      ok: false,
      codes: ['gender-invalid', 'name-characters'],
    });
    expect(checkDocument({ ...aChild(), comments: '"\\\n' })).toEqual({ ok: true });
  });

  it('checks only id and names of a deletion', () => {
    expect(checkDocument({ _id: 'chld_1', _deleted: true, why: 'merged' })).toEqual({ ok: true });
    expect(checkDocument({ _id: 'chld_1', _deleted: true, constructor: 1 })).toEqual({
      ok: false,
      codes: ['forbidden-name'],
    });
  });
});

describe('the gate on arbitrary input', () => {
  const known = [...Object.keys(aChild()), ...Object.keys(aScreening()), 'ageOverride', 'stamp'];
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.double(),
    fc.date(),
    fc.constantFrom('2024-02-29', '2024-03-10T05:00:00Z', '7,1', '', 'Girl', undefined),
  );
  const anyDocument = fc.tuple(
    fc.constantFrom('chld_', 'scr_', 'mthr_', ''),
    fc.string(),
    fc.constantFrom(aChild(), aScreening(), aMother(), {}),
    fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), anyValue),
  );

  it('never throws, always returns a kind, and reads its own result unchanged', () => {
    fc.assert(
      fc.property(anyDocument, ([prefix, rest, base, changes]) => {
        const raw = { ...base, ...changes, _id: `${prefix}${rest}` };
        const read = readDocument(raw, guatemala);
        const isRead = read.kind !== 'unreadable' && read.kind !== 'foreign' && raw._id !== '';
        expect(checkDocument(raw).ok).toBe(isRead && !hasEscapedName(raw));
        if (read.kind === 'child') expect(readDocument(read.child, guatemala)).toEqual(read);
        if (read.kind === 'mother') expect(readDocument(read.mother, guatemala)).toEqual(read);
        if (read.kind === 'screening') {
          expect(readDocument(read.screening, guatemala)).toEqual(read);
          const { bmi, supType } = readScreening(read.screening);
          expect(bmi === undefined || Number.isFinite(bmi)).toBe(true);
          expect(supType).toBeTypeOf('string');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        expect(readDocument(raw, guatemala).kind).toMatch(/^(unreadable|foreign)$/);
      }),
    );
  });
});
