import type { JSONRPCRequest } from '@modelcontextprotocol/client';
import { type Fields, isObject, listOf, paramHeaders } from '@toolwire/internal';
import { type CliError, connectionError } from '../cli-error.ts';
import { NotDelivered } from '../mcp/connection-errors.ts';

/** Creates the list of a server's known tools, which determine headers and retries of calls. */
export function createKnownTools() {
  const tools = new Map<string, Fields>();
  const toolOf = ({ method, params }: JSONRPCRequest): Fields | undefined =>
    method === 'tools/call' ? tools.get(String(params?.['name'])) : undefined;
  return {
    /** Stores the tools of a `tools/list` result. */
    store(result: Fields): void {
      const listed = listOf(result['tools']).filter(isObject);
      for (const tool of listed) tools.set(String(tool['name']), tool);
    },
    /** The headers that repeat marked parameters, which 2026-07-28 requires. */
    headersOf(request: JSONRPCRequest): Readonly<Record<string, string>> {
      const { params } = request;
      const isModern = isObject(params?._meta) && 'io.modelcontextprotocol/protocolVersion' in params._meta;
      const tool = isModern ? toolOf(request) : undefined;
      return tool === undefined ? {} : paramHeaders(tool['inputSchema'], params?.['arguments']);
    },
    /** The error of a request whose connection broke: it is sent again if that does no harm. Any other request may have run. */
    errorAfterConnectionLoss(error: CliError, request: JSONRPCRequest): CliError {
      const tool = toolOf(request);
      const { readOnlyHint, idempotentHint } =
        tool !== undefined && isObject(tool['annotations']) ? tool['annotations'] : {};
      const isRepeatable = request.method !== 'tools/call' || readOnlyHint === true || idempotentHint === true;
      if (isRepeatable) return new NotDelivered(error.message, { cause: error });
      return connectionError(`Connection lost; the tool may have run: ${error.message}`, error);
    },
  };
}
