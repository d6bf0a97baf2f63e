import { createTranslator } from '@crece/messages';
import { StorageError } from '@crece/storage';
import { SyncFault } from '@crece/storage/sync';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../api/http.ts';
import { loadSentences } from '../../data/sentences.ts';
import { clockText, durationText, faultText, waitText } from './sync-words.ts';

const english = createTranslator('en', await loadSentences('en', 'later'));
const spanish = createTranslator('es', await loadSentences('es', 'later'));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('durationText', () => {
  it.each([
    [0, '0 seconds', '0 segundos'],
    [1, '1 second', '1 segundo'],
    [1_001, '2 seconds', '2 segundos'],
    [2 * MINUTE - 1, '120 seconds', '120 segundos'],
    [2 * MINUTE, '2 minutes', '2 minutos'],
    [2 * HOUR - 1, '119 minutes', '119 minutos'],
    [2 * HOUR, '2 hours', '2 horas'],
    [2 * DAY - 1, '47 hours', '47 horas'],
    [2 * DAY, '2 days', '2 días'],
    [-730 * DAY, '730 days', '730 días'],
  ])('writes %i ms as "%s"', (length, inEnglish, inSpanish) => {
    expect(durationText(english, length)).toBe(inEnglish);
    expect(durationText(spanish, length)).toBe(inSpanish);
  });
});

describe('clockText', () => {
  it('nothing is said of the clock without a contact and up to ten minutes in both directions', () => {
    for (const difference of [null, 0, 10 * MINUTE, -10 * MINUTE]) {
      expect(clockText(english, difference)).toBeNull();
    }
  });

  it('says in which direction the clock is wrong beyond ten minutes', () => {
    expect(clockText(english, 10 * MINUTE + 1)).toMatch(/^It is 10 minutes behind/);
    expect(clockText(english, -10 * MINUTE - 1)).toMatch(/^It is 10 minutes ahead/);
    expect(clockText(spanish, 3 * HOUR)).toMatch(/^Está 3 horas atrasado/);
  });
});

describe('faultText', () => {
  it.each([
    [new SyncFault('no-response'), 'The server does not answer.'],
    [
      new SyncFault('server', 'server-error', undefined, 500),
      'The server answered with an error (500). Try again in a few minutes.',
    ],
    [
      new SyncFault('server', 'unreadable'),
      'The server’s answer could not be read. Try again in a few minutes.',
    ],
    [
      new SyncFault('foreign', null, undefined, 403),
      'The network answered instead of Crece, probably with its sign-in page. Open that page in the browser, then try again.',
    ],
    [
      new SyncFault('foreign', null, undefined, 413, 'Rosa Larga'),
      'The record of Rosa Larga is larger than this network lets through. Everything else was synced. Sync on another network, or shorten the record’s comments.',
    ],
    [
      new SyncFault('foreign', null, undefined, 413, ''),
      'One record is larger than this network lets through. Everything else was synced. Sync on another network, or shorten the record’s comments.',
    ],
    [new SyncFault('credentials', 'unauthorized'), 'Your session has ended. Sign in again.'],
    [new SyncFault('credentials', 'forbidden'), 'Your account cannot sync.'],
    [new SyncFault('credentials', 'no-response'), 'The server does not answer.'],
    [new SyncFault('refused', 'role'), 'Your account cannot sync any more.'],
    [new SyncFault('refused', 'unit'), 'Your account cannot sync this unit.'],
    [new SyncFault('refused', 'bad-request'), 'The server refused the request (code bad-request).'],
    [
      new SyncFault('storage', null, new StorageError('full-disk')),
      'This device is full. Free some space, then sync again.',
    ],
    [
      new SyncFault('storage', null, new StorageError('failed')),
      'This device could not save what arrived.',
    ],
  ])('explains %s', (fault, said) => {
    expect(faultText(english, fault)).toBe(said);
    expect(faultText(spanish, fault)).not.toBe(said);
  });

  it('shows the server’s own sentence for a refusal that this version does not know', () => {
    const cause = new HttpError('refused', 422, { message: 'The unit is being moved.' });
    const fault = new SyncFault('credentials', 'refused', cause, 422);
    expect(faultText(english, fault)).toBe('The unit is being moved.');
    const silent = new SyncFault('credentials', 'refused', new HttpError('refused', 418), 418);
    expect(faultText(english, silent)).toBe('The server refused the request (code 418).');
  });
});

describe('waitText', () => {
  it.each([
    [null, 'No answer from the server. Next try in 9 seconds.'],
    [new SyncFault('no-response'), 'No answer from the server. Next try in 9 seconds.'],
    [
      new SyncFault('foreign', null, undefined, 200),
      'The network answered instead of Crece. Next try in 9 seconds.',
    ],
    [
      new SyncFault('server', null, undefined, 500),
      'The server answered with an error (500). Next try in 9 seconds.',
    ],
    [
      new SyncFault('server', null, undefined, 502),
      'The server answered with an error (502). Next try in 9 seconds.',
    ],
    [
      new SyncFault('server', 'unavailable', undefined, 503),
      'The server is busy (503). Next try in 9 seconds.',
    ],
    [
      new SyncFault('refused', 'too-many-feeds', undefined, 429),
      'The server is busy (429). Next try in 9 seconds.',
    ],
    [
      new SyncFault('server', 'unreadable'),
      'The server’s answer could not be read. Next try in 9 seconds.',
    ],
  ])('explains %s', (fault, said) => {
    expect(waitText(english, fault, '9 seconds')).toBe(said);
    expect(waitText(spanish, fault, '9 segundos')).toMatch(/Próximo intento en 9 segundos\.$/);
  });
});
