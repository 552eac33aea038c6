import type { Locator, Page } from 'playwright-core';
import { defineTool } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { axeProblems, prepareAxe } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

const order = defineTool({
  id: 'Orders.Place',
  version: '1.0.0',
  description: 'Places an order.',
  input: z.strictObject({
    customer: z.strictObject({ name: z.string(), phone: z.string().optional() }),
    note: z.string().describe('A note for the driver.').optional(),
    address: z.strictObject({ street: z.string(), floor: z.number().optional() }).optional(),
    items: z.array(z.string()).optional(),
    payment: z.union([z.strictObject({ card: z.string() }), z.string()]).optional(),
  }),
  run: (input) => input,
});

describe.skipIf(!hasBrowser)(`The fields of the form${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    served = await serveInspector({ tools: [order] });
    ({ page } = served);
    await prepareAxe(page);
  });

  afterAll(() => served?.close());

  async function show(id: string): Promise<void> {
    const [, name = ''] = id.split('.');
    await page.locator('.entry', { hasText: name }).click();
    await page.getByRole('form', { name: `Call ${id}` }).waitFor();
    await page.getByLabel('Input as JSON').fill('{}');
  }

  function field(path: string): Locator {
    return page.locator(`[data-path="${path}"]`);
  }

  async function input(): Promise<unknown> {
    return JSON.parse(await page.getByLabel('Input as JSON').inputValue());
  }

  test('required objects are open, and optional fields are added and removed with the keyboard', async () => {
    await page.getByRole('form', { name: 'Call Orders.Place' }).waitFor();
    expect(await input()).toEqual({ customer: {} });
    await field('/customer/name').locator('input').waitFor();
    for (const path of ['/note', '/address', '/items', '/payment', '/customer/phone']) {
      expect([path, await field(path).count()]).toEqual([path, 0]);
    }

    const addNote = page.getByRole('button', { name: 'Add note', exact: true });
    expect(await addNote.getAttribute('title')).toBe('A note for the driver.');
    await field('/customer/name').locator('input').focus();
    await page.keyboard.press('Tab');
    expect(await focusedText()).toBe('+ Add phone');
    await addNote.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(field('/note').locator('input'))).toBe(true);
    await page.keyboard.type('Ring');
    expect(await input()).toEqual({ customer: {}, note: 'Ring' });
    // An emptied field is omitted, and still shown.
    await field('/note').locator('input').fill('');
    expect(await input()).toEqual({ customer: {} });
    expect(await field('/note').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove note' }).click();
    await expect.poll(() => isFocused(addNote)).toBe(true);
    expect(await field('/note').count()).toBe(0);

    await page.getByRole('button', { name: 'Add address', exact: true }).click();
    await expect.poll(() => isFocused(field('/address/street').locator('input'))).toBe(true);
    await page.getByRole('button', { name: 'Add items', exact: true }).click();
    await page.getByRole('button', { name: 'Add payment', exact: true }).click();
    await field('/payment').first().waitFor();
    expect(await page.getByRole('button', { name: 'Remove payment' }).count()).toBe(1);
    expect(await input()).toEqual({ customer: {}, address: {}, items: [] });
    expect(await axeProblems(page, 'optional fields')).toEqual([]);
    await page.getByRole('button', { name: 'Remove address' }).click();
    expect(await input()).toEqual({ customer: {}, items: [] });
    expect(served.problems).toEqual([]);
  });

  test('the form shows the optional fields of the JSON', async () => {
    await show('Orders.Place');
    const value = { customer: { name: 'Ada', phone: '1' }, note: 'Ring' };
    await page.getByLabel('Input as JSON').fill(JSON.stringify(value));
    expect(await field('/note').locator('input').inputValue()).toBe('Ring');
    expect(await field('/customer/phone').locator('input').inputValue()).toBe('1');
    await page.getByRole('button', { name: 'Remove phone' }).click();
    expect(await input()).toEqual({ customer: { name: 'Ada' }, note: 'Ring' });
  });

  function isFocused(control: Locator): Promise<boolean> {
    return control.evaluate((element) => element === document.activeElement);
  }

  function focusedText(): Promise<string> {
    return page.evaluate<string>('document.activeElement.textContent');
  }
});
