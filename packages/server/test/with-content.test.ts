import { type ArtifactStore, defineTool, withContent } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCaller, createToolServer, silentLogger, type ToolServerOptions } from '../src/index.ts';

const about = { version: '1.0.0', description: 'Reads a file.' } as const;
const output = z.object({ path: z.string(), text: z.string() });
const file = { path: 'a.txt', text: 'one' };
const picture = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;

async function outcomeOf(run: () => unknown, options: Partial<ToolServerOptions> = {}) {
  const tool = { ...about, id: 'Files.Read', output, run };
  const server = createToolServer({ tools: [tool], wires: [], logger: silentLogger, ...options });
  const { tool: _tool, durationMs: _ms, ...outcome } = await createCaller(server)('Files.Read', {});
  return outcome;
}

describe('content next to a value', () => {
  test('is part of the outcome, and the value is what the caller gets', async () => {
    const content = [{ type: 'text', text: 'The file has one line.' }, picture];
    expect(await outcomeOf(() => withContent(file, 'The file has one line.', picture))).toEqual({
      kind: 'value',
      value: file,
      content,
    });
    expect(await outcomeOf(async () => withContent(file, picture))).toMatchObject({ value: file, content: [picture] });
    const tool = defineTool({ ...about, id: 'Files.Read', output, run: () => withContent(file, 'One line.') });
    const server = createToolServer({ tools: [tool], wires: [], logger: silentLogger });
    expect(await createCaller(server).value(tool, {})).toEqual(file);
  });

  test('does not change how the value is validated, and which of its fields are sent', async () => {
    expect(await outcomeOf(() => withContent({ ...file, owner: 'ada' }, 'One line.'))).toMatchObject({ value: file });
    const wrong = await outcomeOf(() => withContent({ path: 'a.txt' }, 'One line.'));
    expect(wrong).toMatchObject({
      kind: 'failed',
      reason: 'bad_output',
      failure: { message: 'The tool returned a value that does not match its output schema.' },
    });
    expect(JSON.stringify(wrong)).not.toContain('One line.');
  });

  test.each([
    ['a block of no known type', { type: 'video', data: '' }, 'The tool returned an invalid content block.'],
    ['a number', 5, 'The tool returned an invalid content block.'],
    ['a value that is not JSON', { type: 'text', text: 5n }, 'The tool returned content that is not valid JSON.'],
  ])('is a failure if a block is %s', async (_what, block, message) => {
    const outcome = await outcomeOf(() => withContent(file, block as unknown as string));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'bad_output', failure: { message } });
  });

  test('counts with its value towards the maximum size', async () => {
    const limits = { outputBytes: 200 };
    const long = 'x'.repeat(100);
    const both = () => withContent({ ...file, text: long }, long);
    expect(await outcomeOf(both)).toMatchObject({ kind: 'value' });
    expect(await outcomeOf(() => withContent(file, long), { limits })).toMatchObject({ kind: 'value' });
    expect(await outcomeOf(() => withContent({ ...file, text: long }, 'x'), { limits })).toMatchObject({
      kind: 'value',
    });
    expect(await outcomeOf(both, { limits })).toMatchObject({
      kind: 'failed',
      reason: 'bad_output',
      failure: {
        message: 'The tool returned a value that is too large.',
        developerMessage: expect.stringContaining('It may have at most 200 bytes') as string,
      },
    });
  });

  test('is a copy: later changes by the tool are not sent', async () => {
    const block = { type: 'text' as const, text: 'One line.' };
    const outcome = await outcomeOf(() => withContent(file, block));
    block.text = 'Changed.';
    expect(outcome).toMatchObject({ content: [{ text: 'One line.' }] });
  });

  test('keeps a long value from being stored as an artifact', async () => {
    const store: ArtifactStore = { save: () => expect.unreachable('it was stored') };
    const long = 'x'.repeat(100);
    const tool = { ...about, id: 'Files.Any', run: () => withContent(long, 'Many letters.') };
    const artifacts = { store, aboveLength: 50 };
    const server = createToolServer({ tools: [tool], wires: [], logger: silentLogger, artifacts });
    expect(await createCaller(server)('Files.Any', {})).toMatchObject({ kind: 'value', value: long });
  });
});
