import { type Call, type KeptLifetime, noContextValues, type Outcome, type Tool } from '@toolwire/core';

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

/** A call with an idempotency key. */
export function keyedCall(fields: Partial<ToolCall> = {}, tool: Partial<Tool> = {}): ToolCall {
  return {
    wire: 'test',
    toolId: 'Conf.Sleep',
    callId: 'call-1',
    idempotencyKey: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime: new AbortController(),
    values: noContextValues,
    tool: { ...calmTool, ...tool },
    ...fields,
  };
}

/** What is left of a call without its caller, until the server stops it, or it is cancelled. */
export function keptLifetime(): KeptLifetime & { readonly stop: () => void } {
  const controller = new AbortController();
  let isCancelled = false;
  return {
    signal: controller.signal,
    get isCancelled() {
      return isCancelled;
    },
    cancel: (reason) => {
      isCancelled = true;
      controller.abort(reason);
    },
    stop: () => controller.abort(),
  };
}
