import { describe, expect, it } from 'vitest';
import { deviceWords } from './device-words.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceWords', () => {
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge',
      'Windows',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 1) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`,
      'Chrome',
      'Linux',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/140.0 Safari/604.1`,
      'Chrome',
      'iOS',
    ],
    ['curl/8.5.0', null, null],
    ['', null, null],
    [undefined, null, null],
    [`${' '.repeat(500)}Firefox/1`, null, null],
  ])('names browser and system of %s', (userAgent, browser, system) => {
    expect(deviceWords(userAgent)).toEqual({ browser, system });
  });
});
