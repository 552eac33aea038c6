import { type Call, noContextValues, type Outcome, type Tool } from '../src/index.ts';

/** A decoded call. */
export const anyCall: Call = {
  wire: 'test',
  toolId: 'Calculator.Add',
  callId: 'call-1',
  traceId: undefined,
  input: { a: 1, b: 2 },
  context: { authorization: [], secrets: [] },
  lifetime: new AbortController(),
  values: noContextValues,
};

/** A tool made ready, which answers its input. */
export const anyTool: Tool = {
  id: 'Calculator.Add',
  version: '1.0.0',
  name: 'Calculator_Add',
  description: 'Adds two numbers.',
  inputSchema: {},
  outputSchema: {},
  checkInput: (value) => ({ ok: true, value }),
  checkOutput: (value) => ({ ok: true, value }),
  run: (input) => input,
};

/** The outcome of a tool that ran. */
export const done: Outcome = { kind: 'value', value: 'done' };
