import {
  type CallToolResult,
  type InputRequiredResult,
  isCallToolResult,
  isInputRequiredResult,
  ProtocolError,
} from '@modelcontextprotocol/server';
import type { JsonObject, JsonSchema, Principal, ToolService } from '@toolwire/core';

/** What `tools/call` may be answered with. */
export type CallAnswer = CallToolResult | InputRequiredResult;

/** Reads our own result as one of the SDK's. */
export function toCallAnswer({ resultType, ...result }: JsonObject): CallAnswer {
  const whole = { ...result, resultType };
  if (isInputRequiredResult(whole)) return whole;
  if (isCallToolResult(result)) return result;
  throw new ProtocolError(-32603, 'The server could not answer the request');
}

/** The output schema that is listed for the tool of a result: by it the SDK wraps what older clients could not read. */
export function listedOutput(
  { _meta: meta }: CallToolResult,
  service: ToolService,
  principal: Principal | undefined,
): JsonSchema | undefined {
  const told = meta?.['org.opentoolcalling/result'];
  const toolId: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'tool_id') : undefined;
  const tool = service.page(principal).tools.find(({ id, version }) => `${id}@${version}` === toolId);
  const schema = tool?.outputSchema ?? undefined;
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}

/** Tells a client of the older era what it would be asked, since there it is no error that a capability is missing. */
export function toAskedResult(thrown: unknown): CallToolResult {
  if (!ProtocolError.isInstance(thrown) || thrown.code !== missingCapability) throw thrown;
  return { content: [{ type: 'text', text: thrown.message }], isError: true };
}

const missingCapability = -32021;
