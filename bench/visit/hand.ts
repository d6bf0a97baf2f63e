import type { Locator, Page } from '@playwright/test';

/** The delays of a practised person, in milliseconds: see docs/visit.md. */
const TAP_MS = 700;
const KEY_MS = 220;
/** A glance at a list or a form, and the reading of a result. */
const GLANCE_MS = 800;
const READ_MS = 1_500;
/** How often the hand looks whether something is there: Playwright's own waiting looks every 500 ms. */
const LOOK_MS = 16;
const GIVEN_UP_MS = 60_000;

export interface Work {
  taps: number;
  keys: number;
  ms: number;
  /** Of `ms`, what the person took; the rest is the application's. */
  personMs: number;
}

/** A person's hand and eyes: they wait until something is there, and then as long as people take. */
export class Hand {
  readonly page: Page;
  private taps = 0;
  private keys = 0;
  private personMs = 0;
  private began = performance.now();

  constructor(page: Page) {
    this.page = page;
  }

  /** Begins to count. */
  begin(): void {
    this.taps = 0;
    this.keys = 0;
    this.personMs = 0;
    this.began = performance.now();
  }

  /** What was done since `begin`. */
  end(): Work {
    const { taps, keys, personMs } = this;
    return { taps, keys, personMs, ms: performance.now() - this.began };
  }

  async tap(target: Locator): Promise<void> {
    await see(target);
    await this.take(TAP_MS);
    const { x, y } = await middleOf(target);
    await this.page.mouse.click(x, y);
    this.taps += 1;
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.press(key);
  }

  async press(key: string): Promise<void> {
    await this.take(KEY_MS);
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** Taps a field unless the application focuses it while the person looks. */
  async reach(field: Locator): Promise<void> {
    await this.glance(field);
    if (!(await isFocused(field))) await this.tap(field);
  }

  /** The next field: Enter if it leads there, else a tap. */
  async reachNext(field: Locator): Promise<void> {
    await this.press('Enter');
    if (await isFocused(field)) return;
    this.keys -= 1;
    await this.tap(field);
  }

  /** Taps an option unless it is chosen already. */
  async choose(option: Locator): Promise<void> {
    await see(option);
    if (!(await option.isChecked())) await this.tap(option);
  }

  async glance(target: Locator): Promise<void> {
    await see(target);
    await this.take(GLANCE_MS);
  }

  async read(target: Locator): Promise<void> {
    await see(target);
    await this.take(READ_MS);
  }

  private async take(ms: number): Promise<void> {
    this.personMs += ms;
    await this.page.waitForTimeout(ms);
  }
}

/** Waits until the target is visible. */
async function see(target: Locator): Promise<void> {
  const end = performance.now() + GIVEN_UP_MS;
  while (!(await target.isVisible())) {
    if (performance.now() > end) throw new Error(`${target} did not appear`);
    await target.page().waitForTimeout(LOOK_MS);
  }
}

/** Where a finger meets the target; an error when something covers it. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  return target.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = { x: left + width / 2, y: top + height / 2 };
    const met = document.elementFromPoint(place.x, place.y);
    const isMet = met !== null && (element.contains(met) || met.contains(element));
    if (!isMet)
      throw new Error(`${met?.outerHTML.slice(0, 80)} covers ${element.outerHTML.slice(0, 80)}`);
    return place;
  });
}

/** Whether the field has the focus, now or as soon as the page has answered the last key. */
async function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(element === document.activeElement));
      }),
  );
}
