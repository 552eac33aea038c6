import { describe, expect, test } from 'vitest';
import { documentTools } from '../src/fixtures.ts';
import { parseHttpText } from '../src/golden/golden-example.ts';
import {
  callEnvelopeSchema,
  callResponseSchema,
  createResponseSchemas,
  goldenDefinitions,
  goldenExchanges,
  goldenLists,
  goldenRequests,
  goldenResponses,
  listResponseSchema,
  serverErrorSchema,
  toolDefinitionSchema,
  validationErrorSchema,
} from '../src/index.ts';

const schemas = createResponseSchemas();

describe('the examples of the spec', () => {
  test('there are four exchanges, seven responses, five definitions, five requests and two listings', () => {
    const counts = [goldenExchanges, goldenResponses, goldenDefinitions, goldenRequests, goldenLists].map(
      (all) => all.length,
    );
    expect(counts).toEqual([4, 7, 5, 5, 2]);
  });

  test('an exchange is parsed without losing a byte', () => {
    const [{ request, response } = { request: '', response: '' }] = goldenExchanges;
    const { startLine, headers, body } = parseHttpText(request);
    expect(startLine).toBe('POST /call HTTP/1.1');
    expect(headers).toEqual({
      host: 'api.example.com',
      'content-type': 'application/json',
      authorization: 'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...',
    });
    expect(request.endsWith(`\n\n${body}`)).toBe(true);
    expect(parseHttpText(response).startLine).toBe('HTTP/1.1 200 OK');
  });

  test.each(goldenResponses)('the corrected schema accepts the response "$title"', ({ json }) => {
    expect(schemas.callResponse(JSON.parse(json))).toBeUndefined();
    expect(schemas.callEnvelope({ $schema: 'otc://1.0', result: JSON.parse(json) as unknown })).toBeUndefined();
  });

  test.each(goldenExchanges)('the corrected schema of its status accepts the exchange "$title"', ({ response }) => {
    const { startLine, body } = parseHttpText(response);
    const check = { 200: schemas.callEnvelope, 400: schemas.serverError, 422: schemas.validationError };
    expect(check[Number(startLine.split(' ')[1]) as 200 | 400 | 422](JSON.parse(body))).toBeUndefined();
  });

  test.each(goldenLists)('the corrected schema accepts the listing "$title"', ({ json }) => {
    expect(schemas.list(JSON.parse(json))).toBeUndefined();
  });

  test.each(goldenDefinitions)('our $title is the tool of the spec', ({ json }) => {
    const printed = JSON.parse(json) as Record<string, unknown>;
    const ours = documentTools().find((tool) => `${tool.id}@${tool.version}` === printed['id']);
    expect(ours?.description).toBe(printed['description']);
    expect({ parameters: ours?.input }).toEqual(printed['input_schema']);
    expect(ours?.output).toEqual(printed['output_schema']);
    const { authorization, secrets, userId } = ours?.requirements ?? {};
    const requirements = ours?.requirements && { authorization, secrets, user_id: userId };
    expect(requirements).toEqual(printed['requirements']);
  });
});

test.each([
  ['callEnvelopeSchema', callEnvelopeSchema],
  ['callResponseSchema', callResponseSchema],
  ['listResponseSchema', listResponseSchema],
  ['serverErrorSchema', serverErrorSchema],
  ['toolDefinitionSchema', toolDefinitionSchema],
  ['validationErrorSchema', validationErrorSchema],
])('%s has $schema only at its root (JSON Schema 2020-12, 8.1.1)', (_name, { $schema, ...schema }) => {
  expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
  // An object after the name is the schema of a property.
  expect(JSON.stringify(schema)).not.toContain('"$schema":"');
});

describe('the corrected schemas reject', () => {
  const right = { call_id: 'a', success: true, value: 1 };
  test.each([
    ['a response without a call_id', { success: true }],
    ['an empty call_id', { call_id: '', success: true }],
    ['a success that is no boolean', { call_id: 'a', success: 'yes' }],
    ['a success with an error', { ...right, error: { message: 'x' } }],
    ['a success with an error of null', { ...right, error: null }],
    ['a failure with a value', { call_id: 'a', success: false, error: { message: 'x' }, value: null }],
    ['a failure without an error', { call_id: 'a', success: false }],
    ['an error without a message', { call_id: 'a', success: false, error: {} }],
    ['a wait of half a millisecond', { call_id: 'a', success: false, error: { message: 'x', retry_after_ms: 0.5 } }],
    ['a negative duration', { ...right, duration: -1 }],
    ['a member the standard does not name', { ...right, extra: 1 }],
  ])('%s', (_name, body) => {
    expect(schemas.callResponse(right)).toBeUndefined();
    expect(schemas.callResponse(body)).toBeTypeOf('string');
  });

  test('a refusal without a message, and a refusal whose parameter errors are not strings', () => {
    expect(schemas.serverError({ developer_message: 'x' })).toBeTypeOf('string');
    expect(schemas.validationError({ message: 'x', parameter_errors: { a: ['y'] } })).toBeTypeOf('string');
  });

  test('a tool whose output schema is absent', () => {
    const [{ json } = { json: '' }] = goldenDefinitions;
    const { output_schema: _, ...tool } = JSON.parse(json) as Record<string, unknown>;
    expect(schemas.list({ tools: [tool] })).toBe("/tools/0 must have required property 'output_schema'");
  });
});
