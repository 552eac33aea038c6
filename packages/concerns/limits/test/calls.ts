import { type Call, type Lifetime, noContextValues, type Outcome, type Tool } from '@toolwire/core';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

export const done: Outcome = { kind: 'value', value: 'done' };

export const calmTool: Tool = {
  id: 'Conf.Sleep',
  version: '1.0.0',
  name: 'Conf_Sleep',
  description: 'Sleeps.',
  inputSchema: {},
  outputSchema: null,
  checkInput: (value) => ({ ok: true, value }),
  checkOutput: (value) => ({ ok: true, value }),
  run: () => null,
};

export function callFor(tool: Partial<Tool> = {}, lifetime: Lifetime = new AbortController()): ToolCall {
  return {
    wire: 'test',
    toolId: 'Conf.Sleep@<script>',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime,
    values: noContextValues,
    tool: { ...calmTool, ...tool },
  };
}

/** A lifetime that fails the test if its signal is read. */
export const untouchable: Lifetime = {
  get signal(): AbortSignal {
    throw new Error('the signal must not be read');
  },
};
