// oxlint-disable typescript/no-deprecated -- only the low-level server accepts tools that are defined without the SDK
import {
  CLIENT_CAPABILITIES_META_KEY,
  isInputRequiredResult,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/internal';
import type { Responder, ResponderContext } from '@toolwire/mcp/internal';
import { type Forward, forwardedRevision, unreadableResult } from './forward.ts';

/** The capabilities of a server other than tools. */
export interface OtherCapabilities {
  readonly resources?: Record<string, never>;
  readonly prompts?: Record<string, never>;
  readonly completions?: Record<string, never>;
}

/** Requests the capabilities of our server for a caller. */
export async function findOtherCapabilities(
  respond: Responder,
  context: Pick<ResponderContext, 'service' | 'principal' | 'values'>,
): Promise<OtherCapabilities> {
  const _meta = { [PROTOCOL_VERSION_META_KEY]: forwardedRevision, [CLIENT_CAPABILITIES_META_KEY]: {} };
  const request = { jsonrpc: '2.0', id: 0, method: 'server/discover', params: { _meta } };
  const { result } = await respond(request, { ...context, lifetime: { signal: new AbortController().signal } });
  const { resources, prompts, completions } = fieldsOf(fieldsOf(result)['capabilities']);
  return {
    ...(isObject(resources) && { resources: {} }),
    ...(isObject(prompts) && { prompts: {} }),
    ...(isObject(completions) && { completions: {} }),
  };
}

/** Forwards requests for these capabilities to our server. */
export function serveOtherCapabilities(sdk: Server, capabilities: OtherCapabilities, forward: Forward): void {
  if (capabilities.resources !== undefined) {
    sdk.setRequestHandler('resources/list', async (message, context) =>
      expectResult(await forward(message, context), isSpecType.ListResourcesResult),
    );
    sdk.setRequestHandler('resources/templates/list', async (message, context) =>
      expectResult(await forward(message, context), isSpecType.ListResourceTemplatesResult),
    );
    sdk.setRequestHandler('resources/read', async (message, context) => {
      const result = await forward(message, context);
      return isInputRequiredResult(result) ? result : expectResult(result, isSpecType.ReadResourceResult);
    });
  }
  if (capabilities.prompts !== undefined) {
    sdk.setRequestHandler('prompts/list', async (message, context) =>
      expectResult(await forward(message, context), isSpecType.ListPromptsResult),
    );
    sdk.setRequestHandler('prompts/get', async (message, context) => {
      const result = await forward(message, context);
      return isInputRequiredResult(result) ? result : expectResult(result, isSpecType.GetPromptResult);
    });
  }
  if (capabilities.completions !== undefined) {
    sdk.setRequestHandler('completion/complete', async (message, context) =>
      expectResult(await forward(message, context), isSpecType.CompleteResult),
    );
  }
}

function expectResult<Result>(
  { resultType: _resultType, ...result }: JsonObject,
  isResult: (value: unknown) => value is Result,
): Result {
  if (isResult(result)) return result;
  throw unreadableResult();
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}
