import { setTimeout } from 'node:timers/promises';
import {
  type Call,
  type CallContext,
  type JsonValue,
  noContextValues,
  type Outcome,
  type Requirements,
  type Tool,
} from '@toolwire/core';
import { describe, expect, it, vi } from 'vitest';
import { type RequirementsOptions, requirements } from '../src/auth-stage.ts';
import type { Unavailable } from '../src/requirements/authorization-pages.ts';

const nothing: CallContext = { authorization: [], secrets: [] };
const google = { id: 'google', oauth2: { scopes: ['mail.read'] } };

function callFor(needed: Requirements, context: CallContext = nothing): Call & { readonly tool: Tool } {
  return {
    wire: 'test',
    toolId: 'Gmail.GetEmails',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context,
    principal: { id: 'ada' },
    lifetime: new AbortController(),
    values: noContextValues,
    tool: {
      id: 'Gmail.GetEmails',
      version: '1.2.0',
      name: 'Gmail_GetEmails',
      description: 'Reads mail.',
      inputSchema: {},
      outputSchema: {},
      requirements: needed,
      checkInput: (value) => ({ ok: true, value }),
      checkOutput: (value) => ({ ok: true, value }),
      run: () => [],
    },
  };
}

async function contextAfter(options: RequirementsOptions, call: Call & { readonly tool: Tool }): Promise<JsonValue> {
  const outcome = await requirements(options)(call, (adds) => ({
    kind: 'value',
    value: (adds === undefined || !('context' in adds) ? 'unchanged' : adds.context) as JsonValue,
  }));
  if (outcome.kind !== 'value') throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

describe('a server that finds what callers do not send', () => {
  it('refuses a call whose token and page are null, as plain JavaScript may return', async () => {
    const options = { token: () => null, challenge: () => null } as unknown as RequirementsOptions;
    const outcome = await requirements(options)(callFor({ authorization: [google] }), () => ({
      kind: 'value',
      value: 1,
    }));
    expect(outcome).toMatchObject({ kind: 'refused', missing: { authorization: [{ id: 'google' }] } });
  });

  it('resolves the tokens, secrets and user ID that the tool declares', async () => {
    const options = {
      token: vi.fn(() => 'g-token'),
      secret: vi.fn(async () => 's-value'),
      userId: vi.fn((call: Call) => call.principal?.id),
    };
    const call = callFor({ authorization: [google], secrets: [{ id: 'SMS_KEY' }], userId: true });

    expect(await contextAfter(options, call)).toEqual({
      authorization: [{ id: 'google', token: 'g-token' }],
      secrets: [{ id: 'SMS_KEY', value: 's-value' }],
      userId: 'ada',
      supplied: new Set([
        { id: 'google', token: 'g-token' },
        { id: 'SMS_KEY', value: 's-value' },
      ]),
    });
    expect(options.token).toHaveBeenCalledExactlyOnceWith(google, call);
    expect(options.secret).toHaveBeenCalledExactlyOnceWith('SMS_KEY', call);
  });

  it('adds to the values that an earlier stage has supplied', async () => {
    const earlier = { id: 'github', token: 'h-token' };
    const sent = { ...nothing, authorization: [earlier], supplied: new Set([earlier]) };
    expect(await contextAfter({ token: () => 'g-token' }, callFor({ authorization: [google] }, sent))).toMatchObject({
      supplied: new Set([earlier, { id: 'google', token: 'g-token' }]),
    });
  });

  it('keeps the caller’s values and does not resolve them', async () => {
    const token = vi.fn(() => 'other');
    const sent = { ...nothing, authorization: [{ id: 'google', token: 'own' }] };
    expect(await contextAfter({ token }, callFor({ authorization: [google] }, sent))).toBe('unchanged');
    expect(token).not.toHaveBeenCalled();
  });

  it('resolves a value instead of two different ones (E71)', async () => {
    const sent = {
      ...nothing,
      secrets: [
        { id: 'A', value: '1' },
        { id: 'A', value: '2' },
        { id: 'B', value: 'b' },
      ],
    };
    const call = callFor({ secrets: [{ id: 'A' }, { id: 'B' }] }, sent);
    expect(await contextAfter({ secret: (id) => `${id}-found` }, call)).toMatchObject({
      secrets: [
        { id: 'B', value: 'b' },
        { id: 'A', value: 'A-found' },
      ],
    });
  });

  it('handles every failure if `userId` throws while a token is being resolved', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const options: RequirementsOptions = {
      token: async () => {
        await setTimeout(5);
        throw new Error('the store is down');
      },
      userId: () => {
        throw new Error('no user');
      },
    };
    await expect(contextAfter(options, callFor({ authorization: [google], userId: true }))).rejects.toThrow('no user');
    await setTimeout(30);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('refuses calls with missing requirements, without values', async () => {
    const call = callFor({ authorization: [google], secrets: [{ id: 'SMS_KEY' }] });
    const next = vi.fn((): Outcome => ({ kind: 'value', value: null }));
    const outcome = await requirements({ token: () => 'CANARY', secret: () => '' })(call, next);
    expect(outcome).toMatchObject({ code: 'missing_requirements', missing: { secrets: [{ id: 'SMS_KEY' }] } });
    expect(JSON.stringify(outcome)).not.toContain('CANARY');
    expect(next).not.toHaveBeenCalled();
  });
});

describe('a challenge', () => {
  const refusalOf = async (options: RequirementsOptions, needed: Requirements): Promise<Outcome> =>
    requirements(options)(callFor(needed), () => ({ kind: 'value', value: null }));

  it('has a page for each missing provider, and optionally a status URL (OXP-CH-01, OXP-CH-03)', async () => {
    const challenge = vi.fn(async ({ id }: { readonly id: string }) =>
      id === 'google' ? { url: 'https://a.example/google', checkUrl: 'https://a.example/check' } : undefined,
    );
    expect(await refusalOf({ challenge }, { authorization: [google, { id: 'github' }], userId: true })).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      missing: {
        authorization: [
          { id: 'google', url: 'https://a.example/google', checkUrl: 'https://a.example/check' },
          { id: 'github' },
        ],
        userId: true,
      },
    });
    expect(challenge).toHaveBeenCalledWith(google, expect.objectContaining({ principal: { id: 'ada' } }));
  });

  it('may explain why there is no page for this caller', async () => {
    const challenge = (): { unavailable: string } => ({ unavailable: 'the call came without credentials' });
    expect(await refusalOf({ challenge }, { authorization: [google] })).toMatchObject({
      code: 'missing_requirements',
      message: "Tool 'Gmail_GetEmails' needs authorization for 'google': the call came without credentials",
      missing: { authorization: [{ id: 'google' }] },
    });
  });

  it('passes on the longest wait for pages that are temporarily unavailable', async () => {
    const waits: Readonly<Record<string, Unavailable>> = {
      google: { unavailable: 'the token store is unavailable', retryAfterMs: 2_000 },
      github: { unavailable: 'the token store is unavailable', retryAfterMs: 9_000 },
      gitlab: { unavailable: 'it is not configured' },
    };
    const outcome = await refusalOf(
      { challenge: ({ id }) => waits[id] },
      { authorization: Object.keys(waits).map((id) => ({ id })) },
    );
    expect(outcome).toMatchObject({
      code: 'missing_requirements',
      message: expect.stringMatching(/: the token store is unavailable; it is not configured$/) as string,
      retryAfterMs: 9_000,
    });
  });

  it('is not created for an unavailable token: the call is refused as unavailable, with a retry hint', async () => {
    const challenge = vi.fn();
    const token = (): Unavailable => ({ unavailable: "'google' is unavailable", retryAfterMs: 10_000 });
    expect(await refusalOf({ challenge, token }, { authorization: [google] })).toMatchObject({
      kind: 'refused',
      code: 'unavailable',
      message: "Tool 'Gmail_GetEmails' cannot get its token for 'google' now: 'google' is unavailable",
      retryAfterMs: 10_000,
    });
    expect(challenge).not.toHaveBeenCalled();
  });

  it('is not created if only a secret is missing', async () => {
    const challenge = vi.fn();
    expect(await refusalOf({ challenge }, { secrets: [{ id: 'A' }] })).toMatchObject({
      missing: { secrets: [{ id: 'A' }] },
    });
    expect(challenge).not.toHaveBeenCalled();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'google.example'])(
    'does not pass on %s, which is not a valid page',
    async (url) => {
      await expect(refusalOf({ challenge: () => url }, { authorization: [google] })).rejects.toThrow(
        "The authorization page for 'google' must be an absolute http or https URL.",
      );
    },
  );

  it.each([
    [{ url: 'https://x.example/a', checkUrl: '/status' }, "The `checkUrl` of the page for 'google'"],
    // Plain JavaScript may omit the page.
    [{ checkUrl: 'https://x.example/status' } as never, "The authorization page for 'google'"],
  ])('does not pass on %j, and names the invalid URL', async (page, subject) => {
    await expect(refusalOf({ challenge: () => page }, { authorization: [google] })).rejects.toThrow(
      `${subject} must be an absolute http or https URL.`,
    );
  });
});
