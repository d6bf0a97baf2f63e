import type { Locator, Page } from '@playwright/test';

/** Counts what a person's hand does: taps, and keys of the keypad or keyboard. */
export class Hand {
  taps = 0;
  keys = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** "3 taps, 5 keys" since the last time. */
  done(): string {
    const said = `${this.taps} taps, ${this.keys} keys`;
    this.taps = 0;
    this.keys = 0;
    return said;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.press(key);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** A field that the application focuses while the person looks costs no tap. */
  async reach(field: Locator): Promise<void> {
    await field.waitFor();
    const isFocused = () => field.evaluate((element) => element === document.activeElement);
    for (const wait of [0, 150, 400]) {
      await this.page.waitForTimeout(wait);
      if (await isFocused()) return;
    }
    await this.tap(field);
  }

  /** A choice that is made already costs none. */
  async choose(option: Locator): Promise<void> {
    await option.waitFor();
    if (await option.isChecked()) return;
    await option.check();
    this.taps += 1;
  }
}
