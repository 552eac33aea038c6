import { Type } from '@sinclair/typebox';
import { defineTool, type SchemaSource } from '@toolwire/core';
import { noEval } from '@toolwire/validate/no-eval';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const text = { type: 'string' };
const user = { type: 'object', properties: { kind: { const: 'user' }, email: text }, required: ['kind', 'email'] };
const bot = { type: 'object', properties: { kind: { const: 'bot' }, url: text }, required: ['kind', 'url'] };
const jsonSchema = {
  type: 'object',
  properties: {
    email: text,
    profile: { type: 'object', properties: { email: text } },
    rows: { type: 'array', items: { type: 'object', properties: { email: text } } },
    actor: { anyOf: [user, bot] },
  },
};

const zodOutput = z.object({
  email: z.string(),
  profile: z.object({ email: z.string() }),
  rows: z.array(z.object({ email: z.string() })),
  actor: z.union([
    z.object({ kind: z.literal('user'), email: z.string() }),
    z.object({ kind: z.literal('bot'), url: z.string() }),
  ]),
});

const zod3Output = z3.object({
  email: z3.string(),
  profile: z3.object({ email: z3.string() }),
  rows: z3.array(z3.object({ email: z3.string() })),
  actor: z3.union([
    z3.object({ kind: z3.literal('user'), email: z3.string() }),
    z3.object({ kind: z3.literal('bot'), url: z3.string() }),
  ]),
});

const valibotOutput = v.object({
  email: v.string(),
  profile: v.object({ email: v.string() }),
  rows: v.array(v.object({ email: v.string() })),
  actor: v.union([
    v.object({ kind: v.literal('user'), email: v.string() }),
    v.object({ kind: v.literal('bot'), url: v.string() }),
  ]),
});

const arktypeOutput = type({
  email: 'string',
  profile: { email: 'string' },
  rows: type({ email: 'string' }).array(),
  actor: type({ kind: "'user'", email: 'string' }).or({ kind: "'bot'", url: 'string' }),
});

const typeboxOutput = Type.Object({
  email: Type.String(),
  profile: Type.Object({ email: Type.String() }),
  rows: Type.Array(Type.Object({ email: Type.String() })),
  actor: Type.Union([
    Type.Object({ kind: Type.Literal('user'), email: Type.String() }),
    Type.Object({ kind: Type.Literal('bot'), url: Type.String() }),
  ]),
});

/** A Standard Schema of a library that returns what it was given. */
const anotherLibrary: SchemaSource = {
  '~standard': {
    vendor: 'another',
    version: 1,
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
};

const secret = { password: '$2b$10$canary' };
const row = { email: 'a@b.example', ...secret };
const returned = { ...row, profile: row, rows: [row, row], actor: { kind: 'user', ...row, url: secret } };
const sent = {
  email: row.email,
  profile: { email: row.email },
  rows: [{ email: row.email }, { email: row.email }],
  actor: { kind: 'user', email: row.email },
};

describe.each<readonly [string, SchemaSource, object]>([
  ['a JSON Schema, by ajv', jsonSchema, {}],
  ['a JSON Schema, by noEval', jsonSchema, { validator: noEval() }],
  ['zod', zodOutput, {}],
  ['zod 3', zod3Output, {}],
  ['valibot', toStandardJsonSchema(valibotOutput), {}],
  ['arktype', arktypeOutput, {}],
  ['TypeBox', typeboxOutput, {}],
  ['another library', anotherLibrary, {}],
])('fields that an output schema does not name are not sent: %s', (_, output, options) => {
  const tool = defineTool({
    id: 'Users.Find',
    version: '1.0.0',
    description: 'Finds a user.',
    output,
    // A row as a database returns it, which no type of the schema has checked.
    run: (): never => JSON.parse(JSON.stringify(returned)) as never,
  });
  const { logger, records } = recordingLogger();
  const server = toolwire({ tools: [tool], allowedHosts: ['tools.example'], logger, ...options });

  test.each([
    ['OTC', hostRequest('POST', '/tools/call', { request: { tool_id: 'Users.Find', input: {} } })],
    [
      'MCP',
      hostRequest(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Users_Find', arguments: {} } },
        {
          host: 'tools.example',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
      ),
    ],
    ['Arcade', hostRequest('POST', '/worker/tools/invoke', { tool: { toolkit: 'Users', name: 'Find' }, inputs: {} })],
  ])('over %s', async (_wire, request) => {
    const { status, json } = await send(server, request);
    expect(status).toBe(200);
    const answer = JSON.stringify(json);
    expect(answer).toContain(JSON.stringify(sent));
    expect(answer).not.toMatch(/password|canary/);
    expect(records.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});

test('unnamed fields that an output sends are reported in one line at startup', () => {
  const { logger, records } = recordingLogger();
  const tool = defineTool({
    id: 'Users.List',
    version: '1.0.0',
    description: 'Lists users.',
    output: z.object({ rows: z.array(z.looseObject({ id: z.string() })), meta: z.record(z.string(), z.string()) }),
    run: () => ({ rows: [], meta: {} }),
  });
  toolwire({ tools: [tool], logger });
  expect(records.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      fields: { toolId: 'Users.List@1.0.0' },
      message:
        "Fields that the output schema does not name are sent, in 'rows[]', 'meta'. To send only named fields, list them under properties.",
    },
  ]);
});
