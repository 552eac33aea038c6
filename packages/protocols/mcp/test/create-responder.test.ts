import { defineTool } from '@toolwire/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createResponder } from '../src/create-responder.ts';
import { modern } from './support/http.ts';
import { createTestService } from './support/service.ts';

test.each([
  [{ id: 7, method: 'tools/list' }, 7, 'A message must have the member "jsonrpc": "2.0"'],
  [{ jsonrpc: '2.0', id: 'a', method: 7 }, 'a', 'The "method" must be a string'],
  [{ jsonrpc: '2.0', method: 'notifications/cancelled' }, undefined, 'This is not a JSON-RPC request'],
  ['text', undefined, 'A message must be one JSON object'],
])('the response to the invalid request %j has its ID and the problem (MCP-RPC-02)', async (sent, id, message) => {
  const service = createTestService([]);
  const respond = createResponder('toMcpServerFactory()', {});
  const response = await respond(sent, { service, lifetime: { signal: AbortSignal.timeout(60_000) } });
  expect(response).toEqual({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code: -32600, message } });
});

test('progress after the response is not sent (MCP-PROG-03)', async () => {
  let report: (done: number) => void = () => undefined;
  const slow = defineTool({
    id: 'Test.Slow',
    version: '1.0.0',
    description: 'Reports its progress.',
    input: z.object({}),
    output: z.null(),
    run: (_input, { progress }) => {
      report = progress;
      progress(1);
      return null;
    },
  });
  const [request] = modern('tools/call', { name: 'Test_Slow', arguments: {} }, { meta: { progressToken: 'p' } });
  const sent: unknown[] = [];
  const respond = createResponder('toMcpServerFactory()', {});
  await respond(request, {
    service: createTestService([slow]),
    lifetime: { signal: AbortSignal.timeout(60_000) },
    notify: (message) => sent.push(message['params']),
  });
  report(2);
  expect(sent).toEqual([{ progressToken: 'p', progress: 1 }]);
});
