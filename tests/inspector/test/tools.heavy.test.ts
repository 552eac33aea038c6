import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runToolwire } from '@toolwire/cli';
import type { Browser } from 'playwright-core';
import { defineTool, type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { copyAs, openResult, openTab, resultText } from '../src/result-page.ts';
import { tools } from '../src/tools.ts';

const demanding = defineTool({
  id: 'Notes.Send',
  version: '1.0.0',
  description: 'Sends a note for somebody.',
  input: {
    type: 'object',
    properties: {
      words: { type: 'string', pattern: '^[^<]*$', description: 'What it says.' },
      $top: { type: 'integer', description: 'How many.' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Its tags.' },
      either: { oneOf: [{ type: 'string' }, { type: 'string', format: 'date' }], description: 'One or the other.' },
    },
    required: ['words'],
  },
  output: { type: 'object', properties: { from: { type: 'string', description: 'Whose it is.' } } },
  requirements: { authorization: [{ id: 'mail' }], secrets: [{ id: 'STAMP' }], userId: true },
  run: (_input, context) => ({
    from: `${context.userId} ${context.token('mail').length} ${context.secret('STAMP').length}`,
  }),
});

const counter = defineTool({
  id: 'Notes.Count',
  version: '1.0.0',
  description: 'Counts notes.',
  input: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`$${index}`, { type: 'string', description: 'A word.' }]),
    ),
  },
  run: () => 0,
});

const ownTools = [...tools, demanding, counter];

describe.skipIf(!hasBrowser)(`Tools and calls in the inspector${whyNot}`, () => {
  let browser: Browser;
  let server: ListeningServer;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await toolwire({ tools: ownTools, inspector: true, logger: silentLogger }).listen(0, {
      closeOnSignals: false,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(tool: string): ReturnType<typeof openInspector> {
    const opened = await openInspector(browser, `${server.url}/inspector#${encodeURIComponent(tool)}`);
    await opened.page.locator(`[data-tool="${tool}"]`).waitFor();
    return opened;
  }

  test('selects the tool of the address, also with the Back button', async () => {
    const { page } = await open('Notes.Send@1.0.0');
    const [other] = tools;
    const key = `${other?.id}@${other?.version}`;
    const current = page.locator('nav.tools [aria-current]');
    await page.evaluate((hash) => location.assign(hash), `#${key}`);
    await page.locator(`[data-tool="${key}"]`).waitFor();
    await page.goBack();
    await page.locator('[data-tool="Notes.Send@1.0.0"]').waitFor();
    expect(await current.count()).toBe(1);
  });

  test('lists tools by toolkit, and filters them by name or text', async () => {
    const { page } = await open('Notes.Send@1.0.0');
    const toolkits = page.locator('nav.tools section h2');
    const all = new Set(ownTools.map(({ id }) => id.split('.')[0]));
    expect(new Set(await toolkits.allTextContents())).toEqual(all);
    expect(await toolkits.count()).toBe(all.size);
    await page.getByLabel('Search', { exact: true }).fill('sends NOTE');
    await page.getByText(`1 of ${ownTools.length} tools`).waitFor();
    expect(await toolkits.allTextContents()).toEqual(['Notes']);
    await page.getByLabel('Search', { exact: true }).fill('calculator');
    await page.getByText(`2 of ${ownTools.length} tools`).waitFor();
    expect(await page.locator('.entry').allTextContents()).toEqual(['Add 2.0.0', 'Add 1.0.0']);
    await page.context().close();
  });

  test('shows input and output as trees, problems with some models, and the listing in each protocol', async () => {
    const { page } = await open('Notes.Send@1.0.0');
    await openTab(page, 'Schema');
    const tree = page.locator('.tree');
    await expect.poll(() => tree.count()).toBe(2);
    const [takes, gives] = await tree.allTextContents();
    expect(takes).toContain('words string, required What it says.');
    expect(takes).toContain('tags array Its tags.');
    expect(takes).toContain('either one of One or the other.');
    expect(gives).toContain('from string Whose it is.');
    const warning = page.locator('details.warning');
    await warning.locator('summary').click();
    expect(await warning.textContent()).toMatch(/^1 problem with some models.*because of the parameter name '\$top'/);
    await openTab(page, 'Raw');
    const shown = await page.getByLabel('Listing over Open Tool Calling').textContent();
    const listing = (await (await fetch(`${server.url}/tools`)).json()) as {
      readonly tools: readonly { id: string }[];
    };
    expect(JSON.parse(shown ?? '')).toEqual(listing.tools.find(({ id }) => id === 'Notes.Send@1.0.0'));
    const overMcp = JSON.parse((await page.getByLabel('Listing over MCP 2026-07-28').textContent()) ?? '') as object;
    expect(overMcp).toMatchObject({ name: 'Notes_Send', description: 'Sends a note for somebody.' });
    await page.context().close();
  });

  test('shows how many of many problems with models it lists', async () => {
    const { page } = await open('Notes.Count@1.0.0');
    const warning = page.locator('details.warning');
    expect(await warning.locator('summary').textContent()).toBe('20 of 25 problems with some models');
    await warning.locator('summary').click();
    expect(await warning.locator('li').count()).toBe(20);
    await page.context().close();
  });

  test('sends the tokens, secrets and user ID that a tool needs with a call, and does not store them', async () => {
    const { page } = await open('Notes.Send@1.0.0');
    await fillForm(page, { words: 'Hello' });
    await page.getByLabel('Token for mail').fill('token-of-mail');
    await page.getByLabel('Secret STAMP').fill('stamp-of-notes');
    await page.getByLabel('User ID').fill('ada');
    await page.getByLabel('Open Tool Calling').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const run = await openResult(page, 'otc', 'value');
    expect(await resultText(run)).toContain('"from": "ada 13 14"');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('stamp-of-notes');
    await page.context().close();
  });

  test('shows each request of a call with its headers and bytes', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await fillForm(page, { a: 10, b: 5 });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    for (const wire of ['otc', 'mcp-2026-07-28', 'mcp-2025-11-25', 'arcade']) {
      const run = await openResult(page, wire, 'value');
      expect(await run.locator('header').textContent()).toMatch(/\d m?s$/);
      await run.getByText(/^Request log \(\d+\)$/).click();
      // MCP 2025-11-25 ends its session with a DELETE.
      const last = run.locator('.logged-request', { hasText: 'POST' }).last();
      expect(await last.locator('h4').textContent()).toMatch(
        /^POST \/\S+ → 200 \d+ bytes sent, \d+ received, (?:< )?[\d.]+ m?s$/,
      );
      expect(await last.getByLabel('As sent').textContent()).toMatch(/^content-type: application\/json$/m);
      expect(await last.getByLabel('As sent').textContent()).toContain('"a": 10');
      expect(await last.getByLabel('As received').textContent()).toMatch(/^content-type: /m);
      expect(await last.getByLabel('As received').textContent()).toMatch(/15/);
    }
    await page.context().close();
  });

  test('copies a call as a toolwire command, which makes the same call', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await fillForm(page, { a: 10, b: 5, note: `it's "so"` });
    const line = await copyAs(page, 'toolwire call');
    // As a shell reads it.
    const { stdout } = await promisify(execFile)('bash', ['-c', `toolwire() { printf '%s\\0' "$@"; }\n${line}`]);
    let written = '';
    const code = await runToolwire(stdout.split('\0').slice(0, -1), {
      write: (text) => void (written += text),
      note: () => undefined,
      columns: undefined,
      hasColor: false,
      environment: {},
      signal: new AbortController().signal,
    });
    expect(code).toBe(0);
    expect(JSON.parse(written)).toEqual({ sum: 15, note: `it's "so"` });
    await page.context().close();
  });

  test('shows the calls of all clients that match a filter', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    const call = (tool_id: string, input: object): Promise<Response> =>
      fetch(`${server.url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request: { tool_id, input } }),
      });
    await call('Calculator.Add', { a: 1, b: 2 });
    await call('Calculator.Add', { a: 'one', b: 2 });
    await call('Weather.Flaky', {});
    const seen = page.locator('.live-call');
    await expect.poll(() => seen.count()).toBe(3);
    for (const [words, count] of [
      ['calculator', 2],
      ['calculator invalid', 1],
      ['otc flaky', 1],
      ['nobody', 0],
    ] as const) {
      await page.getByLabel('Filter').fill(words);
      await expect.poll(() => seen.count()).toBe(count);
    }
    await page.getByText('No call matches the filter.').waitFor();
    await page.context().close();
  });
});
