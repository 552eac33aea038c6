import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, type ToolDefinition } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';

/** The effects of a run: `begun`, and `done` unless it was interrupted. */
export interface Effect {
  readonly tool: string;
  readonly callId: string;
  readonly step: 'begun' | 'done' | 'aborted';
}

const input = {
  type: 'object',
  properties: {
    n: { type: 'number', description: 'Any number; it comes back.' },
    ms: { type: 'integer', description: 'How long to take, in milliseconds.' },
  },
} as const;

/**
 * Tools whose runs can be counted, and whose results identify the run.
 * @param beforeFailure The work of the tool that fails once, before it fails.
 */
export function effectTools(
  record: (effect: Effect) => void | Promise<void>,
  beforeFailure: (callId: string) => Promise<unknown> = () => wait(400),
): ToolDefinition[] {
  const failed = new Set<string>();
  const run =
    (tool: string) =>
    async ({ n, ms = 0 }: { n?: number; ms?: number }, callId: string, signal?: AbortSignal): Promise<object> => {
      await record({ tool, callId, step: 'begun' });
      try {
        if (ms > 0) await wait(ms, undefined, { signal });
      } catch (error) {
        await record({ tool, callId, step: 'aborted' });
        throw error;
      }
      await record({ tool, callId, step: 'done' });
      return { n, run: randomUUID() };
    };
  const of = (
    id: string,
    fields: Partial<ToolDefinition>,
    body: ToolDefinition['run'] = (given, { callId, signal }) => run(id)(given as object, callId, signal),
  ): ToolDefinition =>
    defineTool({
      id,
      version: '1.0.0',
      description: 'Has an effect.',
      input,
      output: {},
      ...fields,
      run: body,
    }) as ToolDefinition;

  return [
    of('Effect.Once', {}),
    of('Effect.Again', { annotations: { idempotent: true } }),
    of('Effect.Deaf', { timeoutMs: 150 }, (given, { callId }) => run('Effect.Deaf')(given as object, callId)),
    of('Effect.DeafAgain', { timeoutMs: 150, annotations: { idempotent: true } }, (given, { callId }) =>
      run('Effect.DeafAgain')(given as object, callId),
    ),
    of('Effect.Secret', { requirements: { secrets: [{ id: 'KEY' }] } }),
    // Fails the first time, as when what it works with is busy.
    of('Effect.Flaky', {}, async (given, { callId }) => {
      if (failed.has(callId)) return run('Effect.Flaky')(given as object, callId);
      failed.add(callId);
      await record({ tool: 'Effect.Flaky', callId, step: 'begun' });
      await beforeFailure(callId);
      throw new RetryableToolError('Busy', { retryAfterMs: 10 });
    }),
  ];
}
