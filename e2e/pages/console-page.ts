import { expect, type Locator, type Page } from '@playwright/test';

export const places = ['Live', 'Approvals', 'Alerts', 'Sessions', 'Insights', 'Rules', 'Settings'] as const;
export type PlaceName = (typeof places)[number];

/** The console as an operator sees it: by roles and names only. */
export class ConsolePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get rail(): Locator {
    return this.page.getByRole('navigation', { name: 'Places' });
  }

  async isReady(): Promise<void> {
    await expect(this.rail).toBeVisible();
  }

  placeLink(name: PlaceName): Locator {
    return this.rail.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** Goes by the key of the place, as an operator does, and waits until the place stands with what it asked for. */
  async go(name: PlaceName): Promise<void> {
    await this.page.keyboard.press(`ControlOrMeta+${places.indexOf(name) + 1}`);
    await this.stands(name);
  }

  /** The place is open, its heading is there, and no part of it is still awaited. */
  async stands(name: PlaceName): Promise<void> {
    await expect(this.placeLink(name)).toHaveAttribute('aria-current', 'page');
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  }

  /** Rows of the list in Live: calls alone, not its head, nor the line that says that there are none. */
  callRow(words: string | RegExp): Locator {
    const rows = this.page.getByRole('grid', { name: 'Tool calls' }).getByRole('row');
    return rows.and(this.page.locator('[aria-selected]')).filter({ hasText: words });
  }

  get verdict(): Locator {
    return this.page.getByRole('group', { name: 'Verdict' });
  }
}
