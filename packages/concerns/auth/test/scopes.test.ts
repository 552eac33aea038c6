import { type Call, noContextValues, type Outcome, type Principal, pipeline, type Tool } from '@toolwire/core';
import { describe, expect, it, vi } from 'vitest';
import { type ScopesOptions, scopes } from '../src/auth-stage.ts';
import { hasScopes } from '../src/index.ts';
import { scopesOfClaims } from '../src/token/verify-claims.ts';

const done: Outcome = { kind: 'value', value: [] };

function callBy(
  principal: Principal | undefined,
  needed: readonly string[] | undefined,
): Call & { readonly tool: Tool } {
  return {
    wire: 'test',
    toolId: 'Orders.Create',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime: new AbortController(),
    values: noContextValues,
    principal,
    tool: {
      id: 'Orders.Create',
      version: '1.0.0',
      name: 'Orders_Create',
      description: 'Creates an order.',
      inputSchema: {},
      outputSchema: {},
      ...(needed && { scopes: needed }),
      checkInput: (value) => ({ ok: true, value }),
      checkOutput: (value) => ({ ok: true, value }),
      run: () => [],
    },
  };
}

describe('the granted scopes of a caller', () => {
  it.each([
    [[], undefined, true],
    [[], [], true],
    [['a'], ['a'], true],
    [['a'], ['b', 'a'], true],
    [['a', 'b'], ['a'], false],
    [['a'], ['A'], false],
    [['a'], ['a:write'], false],
    [['a'], [], false],
    [['a'], undefined, false],
  ] as const)('cover all required scopes: %j by %j is %s', (needed, granted, expected) => {
    expect(hasScopes(needed, { scopes: granted })).toBe(expected);
  });

  it.each([
    [['a'], ['a'], true],
    [['a'], undefined, true],
    [undefined, ['a'], true],
    [['a'], [], false],
    [[], ['a'], false],
    [undefined, undefined, false],
  ] as const)('are the intersection if a caller acts through another client: %j via %j is %s', (own, via, expected) => {
    expect(hasScopes(['a'], { scopes: own, via: { scopes: via } })).toBe(expected);
  });

  it('may cover more with the rules of the app: wildcards, hierarchies', () => {
    const satisfies = (granted: string, needed: string) =>
      granted.endsWith(':*') && needed.startsWith(granted.slice(0, -1));
    expect(hasScopes(['orders:write', 'mail:read'], { scopes: ['orders:*', 'mail:read'] }, satisfies)).toBe(true);
    expect(hasScopes(['orders:write', 'mail:read'], { scopes: ['orders:*'] }, satisfies)).toBe(false);
  });

  it.each([
    ['a text', 'orders:write:all'],
    ['a number', 1],
    ['a list of something else', [['orders:write']]],
  ])('are empty for %s instead of a list, from plain JavaScript', (_, granted) => {
    expect(hasScopes(['orders:write'], { scopes: granted as never })).toBe(false);
  });

  it.each([Promise.resolve(true), 'yes', 1, {}])(
    'do not grow if `satisfies` returns %o, which is not true',
    (answer) => {
      expect(hasScopes(['a'], { scopes: ['b'] }, () => answer as never)).toBe(false);
    },
  );

  it.each([
    [{ scope: 'a b' }, ['a', 'b']],
    [{ scope: ' a  b ' }, ['a', 'b']],
    [{ scope: '' }, []],
    [{ scp: 'a b' }, ['a', 'b']],
    [{ scp: ['a', 'b', 1] }, ['a', 'b']],
    [{ scope: 'a', scp: 'b' }, ['a']],
    [{ scope: 1 }, undefined],
    [{}, undefined],
  ])('are read from the claims of a token: %j', (claims, expected) => {
    expect(scopesOfClaims(claims).scopes).toEqual(expected);
  });
});

describe('the scopes middleware', () => {
  const answer = (principal: Principal | undefined, needed: readonly string[] | undefined, options?: ScopesOptions) => {
    const next = vi.fn(() => done);
    const outcome = scopes(options)(callBy(principal, needed), next) as Outcome;
    expect(next).toHaveBeenCalledTimes(outcome === done ? 1 : 0);
    return outcome;
  };

  it('passes a tool without scopes for any caller', () => {
    expect(answer(undefined, undefined)).toBe(done);
    expect(answer({ id: 'ada' }, undefined)).toBe(done);
  });

  it('passes a caller with all required scopes, or a signed-in caller if the list is empty', () => {
    expect(answer({ id: 'ada', scopes: ['orders:read', 'orders:write'] }, ['orders:write'])).toBe(done);
    expect(answer({ id: 'ada' }, [])).toBe(done);
    expect(answer({ id: 'ada', scopes: ['admin'] }, ['x'], { satisfies: (granted) => granted === 'admin' })).toBe(done);
  });

  it('refuses other callers with all required scopes, including granted ones', () => {
    const { tool, ...refusal } = answer({ id: 'ada', scopes: ['a'] }, ['a', 'b']);
    expect(refusal).toStrictEqual({
      kind: 'refused',
      code: 'insufficient_scope',
      message: "Tool 'Orders_Create' needs the scopes 'a' and 'b'",
      developerMessage: "Send credentials that were granted 'a' and 'b'",
      challenge: 'Bearer error="insufficient_scope", scope="a b"',
      missing: { authorization: [{ id: 'bearer', scopes: ['a', 'b'] }] },
      scopes: ['a', 'b'],
    });
    expect(tool).toMatchObject({ name: 'Orders_Create' });
  });

  it('challenges an anonymous caller', () => {
    expect(answer(undefined, [], { challenge: 'ApiKey header="X-Key"' })).toMatchObject({
      code: 'unauthenticated',
      message: "Tool 'Orders_Create' requires an authenticated caller",
      challenge: 'ApiKey header="X-Key"',
      scopes: [],
    });
  });

  it('refuses invalid scopes', () => {
    expect(() => scopes({ satisfie: true } as ScopesOptions)).toThrow(/Did you mean 'satisfies'/);
    expect(() => scopes({ satisfies: true } as never)).toThrow(/must be a function, got true\. Write satisfies: /);
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(scopes());
  });
});
