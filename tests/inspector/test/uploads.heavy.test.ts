import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryArtifacts } from '@toolwire/artifacts';
import type { Browser, Page } from 'playwright-core';
import { createNodeListener, defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { FormPage } from '../src/form-page.ts';
import { resultText } from '../src/result-page.ts';

const countRows = defineTool({
  id: 'Table.CountRows',
  version: '1.0.0',
  description: 'Counts the rows of tables.',
  input: z.object({
    file: z.string().describe('The table.'),
    more: z.array(z.string()).optional(),
    note: z.string(),
  }),
  uploads: { file: { contentTypes: ['text/csv'] }, more: {} },
  run: async ({ file, more = [], note }, { upload }) => {
    const texts = await Promise.all([file, ...more].map((one) => upload(one).text()));
    return `${note}: ${upload(file).name} ${texts.map((text) => text.trim().split('\n').length).join(' ')}`;
  },
});

const table = { name: 'table.csv', mimeType: '', buffer: Buffer.from('a,1\nb,2\n') };

describe.skipIf(!hasBrowser)(`Uploads in the inspector${whyNot}`, () => {
  let browser: Browser;
  let http: Server;
  let url: string;
  let page: Page;
  let form: FormPage;

  beforeAll(async () => {
    browser = await openBrowser();
    // The URL of the store has the port.
    http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const files = createMemoryArtifacts({ url, uploads: { maxBytes: 1_000 } });
    const server = toolwire({
      tools: [countRows],
      inspector: true,
      logger: silentLogger,
      artifacts: { store: files },
      wires: [files.wire],
    });
    http.on('request', createNodeListener(server));
  });

  afterAll(async () => {
    await browser?.close();
    http?.close();
    http?.closeAllConnections();
  });

  async function open(at = url): Promise<void> {
    ({ page } = await openInspector(browser, `${at}/inspector`));
    form = new FormPage(page);
    await form.show('Table.CountRows');
  }

  test('a chosen file is uploaded, and the call gets its reference', async () => {
    await open();
    const field = form.field('/file');
    expect(await field.locator('.hint').first().textContent()).toBe('an uploaded file');
    expect(await field.locator('.about').textContent()).toBe('The table. Content types: text/csv.');
    await page.getByLabel('A file for file').setInputFiles(table);
    await field.getByText('table.csv, 8 bytes').waitFor();
    expect(await form.input()).toEqual({ file: expect.stringMatching(/^upload:/) as unknown });
    expect(await axeProblems(page, 'an upload')).toEqual([]);
    await form.field('/note').locator('input').fill('rows');
    await form.button('Call').click();
    await page.locator('.run[data-kind="value"]').waitFor();
    expect(await resultText(page.locator('.run'))).toBe('rows: table.csv 2');
    // The upload itself is not a call of the user.
    await page.getByRole('button', { name: 'History' }).click();
    expect(await page.locator('.past').count()).toBe(1);
    await page.context().close();
  });

  test('a dropped file is an item of a list, and the input that is typed during its upload stays', async () => {
    await open();
    await form.button('Add more').click();
    await form.button('Add item').click();
    let upload = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (upload = resolve));
    await page.route(
      ({ pathname }) => pathname.startsWith('/artifacts'),
      async (route) => {
        await isTyped;
        await route.continue();
      },
    );
    await page.locator('[data-path="/more/0"] .drop').evaluate((drop) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'other.bin'));
      drop.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText('Reading other.bin').waitFor();
    await form.field('/note').locator('input').fill('typed');
    expect(await page.getByText('Reading other.bin').count()).toBe(1);
    upload();
    await page.getByText('other.bin, 1 bytes').waitFor();
    expect(await form.input()).toEqual({ more: [expect.stringMatching(/^upload:/) as unknown], note: 'typed' });
    await page.context().close();
  });

  test('an upload of an item that is removed, or that moves, does not overwrite the input', async () => {
    await open();
    await form.button('Add more').click();
    await form.button('Add item').click();
    await form.button('Add item').click();
    let upload = (): void => undefined;
    const isRemoved = new Promise<void>((resolve) => (upload = resolve));
    await page.route(
      ({ pathname }) => pathname.startsWith('/artifacts'),
      async (route) => {
        await isRemoved;
        await route.continue();
      },
    );
    await page.getByLabel('A file for 1').setInputFiles({ ...table, name: 'removed.csv' });
    await page.getByLabel('A file for 2').setInputFiles({ ...table, name: 'moved.csv' });
    await page.getByText('Reading moved.csv').waitFor();
    await form.button('Remove 1').click();
    await form.field('/note').locator('input').fill('typed');
    upload();
    await page.getByText('moved.csv, 8 bytes').waitFor();
    expect(await form.input()).toEqual({ more: [expect.stringMatching(/^upload:/) as unknown], note: 'typed' });
    expect(await page.getByText('removed.csv').count()).toBe(0);
    await page.context().close();
  });

  test('a file that is too large, or a store at another origin, is explained at the field', async () => {
    await open();
    await page.getByLabel('A file for file').setInputFiles({ ...table, buffer: Buffer.alloc(2_000) });
    await form
      .field('/file')
      .getByText(/^table\.csv can't be used\. .*1000 bytes/)
      .waitFor();
    expect(await form.input()).toEqual({});
    await page.context().close();

    await open(url.replace('127.0.0.1', 'localhost'));
    await page.getByLabel('A file for file').setInputFiles(table);
    await form.field('/file').getByText(`This page can't send files to ${url}.`).waitFor();
    expect(await form.input()).toEqual({});
    await page.context().close();
  });
});
