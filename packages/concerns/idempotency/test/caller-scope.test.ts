import type { Outcome, Requirements } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { callerScope } from '../src/call/caller-scope.ts';
import { idempotency } from '../src/idempotency-stage.ts';
import { done, keyedCall, type ToolCall } from './calls.ts';

const needs = { authorization: [{ id: 'google' }, { id: 'github' }], secrets: [{ id: 'pin' }] } satisfies Requirements;
const sent = {
  authorization: [
    { id: 'google', token: 'g-1' },
    { id: 'github', token: 'h-1' },
  ],
  secrets: [{ id: 'pin', value: '1234' }],
};

const callWith = (context: Partial<ToolCall['context']> = {}, fields: Partial<ToolCall> = {}): ToolCall =>
  keyedCall({ context: { ...sent, ...context }, ...fields }, { requirements: needs });

describe('callerScope', () => {
  it('depends on all that identifies a principal', () => {
    const principals = [
      undefined,
      { id: 'ada' },
      { id: 'bob' },
      { id: 'ada', issuer: 'x' },
      { id: 'ada', issuer: 'y' },
      { id: 'ada', via: { id: 'backend' } },
      { id: 'ada', via: { id: 'backend', issuer: 'x' } },
      { id: 'ada', via: { id: 'other' } },
    ];
    const scopes = principals.map((principal) => callerScope(keyedCall({ principal })));
    expect(new Set(scopes).size).toBe(principals.length);
    expect(callerScope(keyedCall({ principal: { id: 'ada', claims: { exp: 1 } } }))).toBe(
      callerScope(keyedCall({ principal: { id: 'ada', claims: { exp: 2 } } })),
    );
  });

  it('is synchronous if the tool reads no tokens and no secrets', () => {
    const context = { ...sent, userId: 'ada' };
    expect(callerScope(keyedCall({ context }))).toEqual(expect.any(String));
    expect(callerScope(keyedCall({ context }))).toBe(
      callerScope(keyedCall({ context: { ...context, authorization: [{ id: 'google', token: 'other' }] } })),
    );
  });

  it.each<[string, Partial<ToolCall['context']>]>([
    [
      'another token',
      {
        authorization: [
          { id: 'google', token: 'g-2' },
          { id: 'github', token: 'h-1' },
        ],
      },
    ],
    [
      'swapped tokens',
      {
        authorization: [
          { id: 'google', token: 'h-1' },
          { id: 'github', token: 'g-1' },
        ],
      },
    ],
    ['one token less', { authorization: [{ id: 'google', token: 'g-1' }] }],
    ['another secret', { secrets: [{ id: 'pin', value: '1235' }] }],
    ['another user', { userId: 'bob' }],
    ['an empty user', { userId: '' }],
  ])('differs for %s', async (_what, context) => {
    expect(await callerScope(callWith(context))).not.toBe(await callerScope(callWith()));
  });

  it('is the same in every process, regardless of token order and of tokens that the tool cannot read', async () => {
    const authorization = [...sent.authorization].reverse().concat({ id: 'slack', token: 's-1' });
    expect(await callerScope(callWith({ authorization }))).toBe(await callerScope(callWith()));
  });

  it('contains a digest that differs per call and caller, and never a token', async () => {
    const scopes = await Promise.all([
      callerScope(callWith()),
      callerScope(callWith({}, { callerCallId: 'call-2' })),
      callerScope(callWith({ userId: 'ada' })),
      callerScope(callWith({}, { principal: { id: 'ada' } })),
    ]);
    const digests = scopes.map((scope) => /64:([0-9a-f]{64})$/.exec(scope)?.[1]);
    expect(new Set(digests).size).toBe(4);
    expect(digests).not.toContain(undefined);
    expect(scopes.join()).not.toMatch(/g-1|h-1|1234/);
  });

  it('ignores tokens that the server refreshed for a principal, but not for an anonymous caller', async () => {
    const scopeWith = async (token: string, principal: ToolCall['principal']): Promise<string> => {
      const found = { id: 'google', token };
      const context = { authorization: [found], secrets: [], supplied: new Set([found]) };
      return callerScope(callWith(context, { principal }));
    };
    expect(await scopeWith('g-1', { id: 'ada' })).toBe(await scopeWith('g-2', { id: 'ada' }));
    expect(await scopeWith('g-1', undefined)).not.toBe(await scopeWith('g-2', undefined));
  });
});

describe('a call ID that another caller has used', () => {
  it('runs with another token or secret, and reveals neither a replay nor a conflict', async () => {
    const stage = idempotency();
    let runs = 0;
    const next = (): Outcome => ({ ...done, value: (runs += 1) }) as Outcome;
    const stranger = {
      authorization: [
        { id: 'google', token: 'any' },
        { id: 'github', token: 'any' },
      ],
      secrets: sent.secrets,
    };
    expect(await stage(callWith(), next)).toMatchObject({ value: 1 });
    expect(await stage(callWith(stranger), next)).toMatchObject({ value: 2 });
    expect(await stage(callWith(stranger, { input: { other: true } }), next)).toMatchObject({
      code: 'call_id_conflict',
    });
    expect(await stage(callWith({}), next)).toMatchObject({ value: 1, replayed: true });
    expect(await stage(callWith({ userId: 'bob' }, { input: { other: true } }), next)).toMatchObject({ value: 3 });
  });
});
