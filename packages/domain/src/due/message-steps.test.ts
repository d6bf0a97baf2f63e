import { describe, expect, it } from 'vitest';
import { DEFAULT_PROGRAMME_RULES as RULES } from '../settings/programme-settings.ts';
import { NO_STANDING_FACTS } from '../standing/facts.ts';
import { dueList } from './due-list.ts';
import { isMessageFresh, openedMessage } from './message-fresh.ts';
import { type CalledChild, calledEntries, messageWalk } from './message-steps.ts';

const TODAY = '2025-05-10';
const zScore = { ha: 0, wa: 0, wl: 0, haStatus: null, waStatus: null, wlStatus: null };

function child(id: string, different: Partial<CalledChild> = {}): CalledChild {
  return {
    id,
    firstName: id,
    lastName: 'Xicay',
    birthDate: '2024-01-10',
    ward: 'Centro',
    mother: `Madre ${id}`,
    phone: `5550 ${id.padStart(4, '0').slice(-4)}`,
    family: { mayMessage: true },
    standing: NO_STANDING_FACTS,
    ...different,
  };
}

const referred = (id: string, different: Partial<CalledChild> = {}) =>
  child(id, {
    newest: {
      surveyDate: '2025-05-01',
      sign: 'muac-red',
      zScore,
      supType: 'none',
      monthAge: 14,
      zscoreStatus: 'Normal',
    },
    standing: {
      ...NO_STANDING_FACTS,
      openSigns: [
        {
          sign: 'muac',
          since: '2025-05-01',
          shown: { date: '2025-05-01', figure: null },
          isShownByNewest: true,
          isFutureDated: false,
          near: null,
          answers: [],
        },
      ],
    },
    ...different,
  });

const walkThrough = (children: readonly CalledChild[]) =>
  messageWalk(calledEntries(dueList(children, TODAY, RULES)), 'GTM', children);

const walkOf = (children: readonly CalledChild[]) => {
  const { steps, without } = walkThrough(children);
  return {
    steps: steps.map(({ id, kind, entries }) =>
      [id, kind, ...entries.slice(1).map((each) => each.child.id)].join(' '),
    ),
    without: without.map(({ entry, none }) => `${entry.child.id} ${none}`),
  };
};

describe('a walk through who is due', () => {
  it('goes in the order of the list: section, ward, family', () => {
    const children = [
      child('1', { ward: 'Sur' }),
      child('2'),
      referred('3', { ward: 'Sur' }),
      referred('4'),
    ];
    expect(walkOf(children).steps).toEqual(['4 clinic', '3 clinic', '2 come', '1 come']);
  });

  it('writes once to a family for all its children who are due for the same', () => {
    const family = { mother: 'Elena', phone: '5550 9999' };
    const children = [
      child('1', family),
      child('2', family),
      child('3'),
      referred('4', family),
      child('5', { ...family, phone: '+502 5550-9999' }),
      child('6', { ...family, family: { mayMessage: true, language: 'es' } }),
    ];
    expect(walkOf(children).steps).toEqual(['4 clinic', '1 come 2 5 6', '3 come']);
    // A record without a language has that of its siblings; two languages are two messages.
    expect(walkThrough(children).steps.map(({ language }) => language)).toEqual(['es', 'es', null]);
    const english = child('7', { ...family, family: { mayMessage: true, language: 'en' } });
    expect(walkOf([...children, english]).steps).toEqual([
      '4 clinic',
      '1 come 2 5 6',
      '7 come',
      '3 come',
    ]);
  });

  it('says who gets none, and why', () => {
    const { phone: _, ...numberless } = child('3');
    const children = [
      child('1', { family: { mayMessage: false } }),
      child('2', { family: {} }),
      numberless,
      child('4'),
    ];
    expect(walkOf(children)).toEqual({
      steps: ['4 come'],
      without: ['1 refused', '2 not-asked', '3 no-number'],
    });
  });

  it('writes to no number at which the family of another child refused, due or not', () => {
    const phone = '5550 9999';
    // Screened lately, so that nobody has to see it.
    const refused = child('9', {
      phone: '+502 5550-9999',
      family: { mayMessage: false },
      newest: {
        ...{ surveyDate: '2025-05-09', sign: 'green', zScore, supType: 'none' },
        ...{ monthAge: 16, zscoreStatus: 'Normal' },
      },
    });
    const children = [child('1', { phone }), referred('2', { phone }), child('3'), refused];
    expect(walkOf(children)).toEqual({
      steps: ['3 come'],
      without: ['2 number-refused', '1 number-refused'],
    });
    expect(walkThrough(children).without.map((each) => each.refused?.id)).toEqual(['9', '9']);
    // No number is the number of nobody.
    const { phone: _, ...numberless } = refused;
    const { phone: _none, ...other } = child('4');
    expect(walkOf([other, child('1', { phone }), numberless])).toEqual({
      steps: ['1 come'],
      without: ['4 no-number'],
    });
  });

  it('names whom the clinic has last, and writes to none of them', () => {
    const admitted = referred('1');
    const [sign] = admitted.standing.openSigns;
    if (sign === undefined) throw new Error('no sign');
    const answer = { outcome: 'admitted', date: '2025-05-09' } as const;
    const answers = [{ isBeforeLastShow: false, versions: [answer] }] as const;
    const standing = { ...admitted.standing, openSigns: [{ ...sign, answers }] };
    expect(walkOf([{ ...admitted, standing }, child('2', { family: {} }), child('3')])).toEqual({
      steps: ['3 come'],
      without: ['2 not-asked', '1 closed'],
    });
  });

  it('forty children of forty families are forty messages', () => {
    const children = Array.from({ length: 40 }, (_, at) => child(String(at + 1)));
    expect(walkOf(children).steps).toHaveLength(40);
  });
});

it('a message counts as opened until the child is seen after it', () => {
  const messaged = { day: '2025-05-10', who: 'Ana', way: 'sms' } as const;
  expect(isMessageFresh(messaged, {}, false)).toBe(true);
  expect(isMessageFresh(messaged, { newest: { surveyDate: '2025-05-09' } }, false)).toBe(true);
  expect(isMessageFresh(messaged, { newest: { surveyDate: '2025-05-10' } }, false)).toBe(true);
  expect(isMessageFresh(messaged, { newest: { surveyDate: '2025-05-11' } }, false)).toBe(false);
});

it.each([
  ['+50255501234', '5550 1234', true],
  ['+50255501234', 'Casa 4, tía: +502 5550-1234 (tardes)', true],
  ['+639171234567', '0917 123 4567', true],
  ['55501234', '5550 1234', true],
  ['55501234', '00502 5550 1234', true],
  ['+50255501234', '5550 1235', false],
  ['+50255501234', '+503 5550 1234', false],
  ['5501234', '5550 1234', false],
  ['55501234', '5550 12345', false],
  ['+50255501234', 'zona 4', false],
  ['+50255501234', undefined, false],
  [undefined, '5550 1235', true],
])('a message to %s counts while the number of the family is %s: %s', (number, phone, isFresh) => {
  const messaged = {
    day: '2025-05-10',
    who: 'Ana',
    way: 'sms',
    ...(number && { number }),
  } as const;
  expect(isMessageFresh(messaged, phone === undefined ? {} : { phone }, false)).toBe(isFresh);
});

it('whoever is in refer was written to only by a message that says the clinic', () => {
  const come = { day: '2025-05-10', who: 'Ana', way: 'sms' } as const;
  const clinic = { ...come, toClinic: true } as const;
  // Written to in the morning, screened into refer in the afternoon.
  expect(isMessageFresh(come, { newest: { surveyDate: '2025-05-10' } }, true)).toBe(false);
  // Put into refer without a screening, as by a setting.
  expect(isMessageFresh(come, { newest: { surveyDate: '2025-05-01' } }, true)).toBe(false);
  expect(isMessageFresh(clinic, { newest: { surveyDate: '2025-05-10' } }, true)).toBe(true);
  expect(isMessageFresh(clinic, { newest: { surveyDate: '2025-05-11' } }, true)).toBe(false);
});

it('a message counts for a family when it was opened for each of its children', () => {
  const messaged = { day: '2025-05-10', who: 'Ana', way: 'sms', toClinic: true } as const;
  const family = { mayMessage: true, messaged };
  const stepOf = (other: CalledChild['family']) =>
    walkThrough([
      referred('1', { mother: 'Elena', phone: '5550 9999', family }),
      referred('2', { mother: 'Elena', phone: '5550 9999', ...(other && { family: other }) }),
    ]).steps.map(openedMessage);
  expect(stepOf(family)).toEqual([messaged]);
  expect(stepOf({ mayMessage: true })).toEqual([undefined]);
});
