import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { describe, expect, test } from 'vitest';
import { createToolServer } from '../src/index.ts';

const tool = defineTool({ id: 'A.B', version: '1.0.0', description: 'Does nothing.', run: () => null });

/** What JavaScript passes, where no compiler looks. */
function serve(changes: object): unknown {
  return createToolServer({ tools: [tool], wires: [otc()], ...changes });
}

describe('invalid options throw with advice', () => {
  const list = 'must be a list such as [defineTool({ … })]';
  const item = 'must be a tool or toolkit such as defineTool({ … })';
  const stage = 'must be middleware such as (call, next) => next()';
  const verifier = 'must be a verifier such as apiKey({ … })';
  test.each([
    [{ tools: undefined }, `tools ${list}, got undefined.`],
    [{ tools: Promise.resolve([tool]) }, `tools ${list}, got a promise; await it.`],
    [{ tools: tool }, `tools ${list}, got another object.`],
    [{ tools: [tool, Promise.resolve(tool)] }, `tools[1] ${item}, got a promise; await it.`],
    [{ tools: [{ default: tool }] }, `tools[0] ${item}, got a module; take its default.`],
    [{ tools: [undefined] }, `tools[0] ${item}, got undefined.`],
    [{ tools: [[tool]] }, `tools[0] ${item}, got a list.`],
    [
      { tools: [{ description: 'Adds', inputSchema: {}, execute: () => 1 }] },
      "tools[0] must have an id: defineTool({ id: 'Calculator.Add', version: '1.0.0', … })",
    ],
    [{ tools: [tool, { name: 'A', tools: [tool, null] }] }, `tools[1].tools[1] ${item}, got null.`],
    [{ wires: undefined }, 'wires must be a list such as [otc(), mcp()], got undefined.'],
    [{ wires: [otc] }, 'wires[0] must be a protocol such as otc(), got a function.'],
    [{ use: ['x'] }, `use[0] ${stage}, got a string.`],
    [{ around: [{}] }, `around[0] ${stage}, got another object.`],
    [
      { stages: [() => undefined] },
      'stages of createToolServer() expects an object, such as { resolve: … }, got a list.',
    ],
    [{ limits: { bodyBytes: '1mb' } }, 'limits.bodyBytes must be a number above 0, got a string.'],
    [{ limits: { bodyParts: 0 } }, 'limits.bodyParts must be a number above 0, got 0.'],
    [
      { limits: { bodybytes: 1 } },
      "Invalid option 'bodybytes' in limits of createToolServer(). Did you mean 'bodyBytes'?",
    ],
    [{ auth: 'x' }, `auth ${verifier}, got a string.`],
    [{ auth: {} }, `auth ${verifier}, got another object.`],
    [{ auth: null }, `auth ${verifier}, got null.`],
    [
      { tasks: { work: () => undefined, enqueue: () => undefined } },
      'tasks must be createTasks() or createTaskCalls({ … }), got another object.',
    ],
    [{ artifacts: {} }, 'artifacts.store must be a store such as createFolderArtifacts({ … }), got undefined.'],
    [
      { artifacts: { store: { read: () => undefined } } },
      'artifacts.store must be a store such as createFolderArtifacts({ … }), got another object.',
    ],
    [
      { artifacts: { store: { save: () => undefined }, aboveLength: Number.NaN } },
      'artifacts.aboveLength must be a number of 0 or more, or Infinity for no limit, got NaN.',
    ],
    [{ visible: 'admin' }, 'visible must be a function such as (tool, principal) => true, got a string.'],
    [{ visible: null }, 'visible must be a function such as (tool, principal) => true, got null.'],
    [{ onError: 'x' }, 'onError must be a function such as (error, call) => …, got a string.'],
    [{ mapError: {} }, 'mapError must be a function such as (error, call) => …, got another object.'],
    [{ portability: false }, "portability must be 'warn' or 'off', got false."],
    [{ rejectedValues: 'hidden' }, "rejectedValues must be 'show' or 'hide', got 'hidden'."],
    [
      { cors: { origins: 'https://app.example' } },
      "cors.origins must be '*' or a list such as ['https://app.example.com'], got a string.",
    ],
    [{ cors: { origins: ['*'] } }, "To allow all origins, set cors: { origins: '*' }."],
    [
      { cors: { origins: ['https://app.example/'] } },
      "cors.origins must have origins as browsers send them: 'https://app.example', got 'https://app.example/'.",
    ],
    [{ logger: { log() {} } }, 'logger must be a logger such as pino(), got another object.'],
  ])('%o', (changes, message) => {
    expect(() => serve(changes)).toThrow(message);
  });

  test('an array instead of options, or nothing', () => {
    const create = createToolServer as (options?: unknown) => unknown;
    expect(() => create([tool])).toThrow(
      'The argument of createToolServer() must be an object such as { tools: [add], wires: [otc()] }, got a list.',
    );
    expect(() => create()).toThrow('got undefined.');
  });

  test('replaceTools checks tools too', () => {
    const server = createToolServer({ tools: [tool], wires: [otc()] });
    expect(() => server.replaceTools([undefined as never])).toThrow('tools[0] must be a tool');
    expect(server.tools).toHaveLength(1);
  });
});

describe('invalid definitions throw with their tool and advice', () => {
  test.each([
    [{ id: 'A.B@1.0.0' }, "id must not contain a version. Write id: 'A.B' and set `version`."],
    [{ id: 'A.B C' }, "'A.B C' is not a tool ID"],
    [{ id: undefined }, "A tool ID is a string such as 'Calculator.Add@1.0.0', not undefined"],
    [{ requirements: { secrets: ['X'] } }, "requirements.secrets must be a list such as [{ id: 'X' }]"],
    [
      { requirements: { authorization: 'google' } },
      "requirements.authorization must be a list such as [{ id: 'google' }]",
    ],
    [{ requirements: { secrets: [null] } }, "requirements.secrets must be a list such as [{ id: 'NAME' }]"],
    [{ requirements: { userId: 'yes' } }, 'userId must be true or false'],
    [{ requirements: null }, "requirements must be an object, such as { secrets: [{ id: 'NAME' }] }"],
    [{ requirements: [] }, 'requirements must be an object'],
    [{ requirements: { user_id: true } }, "Unknown field 'user_id' in requirements. Did you mean 'userId'?"],
    [{ requirements: { secret: [] } }, "Unknown field 'secret' in requirements. Did you mean 'secrets'?"],
    [
      { requirements: { tokens: [] } },
      "Unknown field 'tokens' in requirements. Expected 'authorization' or 'secrets' or 'userId'.",
    ],
    [{ requirements: { secrets: { id: 'K' } } }, "requirements.secrets must be a list such as [{ id: 'NAME' }]"],
    [{ requirements: { authorization: [{ oauth2: {} }] } }, 'requirements.authorization must be a list such as'],
    [{ requirements: { secrets: [{ id: ' ' }] } }, 'requirements.secrets has an empty ID'],
    [{ requirements: { secrets: [{ id: 'K' }, { id: 'K' }] } }, "requirements.secrets contains the ID 'K' twice"],
    [
      { requirements: { secrets: [{ id: 'K', value: 'v' }] } },
      "Unknown field 'value' in requirements.secrets of 'K'. Expected 'id'.",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scopes: 'mail' } }] } },
      "scopes in requirements.authorization of 'google' must be a list: oauth2: { scopes: ['SCOPE'] }",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scopes: [1] } }] } },
      "scopes in requirements.authorization of 'google' must be",
    ],
    [
      { requirements: { authorization: [{ id: 'google', oauth2: { scope: [] } }] } },
      "Unknown field 'scope' in oauth2 of requirements.authorization of 'google'. Did you mean 'scopes'?",
    ],
    [{ timeoutMs: '5' }, 'timeoutMs must be a number of milliseconds above 0'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a number of milliseconds above 0'],
    [{ taskSupport: 'forbidden' }, "taskSupport must be 'optional' or 'required', got 'forbidden'."],
    [{ icons: { src: 'icon.png' } }, "icons must be a list such as [{ src: 'https://example.com/icon.png' }]"],
    [{ icons: [{ sizes: ['any'] }] }, "icons[0] must be an icon such as { src: 'https://example.com/icon.png' }"],
    [{ annotations: { readOnly: 'yes' } }, 'readOnly must be true or false'],
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

  test('an unknown annotation throws, except from another version of defineTool', () => {
    const misspelt = { ...tool, annotations: { readOnlyHint: 'yes' } };
    expect(() => serve({ tools: [misspelt] })).toThrow("Invalid option 'readOnlyHint' in annotations of Tool 'A.B'");
    // Another version may know more annotations.
    const tools = [Object.defineProperty(misspelt, Symbol.for('toolwire.tool-definition'), { value: true })];
    expect(() => serve({ tools, strict: true })).not.toThrow();
  });
});
