import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findStrictProblems, openAiStrict } from '@toolwire/models';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toOpenAiChat } from '@toolwire/models/openai';
import { silentLogger, type ToolDefinition, toolwire } from 'toolwire';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toolsFromOpenApi } from '../src/index.ts';
import { importSource } from '../src/source.ts';
import { compileErrors } from './compile-errors.ts';
import { packedDocument, packedDocuments } from './packed-documents.ts';

const everything = { paths: ['/*'] };
const baseUrl = 'https://api.example.com';
const maxSecondsPerMegabyte = 10;

const print = (text: string) => void process.stderr.write(`${text}\n`);
const documents = await Promise.all(packedDocuments.map(async (one) => ({ ...one, text: await packedDocument(one) })));
const missing = documents.filter(({ text }) => text === undefined).map((one) => one.package);
if (missing.length > 0) print(`Not tested, because npm can't download ${[...new Set(missing)].join(' and ')}.`);

describe.each(documents.filter((one): one is typeof one & { readonly text: string } => one.text !== undefined))(
  'the document of $name',
  ({ name, text, compiled }) => {
    it('is imported within seconds for each megabyte', async () => {
      const start = performance.now();
      const choice = { document: 'api.json', include: everything, baseUrl };
      const { toolIds, unsupported } = await importSource(text, { choice, validate: false });
      const seconds = (performance.now() - start) / 1000;
      const megabytes = text.length / 1e6;
      const peak = process.resourceUsage().maxRSS / 1024;
      print(
        `${name}: ${megabytes.toFixed(1)} MB, ${toolIds.length} tools, ${unsupported.length} unsupported, ${(seconds / megabytes).toFixed(2)} s per MB, peak memory ${peak.toFixed(0)} MiB`,
      );
      expect(toolIds.length).toBeGreaterThan(unsupported.length * 20);
      expect(seconds / megabytes).toBeLessThan(maxSecondsPerMegabyte);
    });

    it('is written as source that compiles under TypeScript 5.9', async () => {
      const choice = { document: 'api.json', include: compiled, baseUrl };
      const { files } = await importSource(text, { choice, validate: false });
      // Where its imports are found.
      const folder = await mkdtemp(fileURLToPath(new URL('generated/run-', import.meta.url)));
      onTestFinished(() => rm(folder, { recursive: true }));
      const paths = files.map((file) => join(folder, file.name));
      await Promise.all(files.map((file) => writeFile(join(folder, file.name), file.text ?? '')));
      const start = performance.now();
      expect(compileErrors('5.9', paths)).toEqual([]);
      print(`${name}: ${files.length} files compiled in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    });

    it('has tools that OpenAI, Anthropic and Gemini accept', async () => {
      const { tools } = await toolsFromOpenApi(text, { include: everything, baseUrl, validate: false });
      for (const some of batches(tools)) await expectAccepted(some);
    });
  },
);

/** The tools in lists as long as an API accepts. */
function batches(tools: readonly ToolDefinition[]): readonly (readonly ToolDefinition[])[] {
  const size = 100;
  return Array.from({ length: Math.ceil(tools.length / size) }, (_, index) =>
    tools.slice(index * size, (index + 1) * size),
  );
}

async function expectAccepted(tools: readonly ToolDefinition[]): Promise<void> {
  const server = toolwire({ tools, logger: silentLogger });
  const openAi = await toOpenAiChat(server, { strict: 'auto' });
  const strict = openAi.tools.filter((one) => one.function.strict === true);
  expect(strict.flatMap((one) => findStrictProblems(one.function.parameters, openAiStrict))).toEqual([]);
  const names = openAi.tools.map((one) => one.function.name);
  expect(names.filter((one) => !/^[\w-]{1,64}$/u.test(one))).toEqual([]);
  const anthropic = await toAnthropic(server, { strict: 'auto' });
  const gemini = await toGemini(server);
  const counts = [openAi, anthropic, gemini].map(({ report }) => report.length);
  expect(counts).toEqual(counts.map(() => tools.length));
  // These APIs refuse a choice between whole inputs.
  const inputs = [
    ...openAi.tools.map((one) => one.function.parameters),
    ...anthropic.tools.map((one) => one.input_schema),
  ];
  for (const input of inputs) {
    expect(input).toMatchObject({ type: 'object' });
    expect(Object.keys(input).filter((keyword) => /^(?:oneOf|anyOf|allOf|enum|not)$/u.test(keyword))).toEqual([]);
  }
}
