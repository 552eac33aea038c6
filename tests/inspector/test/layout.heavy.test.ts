import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { isFocused } from '../src/form-page.ts';
import { openTab } from '../src/result-page.ts';
import { resultTools } from '../src/result-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';
import { tools } from '../src/tools.ts';

describe.skipIf(!hasBrowser)(`The layout of the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;
  let isUp = true;

  beforeAll(async () => {
    served = await serveInspector({
      name: 'weather',
      version: '1.4.0',
      tools: [...tools, ...resultTools],
      health: () => isUp,
    });
    ({ page } = served);
  });

  afterAll(() => served?.close());

  const headingOf = (name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

  async function openPalette(keys: string): Promise<void> {
    await page.keyboard.press(keys);
    await expect.poll(() => isFocused(page.getByRole('combobox', { name: 'Tools and commands' }))).toBe(true);
  }

  test('the header names the server, its address and its health', async () => {
    const header = page.locator('.brand');
    await header.getByText('weather').waitFor();
    expect(await header.textContent()).toContain('1.4.0');
    expect(await header.textContent()).toContain(new URL(served.url).host);
    await header.getByText('Healthy').waitFor();
    const textAfterReload = async (): Promise<string | null> => {
      await page.reload();
      return header.textContent();
    };
    isUp = false;
    await expect.poll(textAfterReload).toContain("The app's health check fails.");
    isUp = true;
    await expect.poll(textAfterReload).toContain('Healthy');
  });

  test('Ctrl+K opens tools, views and tabs with only the keyboard', async () => {
    await openPalette('Control+k');
    await page.keyboard.type('vault');
    await page.keyboard.press('Enter');
    await headingOf('Vault.Open');
    await openPalette('Control+k');
    await page.keyboard.type('calculator');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[data-tool="Calculator.Add@1.0.0"]').waitFor();
    await openPalette('Meta+k');
    await page.keyboard.type('open live');
    await page.keyboard.press('Enter');
    await headingOf('Calls of all clients');
    await openPalette('Control+k');
    await page.keyboard.type('nothing at all');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await openPalette('Control+k');
    await page.keyboard.type('schema');
    await page.keyboard.press('Enter');
    await page.locator('.tree').first().waitFor();
  });

  test('Ctrl+Shift+K and Ctrl+/ stay commands of the browser', async () => {
    await page.keyboard.press('Control+Shift+K');
    await page.keyboard.press('Control+/');
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await isFocused(page.locator('.search'))).toBe(false);
  });

  test('Ctrl+K right after a command opens the palette again', async () => {
    await openPalette('Control+k');
    await page.keyboard.type('vault');
    // On a busy page, both keys arrive before the browser reports that the dialog has closed.
    await page.evaluate(async () => {
      const press = (key: string, ctrlKey: boolean): unknown =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
      press('Enter', false);
      for (let count = 0; count < 20; count += 1) await Promise.resolve();
      press('k', true);
    });
    await headingOf('Vault.Open');
    await page.waitForTimeout(300);
    expect(await isFocused(page.getByRole('combobox', { name: 'Tools and commands' }))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
  });

  test('the arrow keys move in the list of tools and between tabs, and Enter opens', async () => {
    await page.keyboard.press('/');
    await expect.poll(() => isFocused(page.locator('.search'))).toBe(true);
    await page.keyboard.type('calculator');
    // In the field, Home moves the cursor.
    await page.keyboard.press('Home');
    expect(await isFocused(page.locator('.search'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[data-tool="Calculator.Add@1.0.0"]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => isFocused(page.locator('.search'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('[data-tool="Calculator.Add@2.0.0"]').waitFor();
    await page.locator('.search').fill('');
    await openTab(page, 'Call');
    // With another key, they are commands of the browser.
    await page.keyboard.press('Alt+ArrowRight');
    expect(await isFocused(page.getByRole('tab', { name: 'Call', exact: true }))).toBe(true);
    await page.keyboard.press('End');
    await page.getByLabel('Listing over Open Tool Calling').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('form', { name: 'Call Calculator.Add' }).waitFor();
  });

  test('the list shows what each tool does, as icons with names', async () => {
    const traitsOf = (name: string): Promise<(string | null)[]> =>
      page
        .locator('.entry', { hasText: name })
        .first()
        .locator('[role="img"]')
        .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label')));
    expect(await traitsOf('Counter')).toEqual(['Destructive']);
    expect(await traitsOf('Build')).toEqual(['Always a task']);
    expect(await traitsOf('Add 1.0.0')).toEqual(['Read-only', 'Deprecated']);
  });

  test('every protocol of a call is in view at every width, and the result only next to a call', async () => {
    for (const width of [390, 768, 1210, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const control of await page.locator('.protocols label, .protocols button').all()) {
        const box = await control.boundingBox();
        const bar = await page.locator('.call-line').boundingBox();
        const isInside = box !== null && bar !== null && box.x >= bar.x && box.x + box.width <= bar.x + bar.width;
        expect([width, await control.textContent(), isInside]).toEqual([width, expect.any(String), true]);
      }
    }
    await page.locator('.result').waitFor();
    await openTab(page, 'Schema');
    await page.locator('.result').waitFor({ state: 'detached' });
    await openTab(page, 'Call');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the theme and the language of code are stored, and the credentials are not', async () => {
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByText('Copy as code').click();
    await page.getByRole('tab', { name: 'fetch' }).click();
    await page.getByText('Credentials', { exact: true }).click();
    await page.getByLabel(/^Value/).fill('Bearer canary');
    await page.getByLabel('The call as fetch').getByText('process.env.AUTHORIZATION').waitFor();
    await page.getByText('Stored only while this page is open.').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    expect(await page.getByLabel(/^Value/).inputValue()).toBe('');
    await page.getByLabel(/^Value/).fill('Bearer canary');
    await page.reload();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('canary');
    expect(await page.getByLabel('Theme').inputValue()).toBe('dark');
    await page.getByText('Copy as code').click();
    await page.getByLabel('The call as fetch').waitFor();
    await page.getByLabel('Theme').selectOption('System');
  });

  test('the list is a drawer on a narrow screen, and a call scrolls to its result', async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    expect(await page.locator('nav.tools').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'List of tools' }).click();
    await page.keyboard.press('Escape');
    await page.locator('nav.tools').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'List of tools' }).click();
    await page.locator('.entry', { hasText: 'Rows' }).click();
    await page.locator('nav.tools').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const topOfResult = (): Promise<number> =>
      page.locator('.result').evaluate((result) => result.getBoundingClientRect().top);
    await expect.poll(topOfResult).toBeLessThan(400);
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(topOfResult).toBeGreaterThan(400);
    await page.getByRole('button', { name: /^Success/ }).click();
    await expect.poll(topOfResult).toBeLessThan(400);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(served.problems).toEqual([]);
  });
});
