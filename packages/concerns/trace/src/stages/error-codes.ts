import type { Outcome, RefusalCode, RefusedOutcome } from '@toolwire/core';
import { isUnknownTool, rpcCodes } from '@toolwire/internal';
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
