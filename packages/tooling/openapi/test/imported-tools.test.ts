import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@toolwire/client';
import { compareSchemas, type JsonSchema } from '@toolwire/contract';
import { silentLogger, type ToolDefinition, toolwire } from 'toolwire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { toolsFromOpenApi } from '../src/index.ts';
import { importSource } from '../src/source.ts';
import { documents } from './documents.ts';
import { firstImport } from './first-import.ts';
import { type PetApi, petDocument, startPetApi } from './pet-api.ts';

type Listening = Awaited<ReturnType<ReturnType<typeof toolwire>['listen']>>;
interface ToolsModule {
  readonly tools: readonly ToolDefinition[];
}

const include = { paths: ['/*'] };
const folderOf = (name: string) => fileURLToPath(new URL(`generated/${name}`, import.meta.url));

let api: PetApi;
let folder: string;
let servers: readonly Listening[] = [];
beforeAll(async () => {
  api = await startPetApi();
  // Where its imports are found.
  folder = await mkdtemp(folderOf('run-'));
  const config = { document: 'pets.yaml', include, toolkit: 'Pets', baseUrl: api.url };
  const { files } = await importSource(petDocument, { config, ...firstImport });
  await Promise.all(files.map(({ name, text = '' }) => writeFile(join(folder, name), text)));
  const { tools: written } = (await import(join(folder, 'index.ts'))) as ToolsModule;
  const { tools } = await toolsFromOpenApi(petDocument, {
    include,
    toolkit: 'Pets',
    baseUrl: api.url,
    validate: false,
  });
  servers = await Promise.all(
    [written, tools].map((each) =>
      toolwire({ tools: each, logger: silentLogger }).listen(0, { closeOnSignals: false }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([...servers.map((server) => server.close()), api.close(), rm(folder, { recursive: true })]);
});

const keys = {
  secrets: [
    { id: 'key', value: 'k' },
    { id: 'queryKey', value: 'q' },
  ],
};

it.each([
  ['Echo', { segment: 'a/b ü', text: 'x y', list: ['1', '2'], csv: ['a,', 'b'], object: { a: 'x', b: 1 } }, {}],
  [
    'Echo',
    { segment: 's', deep: { a: '1', b: 2 }, 'X-Text': 't', 'X-List': ['a', 'b'], session: 'c', json: { a: [1] } },
    {},
  ],
  ['SendForm', { body: { text: 'a b', list: ['1', '2'], object: { a: '+' } } }, {}],
  ['UpdatePet', { id: 7, body: { name: 'Rex', tags: ['a'] } }, {}],
  ['DeletePet', { id: 7 }, {}],
  ['GetPet', { id: 404 }, {}],
  ['Status', { code: 503 }, {}],
  ['WriteStatus', { code: 503 }, {}],
  ['WriteStatus', { code: 422 }, {}],
  ['Echo', { segment: '..' }, {}],
  ['Echo', { segment: 's', unknown: 1 }, {}],
  ['WithKey', {}, keys],
  ['WithToken', {}, { authorization: [{ id: 'login', token: 't' }] }],
] as const)('calls %s as the tools of the run time do, with %j', async (tool, input, context) => {
  const [written, direct] = await Promise.all(
    servers.map(async ({ url }) => {
      const client = createClient({ url, retry: false });
      const result = await client.call(`Pets.${tool}`, input, { callId: 'one-call', context });
      // The validators word their errors differently.
      return result.kind === 'invalid' ? { kind: result.kind } : { ...result, durationMs: 0 };
    }),
  );
  expect(JSON.stringify(written)).toBe(JSON.stringify(direct));
});

it('sends a write once, however often the call is repeated', async () => {
  const client = createClient({ url: servers[0]?.url ?? '', retry: false });
  const before = api.made();
  const call = () => client.call('Pets.CreatePet', { body: { name: 'flaky' } }, { callId: 'flaky-call' });
  const first = await call();
  expect(first).toMatchObject({ kind: 'failed', failure: { canRetry: true } });
  expect(await call()).toMatchObject({ kind: 'value' });
  expect(api.made()).toBe(before + 1);
});

it.each(Object.keys(documents))('accepts every input that the schemas of %s accept', async (name) => {
  const { tools: written } = (await import(`./generated/${name}/index.ts`)) as ToolsModule;
  const { tools } = await toolsFromOpenApi(documents[name] ?? '', { include, baseUrl: api.url, validate: false });
  expect(written.map(({ id }) => id).sort()).toEqual(tools.map(({ id }) => id).sort());
  for (const { id, input } of written) {
    const original = tools.find((one) => one.id === id)?.input;
    if (input === undefined) expect(original, id).toMatchObject({ properties: {} });
    else if (input instanceof z.ZodType) {
      const published = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
      expect(compareSchemas(original as JsonSchema, published), id).toEqual({ verdict: 'yes' });
    } else expect(input, id).toEqual(original);
  }
});
