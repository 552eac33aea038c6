import { expect, it } from 'vitest';
import { createReopenedTarget } from '../src/bridge/reopened-target.ts';
import { connectionError } from '../src/cli-error.ts';
import type { Target } from '../src/target/target.ts';

it('A target whose server did not come back can be closed', async () => {
  const interruption = new AbortController();
  const first: Target = {
    wire: 'mcp',
    address: 'http://localhost/mcp',
    tools: [],
    warnings: [],
    call: () => Promise.reject(connectionError('The connection broke.')),
    close: () => Promise.resolve(),
  };
  const open = (): Promise<Target> => {
    interruption.abort();
    return Promise.reject(connectionError('The server is down.'));
  };
  const target = createReopenedTarget(first, open, { signal: interruption.signal, note: () => undefined });
  const tool = {
    toolId: 'A.B@1.0.0',
    id: 'A.B',
    version: '1.0.0',
    name: 'A_B',
    description: '',
    inputSchema: {},
    outputSchema: {},
    annotations: { readOnly: true },
  };
  await expect(target.call({ tool, input: {}, attempts: 1, context: {} })).rejects.toThrow('The server is down.');
  await expect(target.close()).resolves.toBe(undefined);
});
