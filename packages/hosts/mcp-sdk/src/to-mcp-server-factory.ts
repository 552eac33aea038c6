// oxlint-disable typescript/no-deprecated -- only the low-level server accepts tools that are defined without the SDK
import {
  type AuthInfo,
  type CallToolResult,
  type InputRequiredResult,
  isCallToolResult,
  isInputRequiredResult,
  isSpecType,
  type ListToolsResult,
  type McpServerFactory,
  ProtocolError,
  type McpRequestContext as SdkRequestContext,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import {
  andThen,
  type ContextEntry,
  contextValues,
  type Icon,
  type JsonObject,
  type JsonSchema,
  noContextValues,
  type Principal,
} from '@toolwire/core';
import type { ToolPage, ToolService } from '@toolwire/core/wire';
import { checkNames, copyPrincipal, type NamesOf, rpcCodes } from '@toolwire/internal';
import type { McpServerInfo, McpServingOptions } from '@toolwire/mcp';
import {
  createResponder,
  defaultServerInfo,
  resultMetaKey,
  servingNames,
  withObjectProperties,
} from '@toolwire/mcp/internal';
import { findOtherCapabilities, serveOtherCapabilities } from './capabilities.ts';
import { createForward, unreadableResult } from './forward.ts';

/** Options for serving tools through the official SDK. Tasks are not supported. */
export interface McpSdkOptions extends Omit<McpServingOptions, 'taskAfterMs' | 'maxListeners' | 'updates'> {
  /** The principal of an authenticated request; without it, all callers share one identity. */
  readonly principal?:
    | ((authInfo: AuthInfo | undefined) => Principal | null | undefined | Promise<Principal | null | undefined>)
    | undefined;
  /** The context values of each request. */
  readonly values?: ((request: SdkRequestContext) => readonly ContextEntry[]) | undefined;
}

const { taskAfterMs: _tasks, maxListeners: _listeners, updates: _updates, ...supportedNames } = servingNames;
const optionNames: NamesOf<McpSdkOptions> = { ...supportedNames, principal: true, values: true };

/** Creates a factory for the official SDK. Each of its servers serves all tools. */
export function toMcpServerFactory(
  server: { readonly service: ToolService },
  options: McpSdkOptions = {},
): McpServerFactory {
  checkNames('toMcpServerFactory()', options, optionNames);
  // The SDK has no tasks.
  const service: ToolService = { ...server.service, tasks: undefined };
  const { principal: principalOf, values: valuesOf, ...serving } = options;
  const respond = createResponder('toMcpServerFactory()', serving);
  const { instructions, logging = true } = serving;
  const serverInfo: McpServerInfo = serving.serverInfo ?? defaultServerInfo;
  const capabilities = { tools: { listChanged: true }, ...(logging && { logging: {} }) };
  const { icons, ...named } = serverInfo;
  const implementation = { ...named, ...(icons !== undefined && { icons: icons.map(toSdkIcon) }) };

  return async (request) => {
    const principal = copyPrincipal(await principalOf?.(request.authInfo));
    const values = valuesOf === undefined ? noContextValues : contextValues(valuesOf(request));
    const otherCapabilities = await findOtherCapabilities(respond, { service, principal, values });
    const sdk = new Server(implementation, {
      capabilities: { ...capabilities, ...otherCapabilities },
      ...(instructions !== undefined && { instructions }),
    });
    const forward = createForward(respond, sdk, { service, principal, values });

    sdk.setRequestHandler('tools/list', async (message, context) => {
      const { resultType: _, ...listing } = await forward(message, context);
      if (!isSpecType.ListToolsResult(listing)) {
        throw new ProtocolError(rpcCodes.internal, 'The server could not list its tools');
      }
      return request.era === 'legacy' ? olderListing(listing) : listing;
    });
    sdk.setRequestHandler('tools/call', async (message, context) => {
      let listedPage: ToolPage | undefined;
      const page: ToolService['page'] = (viewer) => andThen(service.page(viewer), (viewed) => (listedPage = viewed));
      const called = forward(message, context, { ...service, page }).then(toCallAnswer);
      const answer = await (request.era === 'legacy' ? called.catch(toInputRequestText) : called);
      if (isInputRequiredResult(answer)) return answer;
      const projected = sdk.projectCallToolResult(answer, listedOutput(answer, listedPage));
      if (context.mcpReq._meta?.[resultMetaKey] === true) return markWrapped(projected, answer);
      // Many clients show `_meta` to their models. The SDK adds the server info itself.
      const { _meta, ...result } = projected;
      return result;
    });
    serveOtherCapabilities(sdk, otherCapabilities, forward);
    // Over HTTP a server lives for one request, and the owner of the handler notifies of changes.
    if (request.requestInfo === undefined) notifyOfChanges(sdk, service);
    return sdk;
  };
}

function toSdkIcon({ sizes, ...icon }: Icon): Omit<Icon, 'sizes'> & { sizes?: string[] } {
  return { ...icon, ...(sizes !== undefined && { sizes: [...sizes] }) };
}

function notifyOfChanges(sdk: Server, service: ToolService): void {
  const forget = service.onToolsChanged(() => void sdk.sendToolListChanged().catch(() => undefined));
  const { onclose } = sdk;
  sdk.onclose = () => {
    forget();
    onclose?.();
  };
}

/** Adapts a listing for older clients, which reject all of it for one property that is not an object. */
function olderListing({ tools, ...listing }: ListToolsResult): ListToolsResult {
  return { ...listing, tools: tools.map(olderTool) };
}

function olderTool({ inputSchema, outputSchema, ...tool }: Tool): Tool {
  return {
    ...tool,
    inputSchema: { ...withObjectProperties(inputSchema), type: 'object' },
    ...(outputSchema !== undefined && { outputSchema: withObjectProperties(outputSchema) }),
  };
}

/** Converts our result to one of the SDK. */
function toCallAnswer({ resultType, ...result }: JsonObject): CallToolResult | InputRequiredResult {
  const inputRequired = { ...result, resultType };
  if (isInputRequiredResult(inputRequired)) return inputRequired;
  if (isCallToolResult(result)) return result;
  throw unreadableResult();
}

/** The listed output schema of the tool, which the SDK needs to wrap results for older clients. */
function listedOutput({ _meta: meta }: CallToolResult, page: ToolPage | undefined): JsonSchema | undefined {
  const toolId = originOf(meta)['tool_id'];
  const tool = page?.tools.find(({ id, version }) => `${id}@${version}` === toolId);
  const schema = tool?.outputSchema ?? undefined;
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}

/** Marks a result that the SDK has wrapped, so that its reader unwraps it. */
function markWrapped(projected: CallToolResult, { structuredContent }: CallToolResult): CallToolResult {
  const { _meta: meta } = projected;
  if (projected.structuredContent === structuredContent) return projected;
  return { ...projected, _meta: { ...meta, [resultMetaKey]: { ...originOf(meta), wrapped: true } } };
}

/** A result for older clients that describes the input request, because they have no error for a missing capability. */
function toInputRequestText(thrown: unknown): CallToolResult {
  if (!ProtocolError.isInstance(thrown) || thrown.code !== rpcCodes.missingCapability) throw thrown;
  return { content: [{ type: 'text', text: thrown.message }], isError: true };
}

function originOf(meta: CallToolResult['_meta']): Readonly<Record<string, unknown>> {
  const origin = meta?.[resultMetaKey];
  return typeof origin === 'object' && origin !== null ? { ...origin } : {};
}
