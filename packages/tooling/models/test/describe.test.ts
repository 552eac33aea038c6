import { describeForModels } from '@toolwire/models/describe';
import { toOpenAiResponses } from '@toolwire/models/openai';
import { expect, test } from 'vitest';
import { allFixtureTools } from './fixtures/fixture-tools.ts';
import { sentByApi } from './fixtures/sent-tools.ts';

const tools = allFixtureTools();
const neverCalled = (): Promise<never> => Promise.reject(new Error('A description calls no tool.'));

/** The SDK of each API. */
const sdkOf: Readonly<Record<string, keyof typeof sentByApi>> = {
  'OpenAI Responses': 'OpenAI responses',
  'OpenAI Chat': 'OpenAI chat completions',
  'OpenAI Agents': 'OpenAI Agents',
  Anthropic: 'Anthropic messages',
  Gemini: 'Gemini',
  'AI SDK': 'AI SDK',
  LangChain: 'LangChain',
};

test('every fixture tool is described with the name and changes of every API', async () => {
  const { report } = await toOpenAiResponses({ tools, call: neverCalled }, { versions: 'all' });
  expect(report.flatMap(({ changes }) => changes.map(({ code }) => code))).toContain('name');
  for (const { toolId, name, changes } of report) {
    const tool = tools.find(({ id, version }) => `${id}@${version}` === toolId);
    const described = await describeForModels(tools, tool ?? { id: '', version: '' });
    expect(described.map(({ api }) => api)).toEqual(Object.keys(sdkOf));
    expect(described.map((one) => one.name)).toEqual(described.map(() => name));
    expect(described[0]?.changes).toEqual(changes);
  }
});

test.each(Object.entries(sdkOf))('%s describes what its SDK sends', async (api, sdk) => {
  for (const tool of tools.slice(0, 12)) {
    const described = (await describeForModels([tool], tool)).find((one) => one.api === api);
    const { sent, report } = await sentByApi[sdk]([tool]);
    const definition = JSON.stringify(described?.strict?.definition ?? described?.definition);
    const { name = '', description, schema } = sent[0] ?? {};
    expect(definition).toContain(JSON.stringify(name));
    expect(definition).toContain(JSON.stringify(description));
    expect(definition).toContain(JSON.stringify(schema));
    expect(described?.strict?.definition !== undefined).toBe(report[0]?.strict);
    expect([...(described?.changes ?? []), ...(described?.strict?.reasons ?? [])]).toEqual(
      expect.arrayContaining([...(report[0]?.changes ?? [])]),
    );
  }
});
