import type { Outcome, RefusalCode, RefusedOutcome } from '@toolwire/core';
import type { Attributes } from '../open-telemetry.ts';
import { conventionalNames } from '../telemetry-names.ts';
import { isUnknownTool } from './error-type.ts';

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
