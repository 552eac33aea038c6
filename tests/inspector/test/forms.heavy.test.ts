import { documentTools, fixtureTools } from '@toolwire/conformance/fixtures';
import type { Page } from 'playwright-core';
import { defineTool } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, isWhole, whyNot } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { resultText } from '../src/result-page.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';
import { shapes } from '../src/shapes.ts';
import { type SchemaObject, valueFor } from '../src/value-for.ts';

/** What fits the patterns of the fixtures. */
const known = { '^[A-Z]{2}-[0-9]+$': 'AB-12', '^(?:a+-)*a+$': 'a-a' };

describe.skipIf(!hasBrowser)(`The form of the inspector${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    const echoes = shapes.map(({ name, input }) =>
      defineTool({
        id: `Shapes.${name}`,
        version: '1.0.0',
        description: 'Echoes.',
        input,
        run: (given) => given ?? {},
      }),
    );
    const fixtures = [...documentTools(), ...fixtureTools()];
    served = await serveInspector({ tools: [...echoes, ...fixtures.map(echo)] });
    ({ page } = served);
  });

  afterAll(() => served?.close());

  async function show(key: string): Promise<void> {
    const [id = '', version = ''] = key.split('@');
    const [toolkit = '', name = ''] = id.split('.');
    const group = page.locator('.tools section', { has: page.getByRole('heading', { name: toolkit, exact: true }) });
    const entries = group.locator('.entry');
    await entries.filter({ hasText: new RegExp(`^${name} ${version}`) }).click();
    await page.locator(`[data-tool="${key}"]`).waitFor();
  }

  async function callAndRead(): Promise<unknown> {
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect.poll(() => page.locator('.run[data-kind="running"]').count()).toBe(0);
    expect(await page.locator('.run').getAttribute('data-kind')).toBe('value');
    return JSON.parse(await resultText(page.locator('.run')));
  }

  test.each(shapes)('fills in and sends $name', async ({ name, value }) => {
    await show(`Shapes.${name}@1.0.0`);
    await fillForm(page, value);
    expect(JSON.parse(await page.getByLabel('Input as JSON').inputValue())).toEqual(value);
    expect(await callAndRead()).toMatchObject(value);
    // The reverse: JSON input appears in the form, and is the same when it is sent from there.
    const text = JSON.stringify(value);
    await page.getByLabel('Input as JSON').fill('{}');
    await page.getByLabel('Input as JSON').fill(text);
    expect(await callAndRead()).toMatchObject(value);
    expect(served.problems).toEqual([]);
  });

  // Hundreds of forms, which take a minute of a machine that has more to do.
  test(`fills in and sends ${isWhole ? 'every fixture' : 'some fixtures'} of the standard`, {
    timeout: 600_000,
  }, async () => {
    const { tools } = (await (await fetch(`${served.url}/tools`)).json()) as {
      tools: { id: string; input_schema: { parameters: SchemaObject } }[];
    };
    const given = tools.filter(({ id }) => !id.startsWith('Shapes.'));
    for (const { id, input_schema: schema } of given.filter((_, place) => isWhole || place % 8 === 0)) {
      const value = valueFor(schema.parameters, known) as Parameters<typeof fillForm>[1];
      await show(id);
      await fillForm(page, value);
      expect([id, JSON.parse(await page.getByLabel('Input as JSON').inputValue())]).toEqual([id, value]);
      expect([id, await callAndRead()]).toEqual([id, value]);
    }
    expect(served.problems).toEqual([]);
  });

  test('sends a file as base64', async () => {
    await show('Shapes.File@1.0.0');
    await fillForm(page, { data: '' });
    await page
      .getByLabel('A file for data')
      .setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from([0, 255, 7]) });
    expect(await callAndRead()).toEqual({ data: 'AP8H' });
  });
});

/** A fixture that answers with what it was sent, so that nothing but its form and its schema matters. */
function echo(definition: ReturnType<typeof fixtureTools>[number]): typeof definition {
  const { output: _output, requirements: _requirements, ...rest } = definition;
  return { ...rest, run: (input: unknown) => input };
}
