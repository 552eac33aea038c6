import {
  type Call,
  type CallContext,
  noContextValues,
  type Outcome,
  pipeline,
  type Requirements,
  type Tool,
} from '@toolwire/core';
import { describe, expect, it, vi } from 'vitest';
import { requirements } from '../src/auth-stage.ts';

const done: Outcome = { kind: 'value', value: [] };
const nothing: CallContext = { authorization: [], secrets: [] };

function callFor(needed: Requirements | undefined, context: CallContext): Call & { readonly tool: Tool } {
  return {
    wire: 'test',
    toolId: 'Gmail.GetEmails',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context,
    lifetime: new AbortController(),
    values: noContextValues,
    tool: {
      id: 'Gmail.GetEmails',
      version: '1.2.0',
      name: 'Gmail_GetEmails',
      description: 'Reads mail.',
      inputSchema: {},
      outputSchema: {},
      ...(needed && { requirements: needed }),
      checkInput: (value) => ({ ok: true, value }),
      checkOutput: (value) => ({ ok: true, value }),
      run: () => [],
    },
  };
}

describe('the requirements middleware', () => {
  it('passes a tool without requirements, with no context at all (OTC-TAUTH-02)', () => {
    const noContext = Object.defineProperty({}, 'authorization', {
      get: () => {
        throw new Error('read');
      },
    }) as CallContext;

    expect(requirements()(callFor(undefined, noContext), () => done)).toBe(done);
  });

  it('passes a call that meets the requirements', () => {
    const call = callFor(
      { authorization: [{ id: 'google' }] },
      { ...nothing, authorization: [{ id: 'google', token: 'g' }] },
    );

    expect(requirements()(call, () => done)).toBe(done);
  });

  it('refuses a call with missing requirements, names them, and does not run the tool (OTC-TAUTH-04, OTC-USER-01)', () => {
    const next = vi.fn(() => done);
    const call = callFor({ authorization: [{ id: 'google' }], userId: true }, nothing);

    expect(requirements()(call, next)).toStrictEqual({
      kind: 'refused',
      code: 'missing_requirements',
      message: "Tool 'Gmail_GetEmails' needs authorization for 'google' and a user id",
      developerMessage: "Send context.authorization with one token for 'google' and context.user_id",
      missing: { authorization: [{ id: 'google' }], userId: true },
      tool: call.tool,
    });
    expect(next).not.toHaveBeenCalled();
  });

  it.each<[Requirements, string, string]>([
    [{ secrets: [{ id: 'A' }] }, "the secret 'A'", "context.secrets with one value for 'A'"],
    [
      { secrets: [{ id: 'A' }, { id: 'B' }] },
      "the secrets 'A' and 'B'",
      "context.secrets with one value each for 'A' and 'B'",
    ],
    [
      { authorization: [{ id: 'x' }, { id: 'y' }, { id: 'z' }], secrets: [{ id: 'A' }], userId: true },
      "authorization for 'x', 'y' and 'z', the secret 'A' and a user id",
      "context.authorization with one token each for 'x', 'y' and 'z', context.secrets with one value for 'A' and context.user_id",
    ],
    [{ userId: true }, 'a user id', 'context.user_id'],
  ])('names %o (OTC-SECR-03)', (needed, message, developerMessage) => {
    expect(requirements()(callFor(needed, nothing), () => done)).toMatchObject({
      message: `Tool 'Gmail_GetEmails' needs ${message}`,
      developerMessage: `Send ${developerMessage}`,
    });
  });

  it('repeats no value of the call, and no ID that the tool does not declare (CASE-C)', () => {
    const call = callFor(
      { authorization: [{ id: 'google' }], secrets: [{ id: 'A' }], userId: true },
      {
        authorization: [
          { id: 'CANARY-1', token: 'CANARY-2' },
          { id: 'google', token: 'CANARY-3' },
        ],
        secrets: [
          { id: 'A', value: 'CANARY-4' },
          { id: 'A', value: 'CANARY-5' },
        ],
        userId: '',
      },
    );
    const { tool, ...written } = requirements()(call, () => done) as Outcome;

    expect(tool).toBe(call.tool);
    expect(written).toMatchObject({ missing: { secrets: [{ id: 'A' }], userId: true } });
    expect(JSON.stringify(written)).not.toContain('CANARY');
  });

  it.each(['token', 'secret', 'userId', 'challenge'])('rejects a %s that is not a function at startup', (name) => {
    expect(() => requirements({ [name]: 'abc' })).toThrow(`requirements.${name} must be a function, got a string.`);
  });

  it('does not compile before the middleware that resolves the tool', () => {
    // @ts-expect-error no stage has added a tool
    pipeline().use(requirements());
  });
});
