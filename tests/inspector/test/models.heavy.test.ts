import { toAnthropic } from '@toolwire/models/anthropic';
import * as describing from '@toolwire/models/describe';
import { toGemini } from '@toolwire/models/gemini';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { defineTool, type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openBrowser, openInspector, whyNot } from '../src/browser.ts';
import { hostileText } from '../src/hostile-tools.ts';
import { openTab } from '../src/result-page.ts';
import { tools } from '../src/tools.ts';

/** Schemas that strict modes reject, invalid names, and text above a limit. */
const awkward = defineTool({
  id: 'Files.Search',
  version: '1.0.0',
  description: `Finds files. ${'It looks everywhere. '.repeat(60)}`,
  input: {
    type: 'object',
    properties: {
      $top: { type: 'integer', multipleOf: 5, description: 'How many.' },
      where: { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }], description: 'Where.' },
      labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Labels.' },
    },
    required: ['where'],
  },
  run: () => [],
});
const plain = defineTool({
  id: 'Files.Count',
  version: '1.0.0',
  description: 'Counts files.',
  input: {
    type: 'object',
    properties: { folder: { type: 'string', description: 'Where.' }, deep: { type: 'boolean', description: 'All.' } },
    required: ['folder'],
    additionalProperties: false,
  },
  run: () => 1,
});
const hostile = defineTool({
  id: 'Hostile.Told',
  version: '1.0.0',
  description: hostileText,
  input: {
    type: 'object',
    properties: {
      [hostileText]: { type: 'string', description: hostileText, pattern: '<script>window.taken=1</script>' },
      any: { description: hostileText },
    },
    patternProperties: { '^<img src=x onerror="window.taken=2">$': { type: 'string' } },
    description: hostileText,
  },
  run: () => 1,
});
const wordy = (id: string, characters: number): ReturnType<typeof defineTool> =>
  defineTool({
    id,
    version: '1.0.0',
    description: 'Says much of the word that it takes.',
    input: { type: 'object', properties: { word: { type: 'string', description: 'long '.repeat(characters / 5) } } },
    run: () => 1,
  });

const served = [...tools, awkward, plain, hostile];
const apis = ['OpenAI Responses', 'OpenAI Chat', 'OpenAI Agents', 'Anthropic', 'Gemini', 'AI SDK', 'LangChain'];
const neverCalled = (): Promise<never> => Promise.reject(new Error('No tool is called here.'));

describe.skipIf(!hasBrowser)(`Model definitions, in the inspector${whyNot}`, () => {
  let browser: Browser;
  let server: ListeningServer;
  let loads = 0;

  beforeAll(async () => {
    browser = await openBrowser();
    const models = (): typeof describing => {
      loads += 1;
      return describing;
    };
    server = await toolwire({
      tools: [...served, wordy('Long.Some', 150_000), wordy('Long.All', 600_000)],
      inspector: { models },
      logger: silentLogger,
    }).listen(0, { closeOnSignals: false });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(tool: string, of = server): ReturnType<typeof openInspector> {
    const opened = await openInspector(browser, `${of.url}/inspector#${encodeURIComponent(tool)}`);
    await opened.page.locator(`[data-tool="${tool}"]`).waitFor();
    return opened;
  }

  async function openModels(page: Page): Promise<void> {
    await openTab(page, 'Models');
    await page
      .locator('.api')
      .nth(apis.length - 1)
      .waitFor();
  }

  async function definitionIn(api: Locator, title: string): Promise<unknown> {
    await api.getByText(title, { exact: true }).click();
    return JSON.parse(
      (await api
        .getByRole('group', { name: `${title} for`, exact: false })
        .first()
        .textContent()) ?? '',
    );
  }

  test('are requested only when they are opened', async () => {
    const before = loads;
    const { page } = await open('Files.Search@1.0.0');
    await page.locator('.entry', { hasText: 'Count' }).click();
    await page.locator('[data-tool="Files.Count@1.0.0"]').waitFor();
    expect(loads).toBe(before);
    await openModels(page);
    expect(loads).toBe(before + 1);
    await page.context().close();
  });

  test('are shown for each API: definition, differences, and why strict mode rejects it', async () => {
    const { page, problems } = await open('Files.Search@1.0.0');
    await openModels(page);
    expect(await page.locator('.api').evaluateAll((all) => all.map((one) => one.getAttribute('data-api')))).toEqual(
      apis,
    );
    const listed = toolwire({ tools: [awkward], logger: silentLogger }).tools;
    const told = {
      'OpenAI Responses': await toOpenAiResponses({ tools: listed, call: neverCalled }, { strict: 'auto' }),
      'OpenAI Chat': await toOpenAiChat({ tools: listed, call: neverCalled }, { strict: 'auto' }),
      Anthropic: await toAnthropic({ tools: listed, call: neverCalled }, { strict: 'auto' }),
    };
    const shared = (await page.getByRole('region', { name: 'All APIs' }).textContent()) ?? '';
    for (const [name, { tools: sent, report }] of Object.entries(told)) {
      const api = page.locator(`[data-api="${name}"]`);
      const words = shared + ((await api.textContent()) ?? '');
      const changes = report[0]?.changes ?? [];
      expect(changes.map(({ code }) => code)).toEqual(expect.arrayContaining(['parameter_name', 'not_strict']));
      for (const { pointer, message } of changes) {
        expect(words).toContain(message);
        expect(words).toContain(pointer);
      }
      expect(await api.locator('.mark').textContent()).toBe('not strict');
      expect(await definitionIn(api, 'Definition')).toEqual(sent[0]);
    }
    expect(await page.locator('[data-api="OpenAI Chat"]').textContent()).toContain('the API accepts at most 1024');
    expect(await page.locator('[data-api="Anthropic"]').textContent()).not.toContain('the API accepts at most 1024');
    const gemini = page.locator('[data-api="Gemini"]');
    expect(await gemini.textContent()).toContain('multipleOf');
    const [ofGemini] = (await toGemini({ tools: listed, call: neverCalled })).tools;
    expect(await definitionIn(gemini, 'Definition')).toEqual(ofGemini);
    expect(await gemini.locator('.mark').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('contain both definitions if strict mode changes nothing', async () => {
    const { page } = await open('Files.Count@1.0.0');
    await openModels(page);
    const listed = toolwire({ tools: [plain], logger: silentLogger }).tools;
    const api = page.locator('[data-api="OpenAI Responses"]');
    for (const [title, strict] of [
      ['Definition', 'off'],
      ['Definition in strict mode', 'auto'],
    ] as const) {
      const [sent] = (await toOpenAiResponses({ tools: listed, call: neverCalled }, { strict })).tools;
      expect(await definitionIn(api, title)).toEqual(sent);
    }
    expect(await page.locator('.changes').count()).toBe(0);
    await page.context().close();
  });

  test('contain the model-facing name of another version, with a note that models get the newest', async () => {
    const { page } = await open('Calculator.Add@1.0.0');
    await openModels(page);
    await page.getByText('Models get only version 2.0.0').waitFor();
    expect(await page.locator('[data-api="Gemini"]').textContent()).toContain('Calculator_Add-1_0_0');
    await page.context().close();
  });

  test('are text, whatever names and descriptions contain', async () => {
    const { page, problems } = await open('Hostile.Told@1.0.0');
    await openModels(page);
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
    await page.getByRole('group', { name: 'Definition for LangChain' }).waitFor();
    const shown = (await page.locator('#root').textContent()) ?? '';
    expect(shown).toContain('<script>window.taken=2</script>');
    expect(/[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.exec(shown)?.[0]).toBeUndefined();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(
      await page.locator('main').locator('iframe, img, script, svg:not([data-icon]), [onerror], [onload]').count(),
    ).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('are truncated if a schema is very long', async () => {
    const { page } = await open('Long.Some@1.0.0');
    await openModels(page);
    await page.locator('[data-api="Anthropic"]').getByText('Definition', { exact: true }).click();
    await page.getByText(/^Show more of 100,0\d\d characters$/).waitFor();
    await page.context().close();
    const other = await open('Long.All@1.0.0');
    await openTab(other.page, 'Models');
    await other.page.getByText(/^The schema has \d+ characters\. No model API accepts that many\.$/).waitFor();
    await other.page.context().close();
  });

  test('can be reached and read with only the keyboard', async () => {
    const { page } = await open('Files.Search@1.0.0');
    const tabTo = async (words: string): Promise<void> => {
      for (let step = 0; step < 100; step += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === words) return;
      }
      throw new Error(`'${words}' was not reached`);
    };
    await tabTo('Call');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.locator('.api').first().waitFor();
    await tabTo('Definition');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Definition for OpenAI Responses' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Definition for OpenAI Responses',
    );
    await page.context().close();
  });

  test('have no axe finding, light and dark, wide and narrow', async () => {
    const { page } = await open('Files.Search@1.0.0');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openModels(page);
    for (const title of await page.locator('.api').getByText('Definition', { exact: true }).all()) await title.click();
    await page.evaluate(axe.source);
    for (const [theme, width] of [
      ['Light', 1280],
      ['Dark', 400],
    ] as const) {
      await page.getByLabel('Theme').selectOption(theme);
      await page.setViewportSize({ width, height: 900 });
      const told = await page.evaluate<{ id: string }[]>(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
      );
      expect(told.map(({ id }) => `${theme} ${id}`)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.context().close();
  });

  test('show what to install and to pass if the option is missing', async () => {
    const other = await toolwire({ tools, inspector: true, logger: silentLogger }).listen(0, { closeOnSignals: false });
    const { page, problems } = await open('Calculator.Add@2.0.0', other);
    await openTab(page, 'Models');
    await page.getByText('npm install --save-dev @toolwire/models', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy the option' }).click();
    await page.getByText('Copy the option: copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      "inspector: { models: () => import('@toolwire/models/describe') }",
    );
    expect(problems).toEqual([]);
    await page.context().close();
    await other.close();
  });

  test('show what to install if the package is missing', async () => {
    const missing = Object.assign(new Error('Cannot find package at /a/path'), { code: 'ERR_MODULE_NOT_FOUND' });
    const models = (): Promise<typeof describing> => Promise.reject(missing);
    const other = await toolwire({ tools, inspector: { models }, logger: silentLogger }).listen(0, {
      closeOnSignals: false,
    });
    const { page } = await open('Calculator.Add@2.0.0', other);
    await openTab(page, 'Models');
    await page.getByText('npm install --save-dev @toolwire/models').waitFor();
    expect(await page.content()).not.toContain('/a/path');
    await page.context().close();
    await other.close();
  });
});
