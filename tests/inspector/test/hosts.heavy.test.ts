import type { Browser, Page } from 'playwright-core';
import { silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, isWhole, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { hosts, prefix } from '../src/hosts.ts';
import { openTab } from '../src/result-page.ts';
import { tools } from '../src/tools.ts';

const models = (): Promise<typeof import('@toolwire/models/describe')> => import('@toolwire/models/describe');

/** The state of the call over each protocol. */
function statesOf(page: Page): Promise<readonly string[]> {
  return page.locator('.result [data-tab]').allTextContents();
}

describe.skipIf(!hasBrowser)(`The inspector below a path of an app${whyNot}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  // One that is given node's own requests, and one that is given those of fetch.
  const some = hosts.filter(({ name }) => isWhole || name === 'Express 5' || name === 'Hono');

  test.each(some)(
    'works in $name: it calls over every protocol, shows other calls, and rejects unauthenticated users',
    async ({ start }) => {
      const app = await start(toolwire({ tools, inspector: { models }, logger: silentLogger }));
      const base = `${app.url}${prefix}`;
      const { page, problems } = await openInspector(browser, `${base}/inspector#Calculator.Add%402.0.0`);
      try {
        await fillForm(page, { a: 10, b: 5 });
        await page.getByRole('button', { name: 'All', exact: true }).click();
        await page.getByRole('button', { name: 'Call', exact: true }).click();
        // A call that fails ends the test immediately.
        await expect
          .poll(async () => (await statesOf(page)).filter((state) => !state.endsWith(': Running')))
          .toHaveLength(4);
        expect(await statesOf(page)).toEqual([
          'Open Tool Calling: Success',
          'MCP 2026-07-28: Success',
          'MCP 2025-11-25: Success',
          'Arcade: Success',
        ]);
        await openTab(page, 'Raw');
        await page.getByLabel('Listing over MCP 2026-07-28').waitFor();
        await openTab(page, 'Models');
        await page.locator('[data-api="Gemini"]').waitFor();

        await page.getByRole('button', { name: 'Live' }).click();
        await page.getByText('Listening').waitFor();
        const request = { tool_id: 'Calculator.Add', call_id: 'from-elsewhere', input: { a: 1, b: 2 } };
        await fetch(`${base}/tools/call`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ request }),
        });
        await page.locator('[data-call="from-elsewhere"] .badge.value').waitFor();
        expect(problems).toEqual([]);

        expect((await fetch(`${base}/inspector/state`)).status).toBe(403);
        const framed = await fetch(`${base}/inspector`, { headers: { origin: 'https://evil.example' } });
        expect(framed.status).toBe(403);
        expect((await fetch(`${app.url}/inspector`)).status).toBe(404);
      } catch (error) {
        throw new Error(`The page shows:\n${await page.locator('body').innerText()}`, { cause: error });
      } finally {
        await page.context().close();
        await app.close();
      }
    },
  );
});
