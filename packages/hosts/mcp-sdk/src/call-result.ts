import {
  type CallToolResult,
  type InputRequiredResult,
  isCallToolResult,
  isInputRequiredResult,
  ProtocolError,
} from '@modelcontextprotocol/server';
import type { JsonObject, JsonSchema } from '@toolwire/core';
import type { ToolService, Viewer } from '@toolwire/core/wire';

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
export async function listedOutput(
  { _meta: meta }: CallToolResult,
  service: ToolService,
  viewer: Viewer,
): Promise<JsonSchema | undefined> {
  const toolId = originOf(meta)['tool_id'];
  const { tools } = await service.page(viewer);
  const tool = tools.find(({ id, version }) => `${id}@${version}` === toolId);
  const schema = tool?.outputSchema ?? undefined;
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}

/** Says of a result whose value the SDK has wrapped that it has, so that whoever reads it takes the value out again. */
export function markWrapped(projected: CallToolResult, { structuredContent }: CallToolResult): CallToolResult {
  const { _meta: meta } = projected;
  if (projected.structuredContent === structuredContent) return projected;
  return { ...projected, _meta: { ...meta, [originKey]: { ...originOf(meta), wrapped: true } } };
}

/** Leaves out what a result was, where its client has not asked for that: many clients show it to their models. */
export function withoutOrigin({ _meta: _origin, ...result }: CallToolResult): CallToolResult {
  return result;
}

/** Tells whether the client of a call wants to know what its result was. */
export function asksForOrigin(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  return meta?.[originKey] === true;
}

/** Tells a client of the older era what it would be asked, since there it is no error that a capability is missing. */
export function toAskedResult(thrown: unknown): CallToolResult {
  if (!ProtocolError.isInstance(thrown) || thrown.code !== missingCapability) throw thrown;
  return { content: [{ type: 'text', text: thrown.message }], isError: true };
}

const missingCapability = -32021;
/** Where our own results say what they were. */
const originKey = 'org.opentoolcalling/result';

function originOf(meta: CallToolResult['_meta']): Readonly<Record<string, unknown>> {
  const origin = meta?.[originKey];
  return typeof origin === 'object' && origin !== null ? { ...origin } : {};
}
