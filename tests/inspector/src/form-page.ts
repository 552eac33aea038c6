import type { Locator, Page } from 'playwright-core';

/** The form of a tool on the page. */
export class FormPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a tool with an empty input. */
  async show(id: string): Promise<void> {
    const [, name = ''] = id.split('.');
    await this.page.locator('.entry', { hasText: name }).click();
    await this.page.getByRole('form', { name: `Call ${id}` }).waitFor();
    await this.fill({});
  }

  field(path: string): Locator {
    return this.page.locator(`[data-path="${path}"]`);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Replaces the input in the JSON editor. */
  async fill(input: object): Promise<void> {
    await this.page.getByLabel('Input as JSON').fill(JSON.stringify(input));
  }

  async input(): Promise<unknown> {
    return JSON.parse(await this.page.getByLabel('Input as JSON').inputValue());
  }
}

export function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}
