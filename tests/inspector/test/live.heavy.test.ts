import { createClient } from '@toolwire/client';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { callAs } from '../src/call-as.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';
import { tools } from '../src/tools.ts';

describe.skipIf(!hasBrowser)(`The live view of the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    served = await serveInspector({ tools });
    ({ page } = served);
  });

  afterAll(() => served?.close());

  const add = (input: object): Promise<unknown> =>
    createClient({ url: served.url }).call('Calculator.Add@2.0.0', input);
  const rows = (): Locator => page.locator('.live-call');
  const chips = (label: string): Locator => page.getByRole('group', { name: `${label}: show only` });
  const live = (): Promise<void> => page.getByRole('button', { name: /^Live/ }).click();

  async function callFrom(client: string): Promise<void> {
    expect(await callAs(`${served.url}/mcp`, client, 'Calculator_Add', { a: 1, b: 2 })).toBe(200);
  }

  test('calls are collected before the view is open, and counted at its button', async () => {
    // The feed is open when the page shows the health of the server.
    await page.getByText('Healthy').waitFor();
    await expect
      .poll(async () => {
        await add({ a: 1, b: 2 });
        return page.locator('.top .count').count();
      })
      .toBe(1);
    await callFrom('test-client');
    await page.locator('.clients').getByText('2 clients').waitFor();
    await live();
    await rows().first().waitFor();
    await expect.poll(() => page.locator('.top .count').count()).toBe(0);
    expect(await rows().first().locator('td').allTextContents()).toEqual([
      'Success',
      'Calculator.Add',
      '2.0.0',
      'MCP 2026-07-28',
      'test-client 2.1.0',
      '–',
      expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      expect.stringMatching(/^(?:< )?[\d.]+ m?s$/),
    ]);
  });

  test('the charts have their numbers in a table, and a lane for each client', async () => {
    await add({ a: 'one', b: 2 });
    await page.locator('.badge.invalid').waitFor();
    await page.getByText('Numbers of the last minute').click();
    const numbers = page.getByRole('group', { name: 'Numbers of the last minute' });
    await expect.poll(() => numbers.textContent()).toMatch(/1 Invalid input/);
    const total = await rows().count();
    await expect.poll(() => page.locator('figcaption b').first().textContent()).toBe(String(total));
    expect(await page.locator('.lanes li').allTextContents()).toEqual([
      expect.stringMatching(/^Open Tool Calling client\d+$/),
      'test-client 2.1.01',
    ]);
    expect(await page.locator('figcaption .p50 b').textContent()).toMatch(/^(?:< )?[\d.]+ m?s$/);
    expect(await axeProblems(page, 'charts')).toEqual([]);
  });

  test('a row opens with a click anywhere, and the arrow keys move to the next', async () => {
    // The button of the row covers the cell, and gets the click.
    await rows().nth(1).locator('.col-time').click({ force: true });
    await rows().nth(1).locator('.timeline').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await rows().nth(2).locator('.timeline').waitFor();
    await page.keyboard.press('Enter');
    await rows().nth(2).locator('.timeline').waitFor({ state: 'detached' });
  });

  test('chips filter, and the way back is offered', async () => {
    await chips('State').getByRole('button', { name: 'Invalid input 1' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await chips('Client').getByRole('button', { name: 'test-client 2.1.0 1' }).click();
    await page.getByRole('button', { name: /^Show all \d+ calls$/ }).click();
    await expect.poll(() => rows().count()).toBeGreaterThan(2);
  });

  test('a pause keeps the calls as they are, and loses none', async () => {
    const before = await rows().count();
    await page.getByRole('button', { name: 'Pause' }).click();
    await callFrom('other-client');
    // The header counts clients also while the view is paused.
    await page.locator('.clients').getByText('3 clients').waitFor();
    expect(await rows().count()).toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => rows().count()).toBe(before + 1);
  });

  test('a chosen state can be released when no call has it any more', async () => {
    await chips('State').getByRole('button', { name: 'Invalid input 1' }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await chips('State').getByRole('button', { name: 'Invalid input 0' }).click();
    await callFrom('test-client');
    await expect.poll(() => rows().count()).toBe(1);
    expect(served.problems).toEqual([]);
  });
});
