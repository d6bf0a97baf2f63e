import type { SecondTab } from './second-tab.ts';

/**
 * A second tab: a frame of the same origin loads the package anew, with a connection, a
 * channel and memory of its own. It shares with the test what two tabs share, the stored data.
 */
export async function openSecondTab(): Promise<SecondTab & { close(): void }> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentWindow;
  if (inside === null) throw new Error('the frame has no window');
  // The test runner rewrites every `import()` to go through this object of its own page.
  Reflect.set(inside, '__vitest_browser_runner__', {
    wrapDynamicImport: (load: () => Promise<unknown>) => load(),
  });
  const ready = new Promise((resolve) => inside.addEventListener('second-tab-ready', resolve));
  const script = inside.document.createElement('script');
  script.type = 'module';
  script.src = new URL('./second-tab.ts', import.meta.url).href;
  inside.document.body.append(script);
  await ready;
  const tab = Reflect.get(inside, 'secondTab') as SecondTab;
  return { ...tab, close: () => frame.remove() };
}

let opened: Promise<SecondTab> | undefined;

/**
 * A second tab that stays open for the tests after this one: its package is loaded once. A test has
 * names of its own, and closes what it opened there.
 */
export function secondTab(): Promise<SecondTab> {
  opened ??= openSecondTab();
  return opened;
}
