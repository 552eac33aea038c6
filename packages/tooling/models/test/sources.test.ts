import { defineTool, defineToolkit } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import type { ModelToolSource } from '@toolwire/models';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toOpenAiChat } from '@toolwire/models/openai';
import { openCassette } from '@toolwire/models/testing';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { toolwire } from 'toolwire';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { servedTools } from './served-tools.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('One.'), b: z.number().describe('The other.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const toolkit = defineToolkit({ name: 'Calculator', tools: [add] });

/** The answer to one call of the only tool. */
async function readOf(source: ModelToolSource, input: object): Promise<string | undefined> {
  const { tools, answer } = await toAnthropic(source);
  const [only] = tools;
  const { content } = await answer([{ type: 'tool_use', id: 'one', name: only?.name, input } as { type: string }]);
  return content[0]?.content;
}

describe('the tools are created in one line', () => {
  test('from a client, which lists and calls them', async () => {
    const { client } = await servedTools();
    expect(await readOf(client, { id: 'doorbell42' })).toBe('{"rang":"doorbell42"}');
  });

  test.each<[string, () => ModelToolSource]>([
    ['a server with every wire', () => toolwire({ tools: [add], logger: silentLogger })],
    ['a server without any', () => createToolServer({ tools: [toolkit], wires: [], logger: silentLogger })],
    ['a list of tools', () => [add]],
    ['a list of toolkits', () => [toolkit]],
  ])('from %s, which is called in this process', async (_of, source) => {
    expect(await readOf(source(), { a: 10, b: 5 })).toBe('15');
    expect(await readOf(source(), { a: 10, b: 'five' })).toContain('\nb: Must be a number');
  });

  test('from a recording', async () => {
    const { call } = scriptedCaller({ kind: 'value', value: 15 });
    const source = { tools: [modelTool()], call };
    const cassette = await openCassette(source, { file: 'never-written.json', mode: 'record' });
    expect(await readOf(cassette, { a: 10, b: 5 })).toBe('15');
  });
});

describe('a server in this process', () => {
  const failing = (additionalPromptContent?: string) => {
    const keys: string[] = [];
    const tool = defineTool({
      id: 'Mail.Send',
      version: '1.0.0',
      description: 'Sends a mail.',
      run: (_input, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length > 1) return 'Sent.';
        throw new RetryableToolError('The mail server is busy', {
          retryAfterMs: 1,
          ...(additionalPromptContent !== undefined && { additionalPromptContent }),
        });
      },
    });
    return { source: createToolServer({ tools: [tool], wires: [], logger: silentLogger }), keys };
  };

  test('OTC-RESP-08: is retried if the same input may succeed later', async () => {
    const { source, keys } = failing();
    expect(await readOf(source, {})).toBe('Sent.');
    expect(keys).toHaveLength(2);
    // Other services must not send the mail twice.
    expect(new Set(keys).size).toBe(1);
  });

  test('OTC-CALL-14: is not retried if the input must change', async () => {
    const { source, keys } = failing('Write to another address.');
    expect(await readOf(source, {})).toContain('Write to another address.');
    expect(keys).toHaveLength(1);
  });

  test('does not delay a caller that has disconnected', async () => {
    const left = new AbortController();
    const busy = defineTool({
      id: 'Mail.Send',
      version: '1.0.0',
      description: 'Sends a mail.',
      run: () => {
        left.abort();
        throw new RetryableToolError('The mail server is busy', { retryAfterMs: 50_000 });
      },
    });
    const { answer } = await toAnthropic([busy]);
    const asked = [{ type: 'tool_use', id: 'one', name: 'Mail_Send', input: {} } as { type: string }];
    expect((await answer(asked, { signal: left.signal })).content).toHaveLength(1);
  });
});

describe('tools with their caller', () => {
  test('are listed tools of any source', async () => {
    const { tools } = await servedTools();
    const served = toolwire({ tools: [add], logger: silentLogger }).tools;
    for (const listed of [tools, served]) {
      const { call, receivedCalls } = scriptedCaller({ kind: 'value', value: 'from another' });
      const made = await toOpenAiChat({ tools: listed, call }, { strict: 'auto' });
      expect(made.report[0]?.toolId).toMatch(/^(?:Doorbell\.Ring|Calculator\.Add)@1\.0\.0$/);
      const name = made.tools[0]?.function.name ?? '';
      const [answer] = await made.answer([{ id: 'one', function: { name, arguments: '{}' } }]);
      expect([answer?.content, receivedCalls.length]).toEqual(['from another', 1]);
    }
  });

  test('can be called with a user ID', async () => {
    const who = defineTool({
      id: 'Who.Am',
      version: '1.0.0',
      description: 'Says who calls.',
      requirements: { userId: true },
      run: (_input, { userId }) => userId,
    });
    const server = createToolServer({ tools: [who], wires: [], logger: silentLogger });
    const { answer } = await toAnthropic({ tools: server.tools, call: createCaller(server, { userId: 'Ada' }) });
    const { content } = await answer([{ type: 'tool_use', id: 'one', name: 'Who_Am', input: {} } as { type: string }]);
    expect(content[0]?.content).toBe('Ada');
    expect(await readOf(server, {})).toContain('user');
  });
});

describe('without tools, the error comes before the first request to a model', () => {
  test('for an unreachable server, with the message of its client', async () => {
    const refused = { kind: 'refused', message: 'There is no connection to the server.' } as const;
    const client = { list: () => Promise.resolve(refused), call: scriptedCaller().call };
    const error = {
      code: 'TW_TOOLS_UNLISTED',
      message: expect.stringMatching(
        /^toAnthropic\(\) could not list the tools: There is no connection to the server\. Check that .* \(TW_TOOLS_UNLISTED\)$/,
      ) as unknown,
      cause: refused,
    };
    await expect(toAnthropic(client)).rejects.toMatchObject(error);
  });

  test('for a client that throws', async () => {
    const cause = new Error('The signal was aborted.');
    const client = { list: () => Promise.reject(cause), call: scriptedCaller().call };
    await expect(toOpenAiChat(client)).rejects.toMatchObject({ code: 'TW_TOOLS_UNLISTED', cause });
  });

  test('for listed tools without their caller', async () => {
    // @ts-expect-error Listed tools have no `run`.
    await expect(toAnthropic([modelTool()])).rejects.toThrow(/\(TW_\w+\)$/);
    // @ts-expect-error The caller of a listing is missing.
    await expect(toAnthropic({ kind: 'listed', tools: [] })).rejects.toMatchObject({ code: 'TW_TOOLS_SOURCE' });
  });

  test.each([undefined, null, 7, 'https://tools.example.com', {}, { call: () => undefined }])(
    'for any other value: %s',
    async (source) => {
      // @ts-expect-error It has no tools.
      await expect(toAnthropic(source)).rejects.toThrow(
        /^toAnthropic\(\) received no source of tools\. Pass a client .*: toAnthropic\(client\) \(TW_TOOLS_SOURCE\)$/,
      );
    },
  );

  test('for an invalid definition, with the message of the server', async () => {
    await expect(toAnthropic([{ ...add, description: '' }])).rejects.toMatchObject({ code: 'TW_TOOL_DESCRIPTION' });
    for (const none of ['Calculator.Add', undefined]) {
      // @ts-expect-error It is not a tool.
      await expect(toAnthropic([none])).rejects.toMatchObject({ code: 'TW_OPTION_TYPE' });
    }
  });

  test('for invalid options, before anything is listed', async () => {
    let asked = 0;
    const list = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new Error('Nothing is listed.'));
    };
    const client = { list, call: scriptedCaller().call };
    // @ts-expect-error There is no such option.
    await expect(toAnthropic(client, { stirct: 'auto' })).rejects.toThrow("Did you mean 'strict'?");
    await expect(toAnthropic(client, { maxCharacters: 0 })).rejects.toThrow('maxCharacters must be');
    await expect(toOpenAiChat(client, { maxCharacters: -1 })).rejects.toThrow('maxCharacters must be');
    // @ts-expect-error There is no such choice.
    await expect(toOpenAiChat(client, { versions: 'newest' })).rejects.toThrow('versions must be');
    // @ts-expect-error Strings are not options.
    await expect(toOpenAiChat(client, 'auto')).rejects.toMatchObject({ code: 'TW_OPTIONS_NOT_OBJECT' });
    expect(asked).toBe(0);
  });
});
