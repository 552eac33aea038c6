import {
  type Call,
  type Lifetime,
  noContextValues,
  type Outcome,
  type Tool,
  type ToolAnnotations,
} from '@toolwire/core';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

export const done: Outcome = { kind: 'value', value: 'done' };
export const busy: Outcome = { kind: 'failed', failure: { message: 'Busy', canRetry: true, retryAfterMs: 100 } };

/** A lifetime that fails the test if its signal is read. */
export const untouchable: Lifetime = {
  get signal(): AbortSignal {
    throw new Error('the signal must not be read');
  },
};

/** A call of a tool with these annotations. */
export function callOf(annotations: ToolAnnotations | undefined, lifetime: Lifetime = new AbortController()): ToolCall {
  return {
    wire: 'test',
    toolId: 'Conf.Flaky',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime,
    values: noContextValues,
    tool: {
      id: 'Conf.Flaky',
      version: '1.0.0',
      name: 'Conf_Flaky',
      description: 'Fails at first.',
      inputSchema: {},
      outputSchema: null,
      checkInput: (value) => ({ ok: true, value }),
      checkOutput: (value) => ({ ok: true, value }),
      run: () => null,
      ...(annotations && { annotations }),
    },
  };
}
