import { text as readText } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { FormPage } from '../src/form-page.ts';
import { openResult, resultText } from '../src/result-page.ts';
import { manyRows, resultTools } from '../src/result-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

const all = ['otc', 'mcp-2026-07-28', 'mcp-2025-11-25', 'arcade'];

describe.skipIf(!hasBrowser)(`Results in the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;
  let form: FormPage;

  beforeAll(async () => {
    served = await serveInspector({ tools: resultTools, limits: { outputBytes: 20_000_000 } });
    ({ page } = served);
    form = new FormPage(page);
  });

  afterAll(() => served?.close());

  async function callOverAll(id: string): Promise<void> {
    await form.show(id);
    await callShownOverAll();
  }

  async function callShownOverAll(): Promise<void> {
    if ((await form.button('All').count()) > 0) await form.button('All').click();
    await form.button('Call').click();
    await expect.poll(() => page.locator('[data-tab][data-kind="value"]').count()).toBe(all.length);
  }

  const view = (name: string): Promise<void> => page.locator('.run').getByRole('button', { name, exact: true }).click();

  test('JSON is a tree that opens with the arrow keys, a sorted table, and text', async () => {
    await callOverAll('Results.Rows');
    await page.getByText('same on all 4 ✓').waitFor();
    // A result that is only rows is a table at first.
    await page.locator('.run td', { hasText: 'Graz' }).waitFor();
    await view('Tree');
    const tree = page.locator('.json-tree');
    const rows = tree.getByRole('button', { name: 'rows' });
    await tree.getByText('"Graz"').waitFor();
    await rows.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tree.getByText('"Graz"').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await tree.getByText('"Graz"').waitFor();

    await view('Table');
    const cities = async (): Promise<readonly string[]> => page.locator('.run tbody td:first-child').allTextContents();
    expect(await cities()).toEqual(['Graz', 'Linz', 'Wien']);
    await page.getByRole('button', { name: 'people' }).click();
    await expect.poll(cities).toEqual(['Linz', 'Graz', 'Wien']);
    await page.getByRole('button', { name: 'people' }).click();
    await expect.poll(cities).toEqual(['Wien', 'Graz', 'Linz']);
    expect(await page.locator('.run th[aria-sort="descending"]').textContent()).toContain('people');
    await page.getByLabel('Search the result').fill('gra');
    await expect.poll(cities).toEqual(['Graz']);
    await page.locator('.json-view').getByText('1 row').waitFor();
    expect(await axeProblems(page, 'table')).toEqual([]);

    await view('Raw');
    await expect.poll(() => page.evaluate("CSS.highlights.get('json-key')?.size")).toBe(7);
    await expect.poll(() => page.evaluate("CSS.highlights.get('json-found')?.size")).toBe(1);
    await view('Tree');
    await tree.locator('mark').getByText('Gra').waitFor();
    expect(await tree.getByText('"Linz"').count()).toBe(0);
    expect(await axeProblems(page, 'tree')).toEqual([]);
  });

  test('a difference between protocols is named, and marked in the tree', async () => {
    await callOverAll('Results.Counter');
    await page.getByText('differs on 3 of 4').waitFor();
    await view('Tree');
    const run = await openResult(page, 'arcade');
    const changed = run.locator('.json-tree .changed');
    await expect.poll(() => changed.count()).toBe(1);
    expect(await changed.textContent()).toMatch(/^count: \d+$/);
    await page.getByText('Arcade: different value at /count').waitFor();
    expect(await axeProblems(page, 'difference')).toEqual([]);
  });

  test('a key takes no noticeable time while a result of 5 MB is shown', async () => {
    await form.show('Results.Large');
    await form.button('One').click();
    await form.button('Call').click();
    await page.locator('.run[data-kind="value"]').waitFor();
    await view('Tree');
    const elements = (): Promise<number> => page.evaluate("document.querySelectorAll('.run *').length");
    expect(await elements()).toBeLessThan(3_000);
    await page.getByRole('button', { name: `Show 100 more of ${manyRows.toLocaleString('en')}` }).click();
    await view('Table');
    expect(await elements()).toBeLessThan(3_000);
    await page.getByLabel('Search the result').fill(`Row ${manyRows - 1}`);
    await page.getByText('1 row', { exact: true }).waitFor();
    await view('Tree');
    await page.locator('.json-tree mark').waitFor();
    // The time of the event and its rendering, not of the search after it.
    const median = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('.json-bar input');
      const taken: number[] = [];
      for (const text of ['R', 'Ro', 'Row', 'Row ', 'Row', 'Ro', 'R', '', 'x']) {
        if (field === null) break;
        const begun = performance.now();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
        taken.push(performance.now() - begun);
      }
      return taken.toSorted((one, other) => one - other)[taken.length >> 1] ?? Number.NaN;
    });
    expect(median).toBeLessThan(50);
    await page.getByLabel('Search the result').fill('');
    await view('Raw');
    await page.getByText(/^Show more of [\d,]+ characters$/).waitFor();
    await view('Tree');
  });

  test('Markdown is drawn, and HTML in it is text', async () => {
    await callOverAll('Results.Report');
    const drawn = page.locator('.markdown');
    await drawn.getByRole('heading', { name: 'Report' }).waitFor();
    expect(await drawn.locator('li').allTextContents()).toEqual([
      'one <img src=x onerror="window.taken=1">',
      'two',
      '5 * 6 * 7',
      'nine',
      'ten',
    ]);
    expect(await drawn.locator('ol').getAttribute('start')).toBe('9');
    expect((await page.locator('.tool-head .about').innerText()).split('\n')).toContain('2. code');
    expect(await drawn.locator('b').textContent()).toBe('one');
    expect(await drawn.locator('img').count()).toBe(0);
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(await axeProblems(page, 'Markdown')).toEqual([]);
  });

  test('content is the same card over every protocol, and can be saved', async () => {
    await callOverAll('Results.Files');
    await page.getByText('same on all 4 ✓').waitFor();
    for (const wire of all) {
      const card: Locator = (await openResult(page, wire)).locator('.card');
      expect([wire, await card.count()]).toEqual([wire, 1]);
      expect(await card.locator('.card-head').textContent()).toContain('text/csv, 16 B');
      expect(await card.locator('td').allTextContents()).toEqual(['Ada', '36']);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), form.button('Save').click()]);
    expect(download.suggestedFilename()).toBe('notes.csv');
    expect(await axeProblems(page, 'card')).toEqual([]);
  });

  test('a secret in a file or a progress message is masked until the user reveals it', async () => {
    const secret = 'open sesame';
    await form.show('Results.Echo');
    await page.locator('[data-path="/pin"] input').fill(secret);
    await callShownOverAll();
    for (const wire of all) {
      const run = await openResult(page, wire);
      for (const shown of ['Text [masked]', 'file:///[masked]', 'Blob [masked]']) {
        await run.locator('.card').getByText(shown).waitFor();
      }
      expect(await run.textContent(), wire).not.toContain(secret);
    }
    const progress = (await openResult(page, 'mcp-2026-07-28')).locator('.progress');
    expect(await progress.textContent()).toContain('Writes [masked]');
    const [download] = await Promise.all([page.waitForEvent('download'), form.button('Save').first().click()]);
    expect(await readText(await download.createReadStream())).toBe(`Text ${secret}`);
    expect(download.suggestedFilename()).toBe('_masked_');
    await form.button('Show secrets').click();
    await page.getByText(`Text ${secret}`).waitFor();
    await page.getByText(`file:///${secret}`).waitFor();
    await form.button('Hide secrets').click();
  });

  test('a string is not cut inside a pair of surrogates', async () => {
    await form.show('Results.Emoji');
    await form.button('Call').click();
    const run = page.locator('.run[data-kind="value"]');
    await run.locator('.card b').waitFor();
    expect(await run.locator('.card b').textContent()).toBe(`${'x'.repeat(119)}…`);
    expect(await run.locator('.result-body > .code pre').textContent()).toBe('x'.repeat(19_999));
  });

  test('a dropped file becomes the base64 of its field', async () => {
    await form.show('Results.Upload');
    await page.locator('.drop').evaluate((drop) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['abc'], 'abc.txt'));
      drop.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText('abc.txt, 3 bytes').waitFor();
    expect(await form.input()).toEqual({ file: 'YWJj' });
    await page.getByLabel('A file for file').setInputFiles({
      name: 'de.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('de'),
    });
    await page.getByText('de.txt, 2 bytes').waitFor();
    expect(await form.input()).toEqual({ file: 'ZGU=' });
    if ((await form.button('One').count()) > 0) await form.button('One').click();
    await form.button('Call').click();
    await page.locator('.run[data-kind="value"]').waitFor();
    expect(await resultText(page.locator('.run'))).toBe('4');
    expect(served.problems).toEqual([]);
  });
});
