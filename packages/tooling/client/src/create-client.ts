import type { CallArguments, ToolSource, TypedTool } from '@toolwire/internal';
import type { CallResult } from './call-result.ts';
import { type CallContext, meetRequirements } from './calls/call-context.ts';
import { callTool } from './calls/call-tool.ts';
import { createCancelCall } from './calls/cancel-call.ts';
import { createKnownTools } from './calls/known-tools.ts';
import { listTools } from './calls/list-tools.ts';
import type { Client, TypedClient } from './client.ts';
import type { ListResult } from './listed-tool.ts';
import { type CallOptions, checkHealthOptions, type RequestOptions } from './options/call-options.ts';
import { type ClientOptions, clientSettings } from './options/client-options.ts';
import { readHealthResponse } from './read/read-response.ts';
import { request } from './send/request.ts';
import { createToolMethods } from './tool-methods.ts';
import type { CallOutput, CallsOf, UnknownTool } from './typed-call.ts';

/** Creates a client of one server. Throws if an option is invalid, or credentials would be sent over plain HTTP to another machine. */
export function createClient(options: ClientOptions): Client;
/** Creates a typed client: `createClient<typeof server>(options)`, or `typeof` of a toolkit or a list of tools. */
export function createClient<Source extends ToolSource>(options: ClientOptions): TypedClient<CallsOf<Source>>;
export function createClient(options: ClientOptions): Client {
  const settings = clientSettings(options);
  // With the options of the client, because all calls share the listing.
  const knownTools = createKnownTools(async (signal) => listTools(settings, { signal }));
  const cancel = createCancelCall(settings);

  const list = async (requestOptions: RequestOptions = {}): Promise<ListResult> => {
    const result = await listTools(settings, requestOptions);
    if (result.kind === 'listed') knownTools.store(result.tools);
    return result;
  };

  const addRequirementsFor =
    (toolId: string) =>
    async (context: CallContext, signal: AbortSignal): Promise<CallContext> => {
      const { requirements: sources } = settings;
      if (sources === undefined) return context;
      const tool = await knownTools.find(toolId, signal);
      return meetRequirements(context, tool?.requirements ?? {}, sources, tool?.toolId ?? toolId);
    };

  const client: Client = {
    async health(requestOptions = {}) {
      checkHealthOptions(requestOptions);
      const traceparent = settings.traceparent();
      const healthRequest = { method: 'GET', path: '/health', traceparent, read: readHealthResponse } as const;
      const { result } = await request(healthRequest, settings, { ...requestOptions, retry: false });
      return result.kind === 'value';
    },

    list,

    async call<Definition extends TypedTool = UnknownTool>(
      toolId: string,
      ...rest: CallArguments<Definition, CallOptions>
    ) {
      const [input = {}, callOptions = {}]: readonly [input?: unknown, options?: CallOptions] = rest;
      const result = await callTool(settings, {
        toolId,
        input,
        options: callOptions,
        addRequirements: addRequirementsFor(toolId),
        cancel,
      });
      // The tool may have changed, so the next call reads the listing again.
      if (result.kind === 'refused' && result.code === 'missing_requirements') knownTools.forget(toolId);
      // The server validates values; the client trusts their types.
      return result as CallResult<CallOutput<Definition>>;
    },
  };
  return Object.assign(client, { tools: createToolMethods(async (...args) => client.call(...args)) });
}
