import type { ModelTool, ToolResult } from '@toolwire/models';

/** A listed tool. */
export function modelTool(more: Partial<ModelTool> = {}): ModelTool {
  return {
    id: 'Calculator.Add',
    version: '1.0.0',
    name: 'Calculator_Add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    outputSchema: { type: 'number' },
    ...more,
  };
}

/** A call that a scripted caller received. */
interface ReceivedCall {
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly callId: string | undefined;
}

/** Returns the given results in order, without a tool; the last one repeats. */
export function scriptedCaller(...results: readonly ToolResult[]) {
  const receivedCalls: ReceivedCall[] = [];
  const call = (
    toolId: string,
    input: Readonly<Record<string, unknown>>,
    { callId }: { readonly callId?: string },
  ): Promise<ToolResult> => {
    receivedCalls.push({ toolId, input, callId });
    const next = results[Math.min(receivedCalls.length, results.length) - 1];
    return Promise.resolve(next ?? { kind: 'value', value: 8 });
  };
  return { receivedCalls, call };
}
