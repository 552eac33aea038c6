import { type Call, defineTool, type ToolDefinition } from '@toolwire/core';
import { ajv } from '@toolwire/validate/ajv';
import { expect, it, test } from 'vitest';
import { createToolServer, silentLogger } from '../src/index.ts';
import { callOf } from './support.ts';

const ada = { principal: { id: 'ada' } };

async function keyOf(changes: Partial<Call> = ada, fields: Partial<ToolDefinition> = {}): Promise<unknown> {
  const requirements = { authorization: [{ id: 'github' }], secrets: [{ id: 'PIN' }] };
  const tool = defineTool({
    id: 'Shop.Pay',
    version: '1.0.0',
    description: 'Pays for an order.',
    requirements,
    ...fields,
    run: (_input, { idempotencyKey }) => idempotencyKey,
  }) as ToolDefinition;
  const server = createToolServer({ tools: [tool], wires: [], validator: ajv(), logger: silentLogger });
  const brought = { context: { authorization: [token('t1')], secrets: [secret('1234')] } };
  const outcome = await server.call(callOf(tool.id, {}, { callId: 'order-1', ...brought, ...changes }));
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

const token = (text: string) => ({ id: 'github', token: text });
const secret = (value: string) => ({ id: 'PIN', value });
const contextOf = (text: string, pin: string, more: Partial<Call['context']> = {}): Partial<Call> => ({
  context: { authorization: [token(text)], secrets: [secret(pin)], ...more },
});

it('never changes between releases', async () => {
  expect(await keyOf()).toBe('f9d5377f-52b8-5685-8c49-ae2d29751f28');
});

test.each<[string, Partial<Call>, Partial<ToolDefinition>]>([
  ['another version of the tool', ada, { version: '2.0.0' }],
  ['a renewed token of a named caller', { ...ada, ...contextOf('t2', '1234') }, {}],
  ['another name of the protocol', { ...ada, wire: 'other' }, {}],
])('is the same with %s', async (_what, changes, fields) => {
  expect(await keyOf(changes, fields)).toBe(await keyOf());
});

test.each<[string, Partial<Call>, Partial<ToolDefinition>]>([
  ['principal', { principal: { id: 'bob' } }, {}],
  ['issuer of the principal', { principal: { id: 'ada', issuer: 'https://other.example' } }, {}],
  ['principal with a lone surrogate', { principal: { id: 'ada\ud800' } }, {}],
  ['user', { ...ada, ...contextOf('t1', '1234', { userId: 'bob' }) }, {}],
  ['call ID', { ...ada, callId: 'order-2' }, {}],
  ['tool', ada, { id: 'Shop.Refund' }],
  ['caller without a name', {}, {}],
])('is different for another %s', async (_what, changes, fields) => {
  expect(await keyOf(changes, fields)).not.toBe(await keyOf());
});

it('differs for principals that differ by a lone surrogate', async () => {
  const keys = ['ada\ud800', 'ada\ud801', 'ada\ufffd'].map((id) => keyOf({ principal: { id } }));
  expect(new Set(await Promise.all(keys)).size).toBe(3);
});

it('differs for anonymous callers by the tokens and secrets that the tool reads', async () => {
  const others = [contextOf('t2', '1234'), contextOf('t1', '4321')].map((changes) => keyOf(changes));
  expect(new Set(await Promise.all([keyOf({}), keyOf({}), ...others])).size).toBe(3);
});

it('does not change with credentials that the server supplies for an anonymous caller', async () => {
  const of = (text: string): Promise<unknown> => {
    const found = token(text);
    const context = { authorization: [found], secrets: [secret('1234')], supplied: new Set([found]) };
    return keyOf({ context });
  };
  expect(await of('t2')).toBe(await of('t1'));
});
