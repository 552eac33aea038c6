import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { cutText, firstCharacters } from '@toolwire/internal';
import type { Attributes } from '../open-telemetry.ts';
import { conventionalNames, conventionalValues, ownNames } from '../telemetry-names.ts';

/** Returns the attributes of a call before its tool is resolved. */
export function startAttributes(call: Call): Attributes {
  const attributes: Attributes = { [ownNames.wire]: call.wire };
  const callId = safeCallerText(call.callId, call);
  const traceId = safeCallerText(call.traceId, call);
  if (callId !== undefined) attributes[conventionalNames.toolCallId] = callId;
  if (traceId !== undefined) attributes[ownNames.traceId] = traceId;
  const version = requestedVersion(call.toolId);
  if (version !== undefined) attributes[ownNames.requestedVersion] = version;
  return attributes;
}

/** Returns the attributes of an outcome. */
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

/** Returns the requested version if it is valid, since callers may send any string. */
function requestedVersion(toolId: string): string | undefined {
  return /@(\d{1,9}(?:\.\d{1,9}){0,2})$/.exec(toolId)?.[1];
}

const maxTextLength = 256;

/** Truncates a string of the caller; returns `undefined` if it contains a secret of the call (CASE-C). */
export function safeCallerText(text: string | undefined, { context }: Call): string | undefined {
  if (text === undefined) return undefined;
  const isInText = (secret: string): boolean => secret !== '' && text.includes(secret);
  const hasSecret =
    context.authorization.some(({ token }) => isInText(token)) || context.secrets.some(({ value }) => isInText(value));
  return hasSecret ? undefined : firstCharacters(text, maxTextLength);
}

/** The call that a content belongs to, and which part of the call it is. */
interface ContentSource {
  readonly call: Call;
  readonly tool: ToolInfo;
  readonly part: 'arguments' | 'result';
}

/** Returns what a span may show of the arguments or result of a call; `undefined` for nothing. */
export type RecordContent = (content: unknown, of: ContentSource) => unknown;

const maxContentLength = 8_192;

/** Returns the attributes for arguments and results, if the app enabled them and the tool is resolved. */
export function contentAttributes(call: Call, outcome: Outcome, content: RecordContent | undefined): Attributes {
  const { tool } = outcome;
  if (content === undefined || tool === undefined) return {};
  const attributes: Attributes = {};
  const add = (part: ContentSource['part'], value: unknown): void => {
    const text = toJson(() => content(value, { call, tool, part }));
    if (text !== undefined) attributes[attributeNames[part]] = cutText(text, maxContentLength);
  };
  add('arguments', call.input);
  if (outcome.kind === 'value') add('result', outcome.value);
  return attributes;
}

const attributeNames = {
  arguments: conventionalNames.toolCallArguments,
  result: conventionalNames.toolCallResult,
} as const;

/** Serializes to JSON, because spans can't hold objects. Returns `undefined` if the function of the app throws. */
function toJson(readContent: () => unknown): string | undefined {
  try {
    return JSON.stringify(readContent());
  } catch {
    return undefined;
  }
}
