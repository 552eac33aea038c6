import { type CallContext, meetRequirements } from './call-context.ts';
import type { CallResult, ListResult } from './call-result.ts';
import { callTool } from './call-tool.ts';
import type { CallArguments, CallOutput, TypedTool, UnknownTool } from './call-types.ts';
import type { Client } from './client.ts';
import {
  type CallOptions,
  type ClientOptions,
  clientSettings,
  type RequestOptions,
  traceparentOf,
} from './client-options.ts';
import { findTool } from './find-tool.ts';
import { listTools } from './list-tools.ts';
import type { ListedTool } from './listed-tool.ts';
import { readHealthAnswer } from './read-answer.ts';
import { request } from './request.ts';

/** Makes a client of one server; throws when it could never work, or not in private. */
export function createClient(options: ClientOptions): Client {
  const settings = clientSettings(options);
  let known: readonly ListedTool[] = [];

  const list = async (requestOptions: RequestOptions = {}): Promise<ListResult> => {
    const result = await listTools(settings, requestOptions);
    if (result.kind === 'listed') known = result.tools;
    return result;
  };

  const findListed = async (toolId: string, requestOptions: RequestOptions): Promise<ListedTool | undefined> => {
    const found = findTool(known, toolId);
    if (found !== undefined) return found;
    await list(requestOptions);
    return findTool(known, toolId);
  };

  const gatherFor =
    (toolId: string, callOptions: CallOptions) =>
    async (given: CallContext): Promise<CallContext> => {
      const { requirements: sources } = settings;
      if (sources === undefined) return given;
      const tool = await findListed(toolId, callOptions);
      return meetRequirements(given, tool?.requirements ?? {}, sources, tool?.toolId ?? toolId);
    };

  return {
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
        gather: gatherFor(toolId, callOptions),
      });
      // The server's tool may have changed since: what the listing says now is asked for again.
      if (result.kind === 'refused' && result.code === 'missing_requirements') known = [];
      // The server holds its tools to their schemas; here their types are taken on trust.
      return result as CallResult<CallOutput<Definition>>;
    },
  };
}
