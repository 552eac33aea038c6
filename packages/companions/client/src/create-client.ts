import type { CallArguments, ToolSource, TypedTool } from '@toolwire/internal';
import { type CallContext, meetRequirements } from './call-context.ts';
import type { CallOptions, RequestOptions } from './call-options.ts';
import type { CallResult, ListResult } from './call-result.ts';
import { callTool } from './call-tool.ts';
import type { CallOutput, UnknownTool } from './call-types.ts';
import { createCancelCall } from './cancel-call.ts';
import type { Client } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { clientSettings } from './client-settings.ts';
import { createKnownTools } from './known-tools.ts';
import { listTools } from './list-tools.ts';
import { readHealthAnswer } from './read-answer.ts';
import { request } from './request.ts';
import { traceparentOf } from './request-trace.ts';
import { createToolMethods } from './tool-methods.ts';
import type { CallsOf } from './typed-call.ts';
import type { TypedClient } from './typed-client.ts';

/** Makes a client of one server; throws when it could never work, or not in private. */
export function createClient(options: ClientOptions): Client;
/** The same, typed by where the server's tools come from: `createClient<typeof server>(options)`, or `typeof` of a toolkit or a list of tools. */
export function createClient<Source extends ToolSource>(options: ClientOptions): TypedClient<CallsOf<Source>>;
export function createClient(options: ClientOptions): Client {
  const settings = clientSettings(options);
  // For all calls that need it, and so by the client's options and none of a call's own.
  const known = createKnownTools(async (signal) => listTools(settings, { signal }));

  const cancel = createCancelCall(settings);

  const list = async (requestOptions: RequestOptions = {}): Promise<ListResult> => {
    const result = await listTools(settings, requestOptions);
    if (result.kind === 'listed') known.learn(result.tools);
    return result;
  };

  const gatherFor =
    (toolId: string) =>
    async (given: CallContext, signal: AbortSignal): Promise<CallContext> => {
      const { requirements: sources } = settings;
      if (sources === undefined) return given;
      const tool = await known.find(toolId, signal);
      return meetRequirements(given, tool?.requirements ?? {}, sources, tool?.toolId ?? toolId);
    };

  const client: Client = {
    async health(requestOptions = {}) {
      const traceparent = traceparentOf(settings, requestOptions);
      const asked = { method: 'GET', path: '/health', traceparent, read: readHealthAnswer } as const;
      const { result } = await request(asked, settings, { ...requestOptions, retry: false });
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
        gather: gatherFor(toolId),
        cancel,
      });
      // The server's tool may have changed since: what the listing says now is asked for again.
      if (result.kind === 'refused' && result.code === 'missing_requirements') known.forget(toolId);
      // The server holds its tools to their schemas; here their types are taken on trust.
      return result as CallResult<CallOutput<Definition>>;
    },
  };
  return Object.assign(client, { tools: createToolMethods(async (...called) => client.call(...called)) });
}
