import type { Outcome, RefusalCode, RefusedOutcome } from '@toolwire/core';
import type { Attributes } from '../open-telemetry.ts';
import { conventionalNames, conventionalValues } from '../telemetry-names.ts';

/**
 * Returns the error type of an outcome, or `undefined` for success. It matters because failed tools get HTTP 200, which HTTP
 * instrumentation counts as success.
 */
export function errorTypeOf(outcome: Outcome, wire: string): string | undefined {
  switch (outcome.kind) {
    case 'failed':
      // The conventions use one type for all results with `isError` in MCP.
      if (wire === 'mcp' || outcome.reason === undefined || outcome.reason === 'reported') {
        return conventionalValues.toolError;
      }
      return outcome.reason;
    case 'invalid':
      return wire === 'mcp' ? conventionalValues.toolError : 'invalid_input';
    case 'refused':
      if (wire !== 'mcp') return outcome.code;
      // Missing requirements are a result, which the model reads.
      if (outcome.code === 'missing_requirements') return conventionalValues.toolError;
      // The conventions count unknown tools as mistakes of the client, and not as errors of an MCP server.
      return isUnknownTool(outcome) ? undefined : outcome.code;
    case 'value':
    case 'artifact':
    case 'deferred':
    case 'input_required':
      return undefined;
  }
}

/** Whether a refusal means that the tool doesn't exist. */
function isUnknownTool({ code }: RefusedOutcome): boolean {
  return code === 'invalid_tool_id' || code === 'tool_not_found' || code === 'version_not_found';
}

/** The JSON-RPC error codes of traced requests. */
export const rpcCodes = {
  notJson: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
  missingCapability: -32021,
} as const;

const internalRefusals: ReadonlySet<RefusalCode> = new Set(['unavailable', 'overloaded', 'internal']);

/** Returns the attribute with the error code of a refused call. */
export function refusalAttributes(outcome: Outcome): Attributes {
  // Missing requirements are a result, which the model reads.
  if (outcome.kind !== 'refused' || outcome.code === 'missing_requirements') return {};
  return { [conventionalNames.responseStatusCode]: String(rpcCodeOf(outcome)) };
}

function rpcCodeOf(outcome: RefusedOutcome): number {
  if (isUnknownTool(outcome) || outcome.code === 'call_id_conflict') return rpcCodes.invalidParams;
  if (outcome.code === 'not_found') return rpcCodes.methodNotFound;
  return internalRefusals.has(outcome.code) ? rpcCodes.internal : rpcCodes.invalidRequest;
}
