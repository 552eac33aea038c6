import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, isWhole, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { tools } from '../src/tools.ts';

/** Colours do not depend on the width, so that both of each are enough. */
const looks = isWhole
  ? (['Light', 'Dark'] as const).flatMap((theme) => [1280, 400].map((width) => ({ theme, width })))
  : ([
      { theme: 'Light', width: 1280 },
      { theme: 'Dark', width: 400 },
    ] as const);

describe.skipIf(!hasBrowser)(`Accessibility of the inspector${whyNot}`, () => {
  let browser: Browser;
  let server: ListeningServer;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await toolwire({ tools, inspector: true, logger: silentLogger }).listen(0, { closeOnSignals: false });
    ({ page } = await openInspector(browser, `${server.url}/inspector#Calculator.Add%402.0.0`));
    // Its animations are over at once, so that colours are what they come to.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(axe.source);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The findings of axe in both themes, wide and narrow, and content that exceeds the width of the page. */
  async function problemsIn(part: string): Promise<readonly string[]> {
    const found: string[] = [];
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
    for (const { theme, width } of looks) {
      await page.getByLabel('Theme').selectOption(theme);
      await page.setViewportSize({ width, height: 900 });
      const told = await page.evaluate<{ id: string; nodes: { target: string[] }[] }[]>(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
      );
      found.push(...told.map(({ id, nodes }) => `${part}, ${theme}, ${width}: ${id} at ${nodes[0]?.target.join(' ')}`));
      const needed = await page.evaluate('document.documentElement.scrollWidth');
      if (Number(needed) > width) found.push(`${part}, ${width}: needs ${String(needed)}`);
    }
    return found;
  }

  test('has no axe finding, light and dark, wide and narrow', async () => {
    await page.getByLabel('Input as JSON').fill('{ "a": "ten", "b": 5 }');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run[data-kind="invalid"]').first().waitFor();
    await expect.poll(() => page.locator('.run[data-kind="running"]').count()).toBe(0);
    expect(await problemsIn('what does not fit')).toEqual([]);

    await fillForm(page, { a: 10, b: 5 });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run[data-kind="value"]').nth(3).waitFor();
    expect(await problemsIn('answers')).toEqual([]);

    await page.locator('.entry', { hasText: 'Draft' }).click();
    await fillForm(page, { to: 'Ada' });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.question').nth(1).waitFor();
    expect(await problemsIn('questions')).toEqual([]);

    await page.locator('.entry', { hasText: 'Open' }).click();
    await page.getByText('Credentials', { exact: true }).click();
    expect(await problemsIn('secrets')).toEqual([]);
    await page.getByText('Credentials', { exact: true }).click();

    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.past').first().waitFor();
    expect(await problemsIn('history')).toEqual([]);

    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    const request = { tool_id: 'Calculator.Add', input: { a: 1, b: 2 } };
    await fetch(`${server.url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request }),
    });
    await page.locator('.live-call').waitFor();
    expect(await problemsIn('live')).toEqual([]);
  });
});
