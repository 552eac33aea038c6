import { createMemoryArtifacts } from '@toolwire/artifacts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ArtifactStore,
  createCaller,
  defineTool,
  silentLogger,
  type ToolDefinition,
  toolwire,
} from '../src/index.ts';

const base = { id: 'Files.Join', version: '1.0.0', description: 'Joins files.' } as const;
const join = defineTool({
  ...base,
  input: z.object({
    files: z.array(z.string()).describe('The files.'),
    cover: z.string().nullish().describe('The first page.'),
  }),
  output: z.string(),
  uploads: { files: { maxBytes: 5 }, cover: {} },
  run: async ({ files, cover }, { upload }) => {
    const texts = [...(cover ? [cover] : []), ...files].map((reference) => upload(reference).text());
    return (await Promise.all(texts)).join('+');
  },
});

/** A store that has files from the start. */
function storeOf(texts: Readonly<Record<string, string>>): ArtifactStore {
  return {
    ...createMemoryArtifacts({ url: 'http://127.0.0.1' }),
    uploads: {
      create: () => Promise.resolve({ ok: false, message: 'Full. (upload_quota)', retryAfterMs: 1000 }),
      find: async (reference) => {
        const text = texts[reference];
        if (text === undefined) return { ok: false, problem: 'unknown' };
        const bytes = new TextEncoder().encode(text);
        const body = (async function* () {
          yield bytes;
        })();
        return { ok: true, name: 'a.txt', contentType: 'text/plain', size: bytes.length, body };
      },
    },
  };
}

function serverOf(tools: readonly ToolDefinition[], store: ArtifactStore = storeOf({})) {
  return toolwire({ tools, artifacts: { store }, logger: silentLogger });
}

describe('a tool with `uploads`', () => {
  const call = createCaller(
    serverOf([join], storeOf({ 'upload:1': 'one', 'upload:2': 'two', 'upload:3': 'toolarge' })),
  );

  test('reads a file more than once, also at the same time', async () => {
    const twice = defineTool({
      ...join,
      run: async ({ files: [reference = ''] }, { upload }) => {
        const { text, stream } = upload(reference);
        const texts = await Promise.all([text(), text()]);
        for await (const chunk of stream()) texts.push(new TextDecoder().decode(chunk));
        return texts.join('+');
      },
    });
    const callTwice = createCaller(serverOf([twice], storeOf({ 'upload:1': 'one' })));
    expect(await callTwice('Files.Join', { files: ['upload:1'] })).toMatchObject({ value: 'one+one+one' });
  });

  test('reads a list of files, and an optional file', async () => {
    expect(await call('Files.Join', { files: ['upload:1', 'upload:2'] })).toMatchObject({ value: 'one+two' });
    expect(await call('Files.Join', { files: ['upload:1'], cover: 'upload:3' })).toMatchObject({
      value: 'toolarge+one',
    });
    expect(await call('Files.Join', { files: [], cover: null })).toMatchObject({ value: '' });
  });

  test('does not run with a file that is missing or too large', async () => {
    expect(await call('Files.Join', { files: ['upload:1', 'upload:3'], cover: 'upload:9' })).toMatchObject({
      kind: 'invalid',
      parameterErrors: {
        files: 'The file must have at most 5 bytes, and has 8. (upload_too_large)',
        cover: expect.stringContaining('(upload_not_found)') as unknown,
      },
    });
  });

  test('lists its parameters with instructions and a pattern, also in a list', () => {
    const { tools } = serverOf([join]);
    expect(tools.map(({ id }) => id)).toEqual(['Files.Join', 'Files.CreateUpload']);
    expect(tools[0]?.inputSchema['properties']).toMatchObject({
      files: {
        description: expect.stringMatching(/^The files\. An uploaded file: .* At most 5 bytes\.$/) as unknown,
        items: { pattern: '^upload:[A-Za-z0-9_-]+$' },
      },
      cover: { pattern: '^upload:[A-Za-z0-9_-]+$' },
    });
  });

  test('can read no other value as a file', async () => {
    const other = defineTool({
      ...base,
      input: z.object({ file: z.string(), other: z.string() }),
      uploads: { file: {} },
      run: ({ other: reference }, { upload }) => upload(reference).size,
    });
    const caller = createCaller(serverOf([other], storeOf({ 'upload:1': 'one', 'upload:2': 'two' })));
    const outcome = await caller('Files.Join', { file: 'upload:1', other: 'upload:2' });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'unexpected' });
  });
});

test('Files.CreateUpload causes no warning at startup', () => {
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
  toolwire({ tools: [join], artifacts: { store: storeOf({}) }, logger, strict: true });
  expect(warnings).toEqual([]);
});

test('Files.CreateUpload reports a refusal of the store, with its delay', async () => {
  const call = createCaller(serverOf([join]));
  expect(await call('Files.CreateUpload', { name: 'a', content_type: 'text/csv', size: 1 })).toMatchObject({
    kind: 'failed',
    failure: { message: 'Full. (upload_quota)', canRetry: true, retryAfterMs: 1000 },
  });
});

test.each(['.', '..', '...', ' ', '.. ', '. .'])('Files.CreateUpload rejects the name %j', async (name) => {
  const call = createCaller(serverOf([join]));
  expect(await call('Files.CreateUpload', { name, content_type: 'text/csv', size: 1 })).toMatchObject({
    kind: 'invalid',
    parameterErrors: { name: expect.stringContaining('must be a file name without a path') as unknown },
  });
});

test('a server without such a tool does not list Files.CreateUpload', () => {
  const { uploads: _uploads, ...plain } = join;
  const server = serverOf([plain]);
  expect(server.tools.map(({ id }) => id)).toEqual(['Files.Join']);
  server.replaceTools([join]);
  expect(server.tools.map(({ id }) => id)).toEqual(['Files.Join', 'Files.CreateUpload']);
});

test.each([
  [
    'a store without uploads',
    join,
    { save: () => Promise.reject(new Error('full')) },
    'uploads needs a store for files',
  ],
  [
    'a parameter that the input lacks',
    { ...join, uploads: { fil: {} } },
    storeOf({}),
    "uploads names 'fil', which is not",
  ],
  [
    'an invalid type',
    { ...join, uploads: { files: { contentTypes: ['csv'] } } },
    storeOf({}),
    'uploads.files.contentTypes must',
  ],
  [
    'a list without types',
    { ...join, uploads: { files: { contentTypes: [] } } },
    storeOf({}),
    'uploads.files.contentTypes must',
  ],
  ['a limit of 0', { ...join, uploads: { files: { maxBytes: 0 } } }, storeOf({}), 'uploads.files.maxBytes must be'],
])('%s is rejected at startup', (_what, tool, store, message) => {
  expect(() => serverOf([tool], store)).toThrow(message);
});

test('an unknown limit is rejected when the tool is defined', () => {
  const uploads = { files: { maxBytes: 1, maxSize: 1 } };
  expect(() => defineTool({ ...base, input: z.object({ files: z.string() }), uploads, run: () => 1 })).toThrow(
    "Invalid option 'maxSize' in uploads.files of Tool 'Files.Join'",
  );
});
