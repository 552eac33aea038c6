import type { Browser, Locator, Route } from 'playwright-core';
import { type Call, defineTool, type ListeningServer, RetryableToolError, type Stage, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { copyAs, openResult, openTab, resultTab, resultText } from '../src/result-page.ts';
import { tools } from '../src/tools.ts';

describe.skipIf(!hasBrowser)(`The inspector in Chromium${whyNot}`, () => {
  let browser: Browser;
  let server: ListeningServer;
  let address: string;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await toolwire({ tools, inspector: true }).listen(0, { closeOnSignals: false });
    address = `${server.url}/inspector`;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(tool: string): Promise<Awaited<ReturnType<typeof openInspector>>> {
    const opened = await openInspector(browser, `${address}#${encodeURIComponent(tool)}`);
    await opened.page.locator(`[data-tool="${tool}"]`).waitFor();
    return opened;
  }

  test('calls over all protocols at once, and shows the same value for each', async () => {
    const { page, problems } = await open('Calculator.Add@2.0.0');
    await fillForm(page, { a: 10, b: 5 });
    expect(JSON.parse(await page.getByLabel('Input as JSON').inputValue())).toEqual({ a: 10, b: 5 });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    for (const wire of ['otc', 'mcp-2026-07-28', 'mcp-2025-11-25', 'arcade']) {
      const run = await openResult(page, wire, 'value');
      expect(JSON.parse(await resultText(run))).toEqual({ sum: 15 });
    }
    await page.getByText('same on all 4 ✓').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('shows a validation error under its field, with the message of the server', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await page.getByLabel('Input as JSON').fill('{ "a": "ten", "b": 5 }');
    expect(await page.locator('[data-path="/a"] input').inputValue()).toBe('ten');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run[data-kind="invalid"]').waitFor();
    const answer = await fetch(`${server.url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { tool_id: 'Calculator.Add@2.0.0', input: { a: 'ten', b: 5 } } }),
    });
    const { parameter_errors: errors } = (await answer.json()) as { parameter_errors: { a: string } };
    expect(await page.locator('[data-path="/a"] .error').textContent()).toBe(errors.a);
    await page.context().close();
  });

  test('shows all versions of a tool next to each other, with their end dates and inputs', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await openTab(page, 'Versions 2');
    const [later, earlier] = ['2.0.0', '1.0.0'].map((version) =>
      page.getByRole('region', { name: `Version ${version}` }),
    );
    await expect.poll(() => later?.textContent()).toContain('note');
    const said = (await earlier?.textContent()) ?? '';
    expect(said).toContain('Deprecated since 2026-01-01. It stops working on 2027-01-01. Use Calculator.Add@2.0.0.');
    expect(said).not.toContain('note');
    await page.context().close();
  });

  test('answers the question of a tool in a form, over both revisions of MCP', async () => {
    const { page } = await open('Mail.Draft@1.0.0');
    await fillForm(page, { to: 'Ada' });
    await page.getByLabel('Open Tool Calling').uncheck();
    await page.getByLabel('MCP 2026-07-28').check();
    await page.getByLabel('MCP 2025-11-25').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    for (const wire of ['mcp-2026-07-28', 'mcp-2025-11-25']) {
      const run = await openResult(page, wire);
      const question = run.getByRole('form', { name: 'Input requested' });
      await question.getByLabel('subject').fill('Tea');
      await question.getByRole('button', { name: 'Accept' }).click();
      await resultTab(page, wire, 'value').waitFor();
      expect(await resultText(run)).toContain('"subject": "Tea"');
    }
    await page.context().close();
  });

  test('shows progress and log lines immediately, and cancels', async () => {
    const { page } = await open('Reports.Slow@1.0.0');
    await fillForm(page, { steps: 100_000 });
    await page.getByLabel('Open Tool Calling').uncheck();
    await page.getByLabel('MCP 2026-07-28').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('Took step 3', { exact: true }).waitFor();
    await page.getByText(/^\d+ of 100000$/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.run[data-kind="cancelled"]').waitFor();
    await page.context().close();
  });

  test('follows a task to its end, over both revisions of MCP', async () => {
    const { page } = await open('Reports.Build@1.0.0');
    await page.getByLabel('Open Tool Calling').uncheck();
    await page.getByLabel('MCP 2026-07-28').check();
    await page.getByLabel('MCP 2025-11-25').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    for (const wire of ['mcp-2026-07-28', 'mcp-2025-11-25']) {
      const run = await openResult(page, wire, 'value');
      await run.getByText(/^Task .+: Success/).waitFor();
      expect(await resultText(run)).toContain('"pages": 12');
    }
    await page.context().close();
  });

  test('offers a retry if the tool allows it', async () => {
    const { page } = await open('Weather.Flaky@1.0.0');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('The station is busy').first().waitFor();
    const first = await page.locator('.run').getAttribute('data-kind');
    expect(first).toBe('failed');
    await page.getByText('For the model: Wait a little.').waitFor();
    // A screen reader does not read the countdown.
    expect(await page.locator('[aria-live]').last().textContent()).toMatch(/^Retry/);
    expect(await page.locator('[aria-live]').last().getAttribute('aria-live')).toBe('off');
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByRole('button', { name: 'History' }).click();
    expect(await page.locator('.past').count()).toBe(2);
    await page.context().close();
  });

  test('shows why a call got no result, and retries it', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await fillForm(page, { a: 10, b: 5 });
    await page.route('**/tools/call', (route) => route.abort());
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('alert').getByText('The server did not respond.').waitFor();
    await page.unroute('**/tools/call');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await page.locator('.run[data-kind="value"]').waitFor();
    // One protocol needs no tabs.
    expect(await page.getByRole('tablist', { name: 'Protocols' }).count()).toBe(0);
    await page.locator('.run header').getByText('Open Tool Calling').waitFor();
    await page.context().close();
  });

  test('shows the listings of a tool after they could not be loaded at first', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await page.route('**/tools', (route) => route.abort());
    await openTab(page, 'Raw');
    const problem = page.getByText('The listings could not be loaded.');
    await problem.waitFor();
    await page.unroute('**/tools');
    const loadAgain = async (): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('Load the tools again');
      await page.keyboard.press('Enter');
    };
    await loadAgain();
    await problem.waitFor({ state: 'detached' });
    await page.getByLabel('Listing over Open Tool Calling').first().waitFor();
    // An earlier load that fails after a later one changes nothing.
    const slow: Route[] = [];
    await page.route('**/tools', (route) => void slow.push(route), { times: 1 });
    await loadAgain();
    await expect.poll(() => slow.length).toBe(1);
    const later = page.waitForResponse('**/tools');
    await loadAgain();
    await later;
    await slow[0]?.abort();
    await expect(problem.waitFor({ timeout: 1_000 })).rejects.toThrow('Timeout');
    await page.context().close();
  });

  test('shows a picture as a picture', async () => {
    const { page, problems } = await open('Pictures.Pixel@1.0.0');
    await page.getByLabel('MCP 2026-07-28').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const picture = (await openResult(page, 'mcp-2026-07-28')).locator('img');
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('makes a call with only the keyboard', async () => {
    const { page } = await open('Calculator.Add@2.0.0');
    await page.keyboard.press('/');
    await page.keyboard.type('adds two');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Calculator.Add' }).waitFor();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.closest(\'[data-path="/a"]\') !== null')) break;
    }
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Control+Enter');
    await page.locator('.run[data-kind="value"]').waitFor();
    expect(await resultText(page.locator('.run'))).toContain('"sum": 5');
    await page.context().close();
  });

  test('hides a secret of the form everywhere else, until the user reveals it', async () => {
    const { page, problems } = await open('Vault.Open@1.0.0');
    const json = page.getByLabel('Input as JSON');
    await page.locator('[data-path="/pin"] input').fill('open sesame');
    await expect.poll(() => json.inputValue()).toContain('"pin": "[masked]"');
    expect(await json.isEditable()).toBe(false);
    const hint = 'Secrets are masked here, in copies and where requests are shown. Calls send the real values.';
    await page.getByText(hint).waitFor();
    for (const language of ['curl', 'fetch', 'toolwire client', 'toolwire call', 'Vitest']) {
      expect(await copyAs(page, language), language).toContain('[masked]');
    }
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run[data-kind="value"]').waitFor();
    await page.getByText(/^Request log \(\d+\)$/).click();
    await page.getByLabel('As sent').getByText('[masked]').waitFor();
    expect(await page.content()).not.toContain('open sesame');
    await page.getByRole('button', { name: 'Show secrets' }).click();
    await expect.poll(() => json.inputValue()).toContain('"pin": "open sesame"');
    await page.getByLabel('As sent').getByText('open sesame').waitFor();
    await json.fill('{ "pin": "another one" }');
    await page.getByRole('button', { name: 'Hide secrets' }).click();
    await expect.poll(() => json.inputValue()).toContain('[masked]');
    expect(await page.locator('[data-path="/pin"] input').inputValue()).toBe('another one');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('shows the calls of other clients live, with masked secrets', async () => {
    const { page } = await open('Vault.Open@1.0.0');
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    const request = { tool_id: 'Vault.Open', call_id: 'from-elsewhere', input: { pin: 'open sesame' } };
    await fetch(`${server.url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request }),
    });
    const call = page.locator('[data-call="from-elsewhere"]');
    await call.getByRole('button').click();
    await call.getByText('"opened": true').waitFor();
    expect(await spansIn(call)).toEqual([
      ['running', 'resolve', 'scopes', 'validate', 'requirements', 'confirm', 'deferral', 'idempotencyStage'],
      ['run 1', 'Success'],
      ['response'],
    ]);
    expect(await page.content()).not.toContain('open sesame');
    await page.context().close();
  });

  test('shows the time of a call: its steps, each attempt, replays, and its end', async () => {
    let tries = 0;
    const again: Stage<Call> = async (_call, next) => {
      const first = await next();
      return first.kind === 'failed' ? next() : first;
    };
    const flaky = defineTool({
      id: 'Tests.Flaky',
      version: '1.0.0',
      description: 'Works the second time.',
      input: z.object({ a: z.number().describe('A.') }),
      run: () => {
        tries += 1;
        if (tries === 1) throw new RetryableToolError('Not yet', { retryAfterMs: 1 });
        return tries;
      },
    });
    const retried = await toolwire({ tools: [flaky], inspector: true, around: [again] }).listen(0, {
      closeOnSignals: false,
    });
    const { page } = await openInspector(browser, `${retried.url}/inspector`);
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Listening').waitFor();
    const call = async (callId: string, input: object): Promise<unknown> => {
      const response = await fetch(`${retried.url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request: { tool_id: 'Tests.Flaky', call_id: callId, input } }),
      });
      return response.json();
    };
    await call('first', { a: 1 });
    await call('first', { a: 1 });
    await call('wrong', { a: 'x' });
    const seen = page.locator('.live-call');
    await expect.poll(() => seen.count()).toBe(3);
    for (const each of await seen.all()) await each.getByRole('button').click();
    const stages = [
      'running',
      'resolve',
      'scopes',
      'validate',
      'requirements',
      'confirm',
      'deferral',
      'idempotencyStage',
    ];
    // The newest is first.
    expect(await spansIn(seen.nth(2))).toEqual([
      [...stages, 'again'],
      ['run 1', 'Failed'],
      ['run 2', 'Success'],
      ['response'],
    ]);
    expect(await spansIn(seen.nth(1))).toEqual([
      stages.slice(0, -1),
      ['idempotencyStage', 'stored result of an earlier call'],
    ]);
    expect(await spansIn(seen.nth(0))).toEqual([stages.slice(0, 3), ['validate', 'ended here: Invalid input']]);
    await page.context().close();
    await retried.close();
  });
});

/** The parts of the time of a call by name: the passed steps as one list, and each step with a separate end. */
async function spansIn(call: Locator): Promise<readonly (readonly string[])[]> {
  await call.locator('.timeline li').first().waitFor();
  const short = call.getByRole('button', { name: /^Show \d+ steps? under 1 %$/ });
  if ((await short.count()) > 0) await short.click();
  const found: string[][] = [];
  let passed: string[] = [];
  for (const row of await call.locator('.timeline li').all()) {
    const name = (await row.getAttribute('data-span')) ?? '';
    const [time = '', outcome] = ((await row.locator('.span-time').textContent()) ?? '').split(', ');
    expect(time).toMatch(/^(?:< )?[\d.]+ m?s$/);
    if (outcome === undefined) {
      passed.push(name);
      continue;
    }
    if (passed.length > 0) found.push(passed);
    found.push([name, outcome]);
    passed = [];
  }
  return passed.length > 0 ? [...found, passed] : found;
}
