import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, isWhole, whyNot } from '../src/browser.ts';
import { hostileText, hostileTools, longest } from '../src/hostile-tools.ts';
import { openResult, openTab, resultTab } from '../src/result-page.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

/** How many levels the deepest answer has. */
const deepest = 5_000;

describe.skipIf(!hasBrowser)(`Hostile tools in the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    served = await serveInspector({
      tools: hostileTools,
      inspector: { models: () => import('@toolwire/models/describe') },
      limits: { outputBytes: 50_000_000 },
    });
    ({ page } = served);
    // Pages with so much content take long on a busy machine.
  });

  afterAll(() => served?.close());

  async function callOverAll(tool: string): Promise<void> {
    await page.locator('.entry', { hasText: tool }).click();
    await page.getByRole('heading', { name: tool }).first().waitFor();
    const all = page.getByRole('button', { name: 'All', exact: true });
    if (await all.isVisible()) await all.click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
  }

  async function ended(): Promise<readonly string[]> {
    const tabs = page.locator('[data-tab]');
    await tabs.nth(3).waitFor();
    await expect.poll(() => page.locator('[data-tab][data-kind="running"]').count()).toBe(0);
    return tabs.evaluateAll((runs) => runs.map((run) => run.getAttribute('data-kind') ?? ''));
  }

  /** Opens all that can be opened, so that all of it is drawn. */
  async function openAll(): Promise<void> {
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
  }

  async function shownText(): Promise<string> {
    return (await page.locator('#root').textContent()) ?? '';
  }

  /** Nothing has run, nothing was drawn as HTML, nothing turns or moves, and the page still follows what is typed. */
  async function expectUnharmed(): Promise<void> {
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('hostile');
    await page.getByText(`${hostileTools.length} of ${hostileTools.length} tools`).waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(await page.title()).toBe('Inspector');
    const foreign =
      'iframe, object, embed, script[src], svg:not(.timeline svg, [data-icon], [data-chart]), [onerror], [onload], [srcdoc], base, link';
    expect(await page.locator(`${foreign} >> visible=true`).count()).toBe(0);
    expect(await page.locator('body script').count()).toBe(1);
    expect(await page.locator('a[href^="javascript:"], img[src^="http"]').count()).toBe(0);
    await expectNoControls();
    expect(served.problems).toEqual([]);
  }

  /** No control or direction characters, also in the options of lists. */
  async function expectNoControls(): Promise<void> {
    expect(/[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.exec(await shownText())?.[0]).toBeUndefined();
  }

  test('names, descriptions and schemas are shown as text', async () => {
    await page.locator('.entry', { hasText: 'Words' }).click();
    await page.locator('.add-field').nth(2).waitFor();
    expect(await page.locator('.add-field').first().getAttribute('title')).not.toContain('\u202E');
    while ((await page.locator('.add-field').count()) > 0) await page.locator('.add-field').first().click();
    await openAll();
    await expectUnharmed();
    for (const tab of ['Schema', 'Versions', 'Raw', 'Models']) {
      await openTab(page, tab);
      if (tab === 'Models') await page.locator('.api').first().waitFor();
      await openAll();
      await page.getByText('<img src=x onerror').first().waitFor();
      await expectUnharmed();
    }
    await page.getByRole('group', { name: 'Definition for LangChain' }).waitFor();
    await openTab(page, 'Call');
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
    await expectUnharmed();
    await callOverAll('Words');
    await ended();
    await openAll();
    await expectUnharmed();
  });

  test('failures, pictures, sounds, tables and resources are shown as text', async () => {
    await callOverAll('Fails');
    expect(await ended()).toEqual(['failed', 'failed', 'failed', 'failed']);
    await openAll();
    await expectUnharmed();
    await callOverAll('Blocks');
    expect(await ended()).toEqual(['value', 'value', 'value', 'value']);
    await openResult(page, 'mcp-2026-07-28');
    await openAll();
    await page.getByRole('group', { name: 'The file as a table' }).first().waitFor();
    expect(await page.locator('.run img').count()).toBeGreaterThan(0);
    await expectUnharmed();
  });

  test('a file with an invalid URL is shown as text', async () => {
    await callOverAll('File');
    expect(await ended()).toEqual(['value', 'value', 'value', 'value']);
    await openResult(page, 'otc');
    await page.getByText('The URL of the file is invalid').waitFor();
    await expectUnharmed();
  });

  test('questions are shown as text, and can be answered', async () => {
    await page.locator('.entry', { hasText: 'Asks' }).click();
    await page.getByLabel('Open Tool Calling').uncheck();
    await page.getByLabel('Arcade').uncheck();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    for (const wire of ['mcp-2026-07-28', 'mcp-2025-11-25']) {
      const question = (await openResult(page, wire, 'input_required')).locator('.input-request');
      await question.getByRole('button', { name: 'Add word' }).click();
      await question.getByLabel('word').fill(hostileText);
      await expectUnharmed();
      await question.getByRole('button', { name: 'Accept' }).click();
      await resultTab(page, wire, 'value').waitFor();
    }
    await openAll();
    await expectUnharmed();
    await page.getByRole('button', { name: 'All', exact: true }).click();
  });

  test('ten million characters are a valid result, and the page shows the beginning', async () => {
    if (isWhole) {
      await callOverAll('Long');
      expect(await ended()).toEqual(['value', 'value', 'value', 'value']);
    } else {
      await page.locator('.entry', { hasText: 'Long' }).click();
      await page.getByRole('button', { name: 'One', exact: true }).click();
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.locator('.run[data-kind="value"]').waitFor();
    }
    await openAll();
    await page
      .getByText(`of ${longest.toLocaleString('en')} characters`)
      .first()
      .waitFor();
    const more = page.getByRole('button', { name: /^Show more/ }).first();
    while (await more.isVisible()) await more.click();
    expect((await shownText()).length).toBeLessThan(3_000_000);
    await expectUnharmed();
  });

  test('five thousand levels are a valid result, without an error', async () => {
    // Ours refuses to send this; another server may not.
    for (const depth of [deepest, 200_000]) {
      const value = `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
      const body = `{"result":{"call_id":"1","success":true,"value":${value}}}`;
      await page.route('**/tools/call', (route) => route.fulfill({ contentType: 'application/json', body }));
      await callOverAll('Deep');
      expect(await ended()).toContain('value');
      // How deep it still writes is the browser's own.
      await page
        .locator('[data-protocol="otc"] .result-body')
        .getByText(/^(?:\[\{"a":|This is nested too deeply)/)
        .waitFor();
      await openAll();
      await expectUnharmed();
    }
    await page.unroute('**/tools/call');
    for (const depth of [500, deepest, 100_000]) {
      await page.getByLabel('Input as JSON').fill('{"a":'.repeat(depth) + '1' + '}'.repeat(depth));
      await expectUnharmed();
    }
    await page.getByLabel('Input as JSON').fill('{}');
    await expectUnharmed();
  });

  test('thousands of entries and lines are a valid result, and the last lines are shown', async () => {
    await callOverAll('Many');
    expect(await ended()).toEqual(['value', 'value', 'value', 'value']);
    await openAll();
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(10_000);
    await expectUnharmed();
  });

  test('history, details and live view show all of it as text too', async () => {
    // Another page of the same origin can write names that no server accepts.
    await page.evaluate(`{
      const name = Object.keys(localStorage).find((key) => key.endsWith('history'));
      const stored = JSON.parse(localStorage.getItem(name));
      const turned = stored.map((call) => ({ ...call, tool: '\u202E' + call.tool, protocol: '\u202E' + call.protocol }));
      localStorage.setItem(name, JSON.stringify(turned));
    }`);
    await page.reload();
    await page.locator('nav.tools').waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.past').first().waitFor();
    await openAll();
    const boxes = page.getByLabel(/^Compare/);
    await boxes.nth(0).check();
    await boxes.nth(6).check();
    await page.getByRole('region', { name: 'Differences' }).waitFor();
    await expectNoControls();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    for (const tool_id of ['Hostile.Words', 'Hostile.Deep', 'Hostile.Many', hostileText.slice(0, 200)]) {
      await fetch(`${served.url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request: { tool_id, call_id: `live ${hostileText.slice(0, 200)}`, input: {} } }),
      });
    }
    await page.locator('.live-call').nth(3).waitFor();
    await openAll();
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await expectUnharmed();
  });
});
