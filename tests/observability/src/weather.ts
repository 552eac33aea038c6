import { defineTool, type ToolDefinition } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import { listenOn, type RunningHost } from '@toolwire/test-hosts';
import { z } from 'zod';

/** A service that tools call, and what traces it was called in. */
export interface Upstream extends RunningHost {
  readonly traceParents: string[];
}

/** Starts the service that the tools below call. */
export async function startUpstream(): Promise<Upstream> {
  const traceParents: string[] = [];
  const running = await listenOn((request, response) => {
    traceParents.push(String(request.headers['traceparent']));
    response.end('sun');
  });
  return { ...running, traceParents };
}

/** Two tools that call the service; the second fails the first time that it is called. */
export function weatherTools({ url }: RunningHost): ToolDefinition[] {
  let calls = 0;
  const ask = async (): Promise<string> => (await fetch(url)).text();
  const common = { version: '1.0.0', input: z.object({}), output: z.string(), annotations: { readOnly: true } };
  return [
    defineTool({ ...common, id: 'Weather.Get', description: 'Asks the service.', run: ask }) as ToolDefinition,
    defineTool({
      ...common,
      id: 'Weather.Flaky',
      description: 'Asks the service, and fails the first time.',
      run: async () => {
        calls += 1;
        const answer = await ask();
        if (calls === 1) throw new RetryableToolError('Not yet', { retryAfterMs: 1 });
        return answer;
      },
    }) as ToolDefinition,
  ];
}
