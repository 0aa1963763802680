import { expect, type Locator, type Page } from '@playwright/test';

/** The queue and the card that is open, by roles and names only. */
export class ApprovalsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get card(): Locator {
    return this.page.getByRole('article', { name: /^Approval card/ });
  }

  get verdict(): Locator {
    return this.page.getByRole('group', { name: 'Verdict' });
  }

  /** How the open card ended, in words. */
  get ended(): Locator {
    return this.card.getByRole('status');
  }

  get queue(): Locator {
    return this.page.getByRole('region', { name: 'Approvals' });
  }

  /** The open card waits, and is about this. */
  async waitsFor(words: string | RegExp): Promise<void> {
    await expect(this.verdict).toBeVisible();
    await expect(this.card).toContainText(words);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async rejectWith(reason: string): Promise<void> {
    await this.press('r');
    await expect(this.page.getByRole('textbox', { name: /^Reason/ })).toBeFocused();
    await this.page.keyboard.type(reason);
    await this.press('ControlOrMeta+Enter');
  }

  /** Writes the arguments anew in the editor. */
  async overrideText(json: string): Promise<void> {
    await this.press('e');
    await expect(this.page.locator('.cm-content')).toBeFocused();
    await this.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(json);
  }
}
