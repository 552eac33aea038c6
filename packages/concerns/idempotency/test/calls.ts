import { type Call, type DetachedLifetime, noContextValues, type Outcome, type Tool } from '@toolwire/core';

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
    callerCallId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime: new AbortController(),
    values: noContextValues,
    tool: { ...calmTool, ...tool },
    ...fields,
  };
}

/** The lifetime of a call without its caller: it ends by a cancellation or when the server stops. */
export function keptLifetime(): DetachedLifetime & { readonly stop: () => void } {
  const controller = new AbortController();
  let isCanceled = false;
  return {
    signal: controller.signal,
    get isCanceled() {
      return isCanceled;
    },
    cancel: (reason) => {
      isCanceled = true;
      controller.abort(reason);
    },
    stop: () => controller.abort(),
  };
}
