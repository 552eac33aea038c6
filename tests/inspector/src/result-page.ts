import type { Locator, Page } from 'playwright-core';

/** The tab of a protocol in the result, in a state. */
export function resultTab(page: Page, wire: string, kind?: string): Locator {
  return page.locator(`[data-tab="${wire}"]${kind === undefined ? '' : `[data-kind="${kind}"]`}`);
}

/** Opens the result over a protocol, and waits for its state. */
export async function openResult(page: Page, wire: string, kind?: string): Promise<Locator> {
  await resultTab(page, wire, kind).click();
  return page.locator(`.run[data-wire="${wire}"]`);
}

/** The text of a result. */
export async function resultText(run: Locator): Promise<string> {
  const raw = run.getByRole('button', { name: 'Raw', exact: true });
  if ((await raw.count()) > 0) await raw.click();
  return (await run.locator('.answer pre').last().textContent()) ?? '';
}

/** Opens a tab of the tool. */
export function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('tablist', { name: 'Parts of the tool' }).getByRole('tab', { name }).click();
}
