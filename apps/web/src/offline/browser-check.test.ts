import { LANGUAGES } from '@crece/messages';
import { describe, expect, it, vi } from 'vitest';
import source from '../../public/browser-check.js?raw';
import chromeOnly from '../../public/chrome-only.js?raw';
import { rememberedLanguage } from '../data/messages.tsx';

// The file is not a module: the page runs it as it is, before everything else.
const run = new Function('window', source) as (window: object) => void;

type Brand = readonly [brand: string, version: string];

/**
 * Runs the file as a browser does. Returns the address to which it redirects, or null when the
 * browser is accepted.
 */
function sentTo(userAgent: string, brands: readonly Brand[] | null = null): string | null {
  let target: string | null = null;
  const window = {
    addEventListener: () => undefined,
    document: { documentElement: {} },
    navigator: {
      userAgent,
      ...(brands === null
        ? {}
        : { userAgentData: { brands: brands.map(([brand, version]) => ({ brand, version })) } }),
    },
    location: {
      pathname: '/children/view/chld_1',
      search: '?stakeDB=a_gtm',
      replace: (address: string) => {
        target = address;
      },
    },
  };
  run(window);
  return target;
}

const CHROME_ONLY = '/chrome-only.html#/children/view/chld_1?stakeDB=a_gtm';
const agent = (rest: string) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${rest}`;
const grease = ['Not/A)Brand', '8'] as const;

describe('browser-check.js', () => {
  it.each([
    ['Chrome on Android', agent('(KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36')],
    ['the oldest supported', agent('(KHTML, like Gecko) Chrome/95.0.4638.74 Safari/537.36')],
    ['Chromium of Ubuntu', agent('(KHTML, like Gecko) Ubuntu Chromium/120.0 Chrome/120.0 Safari')],
    ['headless Chrome', agent('(KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36')],
  ])('accepts %s by its user agent', (_name, userAgent) => {
    expect(sentTo(userAgent)).toBeNull();
  });

  it.each([
    ['Chrome before the oldest supported', agent('(KHTML, like Gecko) Chrome/94.0.4606.85 Safari')],
    ['Android Chrome 42', agent('(KHTML, like Gecko) Chrome/42.0.2311.111 Mobile Safari/537.36')],
    ['Edge', agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0')],
    ['Edge on Android', agent('(KHTML, like Gecko) Chrome/126.0 Mobile Safari EdgA/126.0')],
    ['Opera', agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 OPR/111.0.0.0')],
    ['Samsung Internet', agent('(KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Safari')],
    ['a web view', agent('(KHTML, like Gecko) Version/4.0 Chrome/126.0; wv) Mobile Safari/537.36')],
    ['Chrome on iOS', 'Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/126.0 Mobile/15E148 Safari/604'],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
    ['Firefox on iOS', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 FxiOS/127.0 Mobile Safari/605'],
    ['Safari', 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'],
    ['an unknown one', 'curl/8.0'],
  ])('redirects %s to the chrome-only page and keeps the requested address', (_name, userAgent) => {
    expect(sentTo(userAgent)).toBe(CHROME_ONLY);
  });

  const chrome126 = agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36');

  it.each<[string, Brand[]]>([
    ['Google Chrome', [grease, ['Chromium', '126'], ['Google Chrome', '126']]],
    [
      'Chromium',
      [
        ['Chromium', '126'],
        ['Not_A Brand', '24'],
      ],
    ],
    [
      'Chromium, oddly greased',
      [
        [' Not;A Brand', '99'],
        ['Chromium', '126'],
      ],
    ],
  ])('accepts %s by its brands', (_name, brands) => {
    expect(sentTo(chrome126, brands)).toBeNull();
  });

  it.each<[string, Brand[]]>([
    ['Edge', [grease, ['Chromium', '126'], ['Microsoft Edge', '126']]],
    ['Brave, whose agent is Chrome’s', [grease, ['Chromium', '126'], ['Brave', '126']]],
    ['Opera', [['Opera', '111'], grease, ['Chromium', '126']]],
    ['an Android web view', [['Android WebView', '126'], ['Chromium', '126'], grease]],
    ['an old Chrome', [grease, ['Chromium', '94'], ['Google Chrome', '94']]],
    ['nobody', [grease]],
  ])('redirects %s by its brands', (_name, brands) => {
    expect(sentTo(chrome126, brands)).toBe(CHROME_ONLY);
  });

  it.each([
    ['browser-check.js', source],
    ['chrome-only.js', chromeOnly],
  ])('%s uses only syntax that browsers of 2010 can parse', (_name, text) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, '');
    expect(code).not.toMatch(/=>|`|\?\.|\b(?:let|const|class|async)\b/);
    // A trailing comma in a call is newer syntax than these browsers know.
    expect(code).not.toMatch(/,\s*\)/);
  });

  describe('a script of the page that is not there', () => {
    function pageThatFails({ firstPaint = {} }: { firstPaint?: object | null } = {}) {
      const stored = new Map<string, string>();
      const reload = vi.fn();
      let failed: (event: object) => void = () => undefined;
      const page = {
        addEventListener: (name: string, listener: typeof failed) => {
          if (name === 'error') failed = listener;
        },
        document: {
          documentElement: {},
          querySelector: (asked: string) => (asked === '.first-paint' ? firstPaint : null),
        },
        location: { pathname: '/', search: '', reload },
        navigator: { userAgent: agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari') },
        sessionStorage: {
          getItem: (key: string) => stored.get(key) ?? null,
          setItem: (key: string, value: unknown) => stored.set(key, String(value)),
        },
      };
      return { page, reload, fail: (target: object) => failed({ target }) };
    }

    it('loads the page again, and not in a circle', () => {
      vi.useFakeTimers({ now: new Date('2026-11-29T10:00:00Z') });
      const { page, reload, fail } = pageThatFails();
      run(page);
      fail({ nodeName: 'SCRIPT' });
      expect(reload).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(9_999);
      run(page);
      fail({ nodeName: 'SCRIPT' });
      expect(reload).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(1);
      fail({ nodeName: 'SCRIPT' });
      expect(reload).toHaveBeenCalledTimes(2);
    });

    it('is not taken for a picture, or an error of a script that runs', () => {
      const { page, reload, fail } = pageThatFails();
      run(page);
      fail({ nodeName: 'IMG' });
      fail(window);
      expect(reload).not.toHaveBeenCalled();
    });

    it('is nothing to the application once it is drawn', () => {
      const { page, reload, fail } = pageThatFails({ firstPaint: null });
      run(page);
      fail({ nodeName: 'SCRIPT' });
      expect(reload).not.toHaveBeenCalled();
    });

    it('stays as it is where nothing can be remembered', () => {
      const { page, reload, fail } = pageThatFails();
      run({ ...page, sessionStorage: undefined });
      fail({ nodeName: 'SCRIPT' });
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it('keeps the browser’s offer to install until a person asks for it, in at most 200 bytes', () => {
    const listeners = new Map<string, (event: object) => void>();
    const userAgent = agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari');
    const window = {
      addEventListener: (name: string, listener: (event: object) => void) =>
        listeners.set(name, listener),
      document: { documentElement: {} },
      location: { pathname: '/', search: '' },
      navigator: { userAgent },
    };
    run(window);
    const offer = { preventDefault: vi.fn() };
    listeners.get('beforeinstallprompt')?.(offer);
    expect(offer.preventDefault).toHaveBeenCalledOnce();
    expect(Reflect.get(window, 'creceInstall')).toBe(offer);
    const code = source.slice(source.indexOf("window.addEventListener('beforeinstallprompt'"));
    expect(code.replace(/\s+/g, ' ').length).toBeLessThanOrEqual(200);
  });

  it.each<[what: string, stored: string | null, languages: string[], expected: string]>([
    ['the language last used here', 'es', ['en-US'], 'es'],
    ['the browser’s first that the application has', null, ['qu-PE', 'es-PE', 'en'], 'es'],
    ['the browser’s, when what is stored is none', 'xx', ['es'], 'es'],
    ['English otherwise', null, ['pt'], 'en'],
    ...LANGUAGES.map((each): [string, null, string[], string] => [each, null, [each], each]),
  ])('gives the first paint %s', (_what, stored, languages, expected) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('crece.language', stored);
    const documentElement = { lang: 'xx' };
    const userAgent = agent('(KHTML, like Gecko) Chrome/126.0.0.0 Safari');
    vi.stubGlobal('navigator', { languages });
    run({
      addEventListener: () => undefined,
      document: { documentElement },
      localStorage,
      location: { pathname: '/', search: '' },
      navigator: { userAgent, languages },
    });
    expect(documentElement.lang).toBe(expected);
    expect(rememberedLanguage()).toBe(expected);
    vi.unstubAllGlobals();
    localStorage.clear();
  });
});
