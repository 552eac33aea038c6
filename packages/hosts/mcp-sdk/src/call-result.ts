import {
  type CallToolResult,
  type InputRequiredResult,
  isCallToolResult,
  isInputRequiredResult,
  ProtocolError,
} from '@modelcontextprotocol/server';
import type { JsonObject, JsonSchema } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { resultMetaKey, rpcCodes } from '@toolwire/mcp/internal';
import { unreadableResult } from './forward.ts';

/** A result of `tools/call`. */
export type CallAnswer = CallToolResult | InputRequiredResult;

/** Converts our result to one of the SDK. */
export function toCallAnswer({ resultType, ...result }: JsonObject): CallAnswer {
  const inputRequired = { ...result, resultType };
  if (isInputRequiredResult(inputRequired)) return inputRequired;
  if (isCallToolResult(result)) return result;
  throw unreadableResult();
}

/** The listed output schema of the tool, which the SDK needs to wrap results for older clients. */
export function listedOutput({ _meta: meta }: CallToolResult, page: ToolPage | undefined): JsonSchema | undefined {
  const toolId = originOf(meta)['tool_id'];
  const tool = page?.tools.find(({ id, version }) => `${id}@${version}` === toolId);
  const schema = tool?.outputSchema ?? undefined;
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}

/** Marks a result that the SDK has wrapped, so that its reader unwraps it. */
export function markWrapped(projected: CallToolResult, { structuredContent }: CallToolResult): CallToolResult {
  const { _meta: meta } = projected;
  if (projected.structuredContent === structuredContent) return projected;
  return { ...projected, _meta: { ...meta, [resultMetaKey]: { ...originOf(meta), wrapped: true } } };
}

/** Removes `_meta`, because many clients show it to their models. The SDK adds the server info itself. */
export function withoutMeta({ _meta: _removed, ...result }: CallToolResult): CallToolResult {
  return result;
}

/** Whether the client requested the origin of its result. */
export function asksForOrigin(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  return meta?.[resultMetaKey] === true;
}

/** A result for older clients that describes the input request, because they have no error for a missing capability. */
export function toInputRequestText(thrown: unknown): CallToolResult {
  if (!ProtocolError.isInstance(thrown) || thrown.code !== rpcCodes.missingCapability) throw thrown;
  return { content: [{ type: 'text', text: thrown.message }], isError: true };
}

function originOf(meta: CallToolResult['_meta']): Readonly<Record<string, unknown>> {
  const origin = meta?.[resultMetaKey];
  return typeof origin === 'object' && origin !== null ? { ...origin } : {};
}
