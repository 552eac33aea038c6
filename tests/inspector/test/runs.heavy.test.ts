import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMemoryArtifacts } from '@toolwire/artifacts';
import type { Browser, Locator, Page } from 'playwright-core';
import { createNodeListener, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { createLastingTools, type LastingTools } from '../src/lasting-tools.ts';
import { copyAs, openResult, openTab, resultTab, resultText } from '../src/result-page.ts';

const exec = promisify(execFile);
const folderOfTests = fileURLToPath(new URL('..', import.meta.url));
const bothRevisions = ['mcp-2026-07-28', 'mcp-2025-11-25'];

describe.skipIf(!hasBrowser)(`Calls in the inspector${whyNot}`, () => {
  let browser: Browser;
  let http: Server;
  let lasting: LastingTools;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
    lasting = createLastingTools();
    // File URLs are absolute, and the port is known only after listening.
    http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const files = createMemoryArtifacts({ url });
    const tools = toolwire({
      tools: lasting.tools,
      inspector: true,
      logger: silentLogger,
      artifacts: { store: files },
      wires: [files.wire],
    });
    http.on('request', createNodeListener(tools));
    ({ page, problems } = await openInspector(browser, `${url}/inspector`));
  });

  afterAll(async () => {
    await browser?.close();
    http?.close();
    http?.closeAllConnections();
  });

  async function show(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await page.locator('.entry', { hasText: name }).click();
    await page.locator(`.tool[data-tool*="${name}"]`).waitFor();
  }

  async function choose(...titles: readonly string[]): Promise<void> {
    for (const box of await page.locator('.protocols label').all()) {
      const title = (await box.textContent())?.trim() ?? '';
      await box.locator('input').setChecked(titles.includes(title));
    }
  }

  const call = (): Promise<void> => page.getByRole('button', { name: 'Call', exact: true }).click();
  const runOver = (wire: string, kind?: string): Promise<Locator> => openResult(page, wire, kind);

  const copied = (language: string): Promise<string> => copyAs(page, language);

  test('copied curl commands, programs and tests run unchanged', async () => {
    const input = { words: `it's "quoted" $HOME \`id\` \\ ${'\n'}next`, times: 2 };
    await show('Echo');
    await page.getByLabel('Input as JSON').fill(JSON.stringify(input));
    const line = await copied('curl');
    const { stdout } = await exec('bash', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ result: { success: true, value: input } });
    expect(lasting.echoed).toEqual([input]);
    const program = await copied('fetch');
    const printed = await exec(process.execPath, ['--input-type=module', '--eval', program]);
    expect(printed.stdout).toContain('success: true');
    expect(lasting.echoed).toEqual([input, input]);

    const folder = await mkdtemp(join(folderOfTests, 'node_modules', '.copied-'));
    try {
      await writeFile(join(folder, 'copied.test.ts'), await copied('Vitest'));
      await writeFile(
        join(folder, 'client.test.ts'),
        `import { test } from 'vitest';\ntest('runs', async () => {\n${(await copied('toolwire client')).replace(/import (\{.+\}) from '(.+)';/, "const $1 = await import('$2');")}\n});`,
      );
      await writeFile(join(folder, 'vitest.config.mjs'), configOfCopied);
      const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
      const ran = await exec(process.execPath, [vitest, 'run', '--root', folder, '--reporter', 'json'], {
        env: { PATH: process.env['PATH'] },
      });
      expect(JSON.parse(ran.stdout)).toMatchObject({ success: true, numPassedTests: 2 });
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(lasting.echoed).toEqual([input, input, input, input]);
  });

  test('a running task is followed, and ends when it is canceled', async () => {
    await show('Wait');
    await choose('MCP 2026-07-28', 'MCP 2025-11-25');
    await call();
    for (const wire of bothRevisions) {
      const line = (await runOver(wire)).getByText(/^Task .+: Running/);
      await line.waitFor();
    }
    await expect.poll(() => lasting.waiting).toBe(2);
    for (const [index, wire] of bothRevisions.entries()) {
      await (await runOver(wire)).getByRole('button', { name: 'Cancel' }).click();
      await resultTab(page, wire, 'cancelled').waitFor();
      await expect.poll(() => lasting.waiting).toBe(1 - index);
    }
  });

  test('a task with a question is answered in its form, and continues', async () => {
    await show('Ask');
    await choose('MCP 2026-07-28', 'MCP 2025-11-25');
    await call();
    const question = page.getByRole('form', { name: 'Input requested' });
    const nameField = question.locator('[data-path="/name"] input');
    for (const wire of bothRevisions) {
      await runOver(wire, 'input_required');
      await nameField.fill('Ada');
    }
    for (const wire of bothRevisions) {
      const run = await runOver(wire);
      // Another tab did not empty the form.
      expect(await nameField.inputValue()).toBe('Ada');
      await question.getByRole('button', { name: 'Accept' }).click();
      await resultTab(page, wire, 'value').waitFor();
      await run.getByText(/^Task .+: Success/).waitFor();
      expect(await resultText(run)).toContain('Ada');
    }
  });

  test('a question of a tool is answered in a form before the tool runs, or declined', async () => {
    await show('Sure');
    await choose('Open Tool Calling', 'MCP 2026-07-28');
    await call();
    const overOtc = (await runOver('otc')).getByRole('form', { name: 'Input requested' });
    await overOtc.getByText('Are you sure?').waitFor();
    await overOtc.getByRole('button', { name: 'Accept' }).click();
    await resultTab(page, 'otc', 'value').waitFor();
    expect(await resultText(await runOver('otc'))).toContain('confirmed');

    const overMcp = (await runOver('mcp-2026-07-28')).getByRole('form', { name: 'Input requested' });
    await overMcp.getByText('Are you sure?').waitFor();
    await overMcp.getByRole('button', { name: 'Decline' }).click();
    await resultTab(page, 'mcp-2026-07-28', 'failed').waitFor();
  });

  test('a returned file is shown by its type, and a page as its text', async () => {
    for (const [name, shown] of [
      ['Picture', 'img'],
      ['Rows', 'table'],
      ['Page', 'pre:has-text("<script>")'],
    ] as const) {
      await show(name);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await call();
      for (const wire of ['otc', 'arcade', ...bothRevisions]) {
        const run = await runOver(wire, 'value');
        await run.getByRole('button', { name: 'Preview' }).click();
        await run.locator(`.result-body ${shown}`).first().waitFor();
      }
      await page.getByRole('button', { name: 'One', exact: true }).click();
    }
    expect(await page.evaluate('window.taken')).toBeUndefined();
  });

  test('a call is stored, repeated, changed, and compared with another call', async () => {
    await show('Echo');
    for (const words of ['first', 'second']) {
      await fillForm(page, { words });
      await call();
      await page.locator('.run[data-kind="value"]', { hasText: words }).waitFor();
    }
    await page.getByRole('button', { name: 'History' }).click();
    const rows = page.locator('.past');
    expect(await rows.first().locator('summary').textContent()).toContain('{"words":"second"');
    const boxes = page.getByLabel(/^Compare/);
    for (const index of [0, 1]) await boxes.nth(index).check();
    // From the older to the newer call.
    for (const part of ['input', 'result']) {
      const difference = page.getByRole('group', { name: `Differences of the ${part}` });
      await difference.locator('.removed', { hasText: 'first' }).waitFor();
      await difference.locator('.added', { hasText: 'second' }).waitFor();
    }
    const before = lasting.echoed.length;
    await page.getByRole('button', { name: 'Replay' }).nth(1).click();
    await page.locator('.run[data-kind="value"]', { hasText: 'first' }).waitFor();
    expect(lasting.echoed.slice(before)).toEqual([expect.objectContaining({ words: 'first' })]);
    await page.reload();
    await openTab(page, 'Raw');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    expect(await page.getByLabel('Input as JSON').inputValue()).toContain('first');
    expect(problems).toEqual([]);
  });
});

const configOfCopied = `
const conditions = ['@toolwire/source', 'node'];
export default {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { include: ['*.test.ts'] },
};
`;
