import { type Call, noContextValues, type Outcome, type Tool } from '@toolwire/core';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

export const tool: Tool = {
  id: 'Calculator.Add',
  version: '1.2.0',
  name: 'Calculator_Add',
  description: 'Adds two numbers.',
  inputSchema: {},
  outputSchema: {},
  checkInput: (value) => ({ ok: true, value }),
  checkOutput: (value) => ({ ok: true, value }),
  run: () => null,
};

export const done: Outcome = { kind: 'value', value: 15, durationMs: 1, tool };

export function callFor(more: Partial<Call> = {}): ToolCall {
  return {
    wire: 'otc',
    toolId: 'Calculator.Add@1',
    callId: 'call-1',
    traceId: undefined,
    input: { a: 10, b: 5 },
    context: { authorization: [], secrets: [] },
    lifetime: new AbortController(),
    values: noContextValues,
    tool,
    ...more,
  };
}

/** Reads the trace context as a protocol does. */
export function sent(fields: Readonly<Record<string, string>>): Partial<Call> {
  return { propagated: (field) => fields[field] };
}
