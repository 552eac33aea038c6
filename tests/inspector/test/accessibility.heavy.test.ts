import type { Browser, Page } from 'playwright-core';
import { type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { openResult, openTab, resultTab } from '../src/result-page.ts';
import { tools } from '../src/tools.ts';

describe.skipIf(!hasBrowser)(`Accessibility of the inspector${whyNot}`, () => {
  let browser: Browser;
  let server: ListeningServer;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await toolwire({ tools, inspector: true, logger: silentLogger }).listen(0, { closeOnSignals: false });
    ({ page } = await openInspector(browser, `${server.url}/inspector#Calculator.Add%402.0.0`));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('has no axe finding, light and dark, at three widths', async () => {
    await page.getByLabel('Input as JSON').fill('{ "a": "ten", "b": 5 }');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run[data-kind="invalid"]').first().waitFor();
    await expect.poll(() => page.locator('[data-tab][data-kind="running"]').count()).toBe(0);
    expect(await axeProblems(page, 'what does not fit')).toEqual([]);

    await fillForm(page, { a: 10, b: 5 });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('same on all 4 ✓').waitFor();
    expect(await axeProblems(page, 'answers')).toEqual([]);
    for (const tab of ['Schema', 'Versions', 'Models', 'Raw', 'Call']) {
      await openTab(page, tab);
      expect(await axeProblems(page, tab)).toEqual([]);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('calc');
    expect(await axeProblems(page, 'palette')).toEqual([]);
    await page.keyboard.press('Escape');

    await page.locator('.entry', { hasText: 'Draft' }).click();
    await fillForm(page, { to: 'Ada' });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await resultTab(page, 'mcp-2025-11-25', 'input_required').waitFor();
    await openResult(page, 'mcp-2026-07-28', 'input_required');
    expect(await axeProblems(page, 'questions')).toEqual([]);

    await page.locator('.entry', { hasText: 'Open' }).click();
    await page.getByText('Credentials', { exact: true }).click();
    expect(await axeProblems(page, 'secrets')).toEqual([]);
    await page.getByText('Credentials', { exact: true }).click();

    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.past').first().waitFor();
    expect(await axeProblems(page, 'history')).toEqual([]);

    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    const request = { tool_id: 'Calculator.Add', input: { a: 1, b: 2 } };
    await fetch(`${server.url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request }),
    });
    await page.locator('.live-call').last().getByRole('button').click();
    expect(await axeProblems(page, 'live')).toEqual([]);
  });
});
