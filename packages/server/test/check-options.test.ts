import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { describe, expect, test } from 'vitest';
import { createToolServer } from '../src/index.ts';
import { recordingLogger } from './support.ts';

const tool = defineTool({ id: 'A.B', version: '1.0.0', description: 'Does nothing.', run: () => null });

/** What JavaScript passes, where no compiler looks. */
function serve(changes: object): unknown {
  return createToolServer({ tools: [tool], wires: [otc()], ...changes });
}

describe('invalid options throw with advice', () => {
  const example = '[defineTool({ … })]';
  const stage = '[(call, next) => next()]';
  const limits =
    'Write a number above 0 for bodyBytes, bodyDepth, bodyParts, callerMs, deferAfterMs, outputBytes, patternLength, runningCalls, runningInputBytes, timeoutMs';
  const verifier = 'Write a verifier such as apiKey({ … }), or leave it out';
  test.each([
    [{ tools: undefined }, `tools is undefined. Write a list: ${example}`],
    [{ tools: Promise.resolve([tool]) }, `tools is a promise; await it. Write a list: ${example}`],
    [{ tools: tool }, `tools is another object. Write a list: ${example}`],
    [{ tools: [tool, Promise.resolve(tool)] }, `tools[1] is a promise; await it. Write ${example}`],
    [{ tools: [{ default: tool }] }, `tools[0] is a module; take its default. Write ${example}`],
    [{ tools: [undefined] }, `tools[0] is undefined. Write ${example}`],
    [{ tools: [[tool]] }, `tools[0] is a list. Write ${example}`],
    [
      { tools: [{ description: 'Adds', inputSchema: {}, execute: () => 1 }] },
      "tools[0] has no id. Write defineTool({ id: 'Calculator.Add', version: '1.0.0', … })",
    ],
    [{ tools: [{ name: 'A', tools: [null] }] }, `tools[0] is null. Write ${example}`],
    [{ wires: undefined }, 'wires is undefined. Write a list: [otc(), mcp()]'],
    [{ wires: [otc] }, 'wires[0] is a function. Write [otc(), mcp()]'],
    [{ use: ['x'] }, `use[0] is a string. Write ${stage}`],
    [{ around: [{}] }, `around[0] is another object. Write ${stage}`],
    [{ limits: { bodyBytes: '1mb' } }, `limits.bodyBytes is a string. ${limits}`],
    [{ limits: { bodyDepth: 0 } }, `limits.bodyDepth is 0. ${limits}`],
    [{ limits: { bodybytes: 1 } }, "does not know 'bodybytes'. Did you mean 'bodyBytes'?"],
    [{ auth: 'x' }, `auth is a string. ${verifier}`],
    [{ auth: {} }, `auth is another object. ${verifier}`],
    [{ auth: null }, `auth is null. ${verifier}`],
    [{ onError: 'x' }, 'onError is a string. Write a function: (error, call) => …'],
    [{ mapError: {} }, 'mapError is another object. Write a function: (error, call) => …'],
    [{ logger: { log() {} } }, 'logger is another object. Write one such as pino(), or leave it out'],
  ])('%o', (changes, message) => {
    expect(() => serve(changes)).toThrow(message);
  });

  test('an array instead of options, or nothing', () => {
    const create = createToolServer as (options?: unknown) => unknown;
    expect(() => create([tool])).toThrow(
      'The argument of createToolServer() is a list. Write { tools: [add], wires: [otc()] }',
    );
    expect(() => create()).toThrow('The argument of createToolServer() is undefined.');
  });

  test('replaceTools checks tools too', () => {
    const server = createToolServer({ tools: [tool], wires: [otc()] });
    expect(() => server.replaceTools([undefined as never])).toThrow('tools[0] is undefined');
    expect(server.tools).toHaveLength(1);
  });
});

describe('invalid definitions throw with their tool and advice', () => {
  test.each([
    [{ id: 'A.B@1.0.0' }, "its id has a version in it; write id: 'A.B', and the version into `version`"],
    [{ id: 'A.B C' }, "'A.B C' is not a tool ID"],
    [{ id: undefined }, "A tool ID is a string such as 'Calculator.Add@1.0.0', not undefined"],
    [{ requirements: { secrets: ['X'] } }, "its requirements.secrets must be a list such as [{ id: 'X' }]"],
    [
      { requirements: { authorization: 'google' } },
      "its requirements.authorization must be a list such as [{ id: 'google' }]",
    ],
    [{ requirements: { secrets: [null] } }, "its requirements.secrets must be a list such as [{ id: 'NAME' }]"],
    [{ requirements: { userId: 'yes' } }, 'its userId must be true or false'],
    [{ requirements: null }, "its requirements must be an object such as { secrets: [{ id: 'NAME' }] }, or be omitted"],
    [{ requirements: [] }, 'its requirements must be an object'],
    [{ requirements: { user_id: true } }, "its requirements has no 'user_id'; did you mean 'userId'?"],
    [{ requirements: { secret: [] } }, "its requirements has no 'secret'; did you mean 'secrets'?"],
    [{ requirements: { tokens: [] } }, "its requirements has no 'tokens'; there are authorization, secrets, userId"],
    [{ requirements: { secrets: { id: 'K' } } }, "its requirements.secrets must be a list such as [{ id: 'NAME' }]"],
    [{ requirements: { authorization: [{ oauth2: {} }] } }, 'its requirements.authorization must be a list such as'],
    [{ requirements: { secrets: [{ id: ' ' }] } }, 'its requirements.secrets has an empty id'],
    [{ requirements: { secrets: [{ id: 'K' }, { id: 'K' }] } }, "its requirements.secrets names 'K' twice"],
    [
      { requirements: { secrets: [{ id: 'K', value: 'v' }] } },
      "its requirements.secrets of 'K' has no 'value'; there are id",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scopes: 'mail' } }] } },
      "its requirements.authorization of 'google' must have its scopes in a list: oauth2: { scopes: ['SCOPE'] }",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scopes: [1] } }] } },
      "its requirements.authorization of 'google' must have",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scope: [] } }] } },
      "its requirements.authorization of 'google' in oauth2 has no 'scope'; did you mean 'scopes'?",
    ],
    [{ timeoutMs: '5' }, 'its timeoutMs must be a number of milliseconds above 0'],
    [{ timeoutMs: 0 }, 'its timeoutMs must be a number of milliseconds above 0'],
    [{ annotations: { readOnly: 'yes' } }, 'its readOnly must be true or false'],
  ])('%o', (changes, message) => {
    expect(() => serve({ tools: [{ ...tool, ...changes }] })).toThrow(`cannot be served: ${message}`);
  });

  test('valid requirements are accepted', () => {
    const authorization = [{ id: 'google', oauth2: { scopes: ['mail'] } }, { id: 'x', oauth2: {} }, { id: 'y' }];
    for (const requirements of [
      undefined,
      {},
      { userId: false },
      { authorization, secrets: [{ id: 'google' }], userId: true },
      { authorization: undefined, secrets: [], userId: undefined },
    ]) {
      expect(() => serve({ tools: [{ ...tool, requirements }] })).not.toThrow();
    }
  });

  test('an unknown annotation throws, or is logged for a definition of another version', () => {
    const misspelt = { ...tool, annotations: { readOnlyHint: 'yes' } };
    expect(() => serve({ tools: [misspelt] })).toThrow("annotations of Tool 'A.B' does not know 'readOnlyHint'");
    // As another version of defineTool makes it, which may know more annotations than this one.
    const tools = [Object.defineProperty(misspelt, Symbol.for('toolwire.tool-definition'), { value: true })];
    const logger = recordingLogger();
    serve({ tools, logger });
    const message = "There is no annotation 'readOnlyHint'; there are readOnly, destructive, idempotent, openWorld.";
    expect(logger.records).toEqual([{ level: 'warn', fields: { toolId: 'A.B@1.0.0' }, message }]);
    expect(() => serve({ tools, strict: true })).toThrow(message);
  });
});
