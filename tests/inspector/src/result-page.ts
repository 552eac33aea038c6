import type { Locator, Page } from 'playwright-core';

/** The tab of a protocol in the result, in a state. */
export function resultTab(page: Page, wire: string, kind?: string): Locator {
  return page.locator(`[data-tab="${wire}"]${ofKind(kind)}`);
}

/** Opens the result over a protocol, and waits for its state. The result of one protocol has no tabs. */
export async function openResult(page: Page, wire: string, kind?: string): Promise<Locator> {
  const run = page.locator(`.run[data-protocol="${wire}"]`);
  const only = page.locator(`.result:not(:has([data-tab])) .run[data-protocol="${wire}"]${ofKind(kind)}`);
  const tab = resultTab(page, wire, kind);
  await tab.or(only).waitFor();
  if ((await tab.count()) > 0) await tab.click();
  return run;
}

function ofKind(kind: string | undefined): string {
  return kind === undefined ? '' : `[data-kind="${kind}"]`;
}

/** Copies the call in a language. */
export async function copyAs(page: Page, language: string): Promise<string> {
  const code = page.locator('.call-code');
  if ((await code.getByRole('tab').count()) === 0) await code.getByText('Copy as code').click();
  await code.getByRole('tab', { name: language, exact: true }).click();
  await code.getByRole('button', { name: 'Copy', exact: true }).click();
  await code.getByText('Copy: copied').waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

/** The text of a result. */
export async function resultText(run: Locator): Promise<string> {
  const raw = run.getByRole('button', { name: 'Raw', exact: true });
  if ((await raw.count()) > 0) await raw.click();
  return (await run.locator('.result-body pre').last().textContent()) ?? '';
}

/** Opens a tab of the tool. */
export function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('tablist', { name: 'Parts of the tool' }).getByRole('tab', { name }).click();
}
