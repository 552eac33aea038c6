import { type ArtifactDetails, type ArtifactStore, artifact, defineTool } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { otc } from '@toolwire/otc';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf, hostRequest, recordingLogger, send } from './support.ts';

const base = { version: '1.0.0', description: 'Makes something.' } as const;

/** A store that remembers what it was given. */
function recordingStore(): ArtifactStore & { readonly saved: { text: string; details: ArtifactDetails }[] } {
  const saved: { text: string; details: ArtifactDetails }[] = [];
  return {
    saved,
    async save(body, details) {
      let text = '';
      for await (const piece of body) text += new TextDecoder().decode(piece);
      saved.push({ text, details });
      return { url: `https://files.example/${saved.length}`, size: text.length };
    },
  };
}

function serverOf(run: () => unknown, options: Partial<ToolServerOptions> = {}) {
  const tool = defineTool({ ...base, id: 'File.Make', run });
  return createToolServer({ tools: [tool], wires: [otc()], logger: recordingLogger(), ...options });
}

const table = artifact({ contentType: 'text/csv', description: 'A table', name: 't.csv', body: ['a,b\n', '1,2\n'] });

describe('a tool that returns a file', () => {
  test('stores it, and returns the URL', async () => {
    const store = recordingStore();
    const server = serverOf(() => table, { artifacts: { store } });
    const outcome = await server.call(callOf('File.Make'));
    expect(outcome).toMatchObject({
      kind: 'artifact',
      artifact: { url: 'https://files.example/1', contentType: 'text/csv', size: 8, description: 'A table' },
    });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
    expect(store.saved).toMatchObject([{ text: 'a,b\n1,2\n', details: { contentType: 'text/csv', name: 't.csv' } }]);
    const answer = await send(server, hostRequest('POST', '/tools/call', { request: { tool_id: 'File.Make' } }));
    expect(answer?.json).toMatchObject({
      result: {
        success: true,
        value: {
          artifact: {
            url: 'https://files.example/2',
            content_type: 'text/csv',
            size: 8,
            meta: { description: 'A table' },
          },
        },
      },
    });
  });

  test.each([
    ['a text', 'x', 'x'],
    ['bytes', new TextEncoder().encode('x'), 'x'],
    [
      'a generator',
      (async function* () {
        yield 'x';
        yield new TextEncoder().encode('y');
      })(),
      'xy',
    ],
  ])('may create it from %s', async (_what, body, text) => {
    const store = recordingStore();
    const server = serverOf(() => artifact({ contentType: 'text/plain', description: 'x', body }), {
      artifacts: { store },
    });
    await server.call(callOf('File.Make'));
    expect(store.saved[0]?.text).toBe(text);
  });

  test('fails without a store, and the log shows the fix', async () => {
    const logger = recordingLogger();
    const outcome = await serverOf(() => table, { logger }).call(callOf('File.Make'));
    expect(outcome).toMatchObject({ kind: 'failed', failure: { message: 'The tool failed unexpectedly.' } });
    expect(JSON.stringify(logger.records)).toContain('Set artifacts: { store }');
  });

  test("fails with the tool's message if the body fails", async () => {
    const body = (async function* (): AsyncGenerator<string> {
      yield 'x';
      throw new ToolError('The table is locked');
    })();
    const server = serverOf(() => artifact({ contentType: 'text/plain', description: 'x', body }), {
      artifacts: { store: recordingStore() },
    });
    expect(await server.call(callOf('File.Make'))).toMatchObject({
      kind: 'failed',
      reason: 'reported',
      failure: { message: 'The table is locked' },
    });
  });

  test('OTC-RESP-05 is refused if it declares an output schema', async () => {
    const store = recordingStore();
    const tool = defineTool({ ...base, id: 'File.Make', output: z.string(), run: () => table as unknown as string });
    const server = serverOf(() => null, { tools: [tool], artifacts: { store } });
    expect(await server.call(callOf('File.Make'))).toMatchObject({ kind: 'failed', reason: 'bad_output' });
    expect(store.saved).toEqual([]);
  });
});

describe('a value that is too long to send', () => {
  const list = Array.from({ length: 100 }, (_, index) => index);

  test('is stored with aboveLength', async () => {
    const store = recordingStore();
    const outcome = await serverOf(() => list, { artifacts: { store, aboveLength: 100 } }).call(callOf('File.Make'));
    expect(outcome).toMatchObject({
      kind: 'artifact',
      artifact: { contentType: 'application/json', description: 'The result of File_Make: a list of 100' },
    });
    expect(outcome).not.toHaveProperty('value');
    expect(JSON.parse(store.saved[0]?.text ?? '')).toEqual(list);
  });

  test('is sent if it is short enough, or without aboveLength', async () => {
    const store = recordingStore();
    for (const artifacts of [{ store, aboveLength: 1000 }, { store }]) {
      expect(await serverOf(() => list, { artifacts }).call(callOf('File.Make'))).toMatchObject({ kind: 'value' });
    }
  });

  test('OTC-RESP-05 is sent if it has an output schema', async () => {
    const tool = defineTool({ ...base, id: 'File.Make', output: z.array(z.number()), run: () => list });
    const server = serverOf(() => null, { tools: [tool], artifacts: { store: recordingStore(), aboveLength: 100 } });
    expect(await server.call(callOf('File.Make'))).toMatchObject({ kind: 'value', value: list });
  });
});
