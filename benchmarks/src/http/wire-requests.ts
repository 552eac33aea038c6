import { callBody } from '../calculator.ts';
import { requestText } from './http-text.ts';

const input = { a: 19, b: 23 };
const bothTypes = 'Accept: application/json, text/event-stream';

const modernCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'Calculator_Add',
    arguments: input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'benchmarks', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const legacyCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'Calculator_Add', arguments: input },
});
const execution = JSON.stringify({
  run_id: 'run-1',
  execution_id: '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10',
  created_at: '2026-07-28T10:00:00Z',
  tool: { toolkit: 'Calculator', name: 'Add', version: '1.0.0' },
  inputs: input,
  context: {},
});

const legacyHeaders = [bothTypes, 'Mcp-Protocol-Version: 2025-11-25'];

/** The call of a client of 2025-11-25 that has a session. */
export function sessionExchange(id: string): { readonly request: string; readonly expected: string } {
  const headers = [...legacyHeaders, `Mcp-Session-Id: ${id}`];
  return { request: requestText('POST', '/mcp', legacyCall, headers), expected: '"text":"42"' };
}

/** The same call as each protocol asks for it, and the sum as it answers. */
export const wireExchanges = {
  otc: { request: requestText('POST', '/tools/call', callBody), expected: '"value":42' },
  modernMcp: {
    request: requestText('POST', '/mcp', modernCall, [
      bothTypes,
      'Mcp-Protocol-Version: 2026-07-28',
      'Mcp-Method: tools/call',
      'Mcp-Name: Calculator_Add',
    ]),
    expected: '"text":"42"',
  },
  legacyMcp: {
    request: requestText('POST', '/mcp', legacyCall, legacyHeaders),
    expected: '"text":"42"',
  },
  arcade: { request: requestText('POST', '/tools/execute', execution), expected: '{"value":42}' },
} as const;
