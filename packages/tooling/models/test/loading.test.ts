import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type * as OpenAiEntry from '@toolwire/models/openai';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelTool, scriptedCaller } from './tools.ts';

const entries = ['openai', 'anthropic', 'gemini', 'ai-sdk', 'langchain', 'openai-agents'];

/** The reason why a part of an entry is loaded, by one of its sources. */
const reasons = {
  strict: /schema\/strict-input\.ts$/,
  answering: /calls\/answer-calls\.ts$/,
  mcp: /source\/mcp-client\.ts$/,
  local: /source\/local-tools\.ts$/,
  server: /source\/server-caller\.ts$/,
};

describe('an entry, as code-splitting bundlers see it', () => {
  let folder = '';
  let metafile: Metafile;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loading-'));
    ({ metafile } = await build({
      entryPoints: entries.map((name) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))),
      outdir: folder,
      bundle: true,
      splitting: true,
      minify: true,
      metafile: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      conditions: ['@toolwire/source'],
      logLevel: 'silent',
    }));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The parts that are loaded with one, by the names of their files. */
  const loadedWith = (file: string): ReadonlySet<string> => {
    const found = new Set([file]);
    for (const one of found) {
      const output = Object.entries(metafile.outputs).find(([path]) => basename(path) === one)?.[1];
      for (const { kind, path } of output?.imports ?? []) if (kind === 'import-statement') found.add(basename(path));
    }
    return found;
  };
  const fileOf = (source: RegExp): string => {
    const found = Object.entries(metafile.outputs).find(([, { inputs }]) =>
      Object.keys(inputs).some((one) => source.test(one)),
    );
    return basename(found?.[0] ?? '');
  };
  const laterThan = (file: string): readonly string[] =>
    Object.entries(metafile.outputs)
      .filter(([path]) => basename(path) === file)
      .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === 'dynamic-import'))
      .map(({ path }) => basename(path));

  test.each(entries)('%s is at most 4 kB when it is imported, of no built-in module and without eval', async (name) => {
    const loaded = await Promise.all([...loadedWith(`${name}.js`)].map((file) => readFile(join(folder, file))));
    expect(loaded.reduce((sum, one) => sum + gzipSync(one).length, 0)).toBeLessThanOrEqual(4_000);
    const all = await Promise.all(
      Object.keys(metafile.outputs).map((path) => readFile(join(folder, basename(path)), 'utf8')),
    );
    expect(all.join('\n')).not.toMatch(/\bnode:|\brequire\(|\beval\(|\bFunction\(|\bBuffer\b/);
  });

  test.each(entries)('%s loads neither strict mode nor answers with its first tools, and no other source', (name) => {
    const later = Object.values(reasons).map(fileOf);
    expect(new Set(later).size).toBe(5);
    const first = laterThan(`${name}.js`);
    expect(first.length).toBeGreaterThan(0);
    for (const file of first) expect([...loadedWith(file)].filter((one) => later.includes(one))).toEqual([]);
  });

  test('loads the answers with the first call, and retries after a failure', async () => {
    const { toOpenAiChat } = (await import(pathToFileURL(join(folder, 'openai.js')).href)) as typeof OpenAiEntry;
    const answering = join(folder, fileOf(reasons.answering));
    await rename(answering, `${answering}.away`);
    const { tools, answer } = await toOpenAiChat({ tools: [modelTool()], call: scriptedCaller().call });
    const name = tools[0]?.function.name ?? '';
    const calls = [{ id: 'one', function: { name, arguments: '{"a":1,"b":2}' } }];
    await expect(answer(calls)).rejects.toThrow(basename(answering));
    await rename(`${answering}.away`, answering);
    expect(await answer(calls)).toEqual([{ role: 'tool', tool_call_id: 'one', content: '8' }]);
  });

  test('needs toolwire for tools that are defined in this process, but not for an empty list of listed tools', async () => {
    const { toOpenAiChat } = (await import(pathToFileURL(join(folder, 'openai.js')).href)) as typeof OpenAiEntry;
    await expect(toOpenAiChat([])).rejects.toMatchObject({ code: 'TW_TOOLS_SOURCE' });
    expect(await toOpenAiChat({ tools: [], call: scriptedCaller().call })).toMatchObject({ tools: [], report: [] });
  });
});
