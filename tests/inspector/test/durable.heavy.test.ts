import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { createLastingTools } from '../src/lasting-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';
import { tools } from '../src/tools.ts';

describe.skipIf(!hasBrowser)(`Durable calls in the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    served = await serveInspector({
      tools: createLastingTools().tools,
      tasks: { store: createMemoryTaskStore(), engine: createMemoryTaskEngine() },
    });
    ({ page } = served);
  });

  afterAll(() => served?.close());

  const row = (state: string): Locator => page.locator('[data-task]').filter({ hasText: state });

  test('a call is listed with its attempts, canceled, and run again', async () => {
    await page.locator('.entry', { hasText: 'Wait' }).click();
    await page.getByLabel('Open Tool Calling').uncheck();
    await page.getByLabel('MCP 2026-07-28').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText(/^Task .+: Running/).waitFor();
    await page.getByRole('button', { name: 'Durable' }).click();
    await row('Running').waitFor();
    expect(await row('Running').textContent()).toContain('Lasting.Wait 1.0.0');
    expect(await row('Running').locator('td').nth(3).textContent()).toMatch(/^1/);
    await row('Running').getByRole('button', { name: 'Cancel' }).click();
    await row('Canceled').waitFor();
    await row('Canceled').getByRole('button', { name: 'Run again' }).click();
    await row('Running').waitFor();
    const chips = page.getByRole('group', { name: 'State: show only' });
    await chips.getByRole('button', { name: 'Canceled 1' }).click();
    expect(await page.locator('[data-task]').count()).toBe(1);
    expect(await axeProblems(page, 'durable calls')).toEqual([]);
    await chips.getByRole('button', { name: 'Canceled 1' }).click();
    await row('Running').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row('Canceled').count()).toBe(2);
    expect(served.problems).toEqual([]);
  });

  test('the problem of an action is shown until the next action', async () => {
    const isChange = (url: URL): boolean => url.searchParams.has('action');
    await page.route(isChange, (route) => route.fulfill({ status: 409, json: { message: 'The call has ended.' } }));
    await row('Canceled').first().getByRole('button', { name: 'Run again' }).click();
    const problem = page.getByRole('alert').getByText('The call has ended.');
    await problem.waitFor();
    for (let polls = 0; polls < 2; polls += 1) await page.waitForResponse(/inspector\/tasks$/);
    expect(await problem.isVisible()).toBe(true);
    await page.unroute(isChange);
    await row('Canceled').first().getByRole('button', { name: 'Run again' }).click();
    await problem.waitFor({ state: 'detached' });
    await row('Running').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row('Canceled').count()).toBe(3);
    expect(served.problems).toEqual([]);
  });

  test('a server without a store shows how to add one', async () => {
    const other = await serveInspector({ tools });
    await other.page.getByRole('button', { name: 'Durable' }).click();
    await other.page.getByText("tasks: { file: 'tasks.db' }").waitFor();
    expect(await axeProblems(other.page, 'no store')).toEqual([]);
    await other.close();
  });
});
