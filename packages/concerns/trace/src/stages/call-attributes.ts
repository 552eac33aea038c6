import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { conventionalNames, conventionalValues, ownNames } from '../names.ts';
import type { Attributes } from '../open-telemetry.ts';
import { textOfCaller } from './text-of-caller.ts';

/** What is known of a call before its tool is. */
export function startAttributes(call: Call): Attributes {
  const attributes: Attributes = { [ownNames.wire]: call.wire };
  const callId = textOfCaller(call.callId, call);
  const traceId = textOfCaller(call.traceId, call);
  if (callId !== undefined) attributes[conventionalNames.toolCallId] = callId;
  if (traceId !== undefined) attributes[ownNames.traceId] = traceId;
  const version = requestedVersion(call.toolId);
  if (version !== undefined) attributes[ownNames.requestedVersion] = version;
  return attributes;
}

/** What the end of a call says about it. */
export function endAttributes(outcome: Outcome, errorType: string | undefined): Attributes {
  const attributes: Attributes = { [ownNames.outcome]: outcome.kind };
  if (errorType !== undefined) attributes[conventionalNames.errorType] = errorType;
  if (outcome.replayed === true) attributes[ownNames.replayed] = true;
  if (outcome.tool !== undefined) addTool(attributes, outcome.tool);
  if (outcome.kind === 'failed') {
    const { reason, failure } = outcome;
    if (reason !== undefined) attributes[ownNames.failureReason] = reason;
    if (failure.canRetry !== undefined) attributes[ownNames.canRetry] = failure.canRetry;
    if (failure.retryAfterMs !== undefined) attributes[ownNames.retryAfterMs] = failure.retryAfterMs;
  }
  if (outcome.kind === 'refused' && outcome.retryAfterMs !== undefined) {
    attributes[ownNames.retryAfterMs] = outcome.retryAfterMs;
  }
  return attributes;
}

function addTool(attributes: Attributes, { id, name, version, description, deprecation }: ToolInfo): void {
  attributes[conventionalNames.toolName] = name;
  attributes[conventionalNames.toolType] = conventionalValues.function;
  attributes[conventionalNames.toolDescription] = description;
  attributes[ownNames.toolId] = id;
  attributes[ownNames.toolVersion] = version;
  if (deprecation !== undefined) attributes[ownNames.deprecated] = true;
}

/** The version that was asked for, if what stands behind the `@` can be one: the caller may have written anything. */
function requestedVersion(toolId: string): string | undefined {
  return /@(\d{1,9}(?:\.\d{1,9}){0,2})$/.exec(toolId)?.[1];
}
