import type { JsonObject, JsonValue, ToolFailure, ToolInfo } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { firstText, isSameJson, withoutUndefined } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import { resultMetaKey } from '@toolwire/mcp/internal';
import { readArtifact } from './artifact.ts';
import { presentFields } from './lost-fields.ts';
import {
  type ConvertOptions,
  type ReadOutcome,
  type ReadResult,
  readCallId,
  readDuration,
  readFailure,
  unknownFailure,
  unreadableResult,
} from './read-result.ts';

/** Reads a `CallToolResult` of any revision. Results of toolwire are restored exactly. */
export function readMcpResult(result: unknown, options: ConvertOptions): ReadResult {
  const fields = isObject(result) ? result : {};
  const meta = isObject(fields['_meta']) ? fields['_meta'] : {};
  const origin = isObject(meta[resultMetaKey]) ? meta[resultMetaKey] : {};
  const callId = readCallId([origin['call_id']], options);
  if (!isObject(result)) return unreadableResult(callId, 'result');
  const blocks = blocksOf(result);
  const texts = blocks.map(textBlock).filter((text) => text !== undefined);
  const failure = readMcpFailure(result, texts, meta, origin);
  const outcome =
    failure === undefined ? valueOutcome(result, blocks, origin, options.tool) : ({ kind: 'failed', failure } as const);
  const otherMeta = Object.keys(meta).filter(
    (name) => name !== resultMetaKey && !(name === 'arcade' && hasArcadeError(result, meta)),
  );
  return {
    outcome: { ...outcome, ...readDuration(origin) },
    callId,
    losses: [...otherMeta.map((name) => `_meta.${name}`), ...lostContent(result, outcome, blocks)],
    extras: presentFields(meta, otherMeta, '_meta.'),
  };
}

function blocksOf({ content }: Fields): readonly JsonValue[] {
  return Array.isArray(content) ? (content as readonly JsonValue[]) : [];
}

/**
 * Returns the fields that are lost: the data and the blocks without text of a failure, all blocks of a result that is not complete, or
 * blocks next to a structured value.
 */
function lostContent(result: Fields, outcome: ReadOutcome, blocks: readonly JsonValue[]): readonly string[] {
  const { structuredContent } = result;
  if (outcome.kind === 'failed') {
    const hasLostBlocks = blocks.some((block) => !isComplete(result) || textBlock(block) === undefined);
    return [...(structuredContent === undefined ? [] : ['structuredContent']), ...(hasLostBlocks ? ['content'] : [])];
  }
  if (structuredContent === undefined || outcome.kind !== 'value' || blocks.length === 0) return [];
  const text = textBlock(blocks[0]);
  const isValue = blocks.length === 1 && text !== undefined && isTextOf(outcome.value, text);
  return isValue ? [] : ['content'];
}

/** Whether a text is only another form of a value: the value as JSON, the string itself, or the only string in an object. */
function isTextOf(value: JsonValue, text: string): boolean {
  if (value === text || isSameJson(parseText(text), value)) return true;
  const members = isObject(value) ? Object.values(value) : [];
  return members.length === 1 && members[0] === text;
}

function valueOutcome(
  { structuredContent }: Fields,
  blocks: readonly JsonValue[],
  origin: Fields,
  tool: ToolInfo | undefined,
): ReadOutcome {
  if (structuredContent === undefined) return outcomeOfBlocks(blocks, origin, tool);
  const value = isWrapped(structuredContent, origin, tool) ? structuredContent.result : structuredContent;
  return { kind: 'value', value: value as JsonValue };
}

function outcomeOfBlocks(blocks: readonly JsonValue[], origin: Fields, tool: ToolInfo | undefined): ReadOutcome {
  const artifact = readArtifact(origin['artifact']);
  if (artifact !== undefined) return { kind: 'artifact', artifact };
  if (origin['blocks'] === true) return { kind: 'value', value: { content: blocks } };
  if (blocks.length === 0) return { kind: 'value', value: null };
  const block = blocks.length === 1 ? blocks[0] : undefined;
  const link = linkOf(block);
  if (link !== undefined) return link;
  const text = textBlock(block);
  if (text === undefined) return { kind: 'value', value: { content: blocks } };
  return { kind: 'value', value: parsesAsValue(origin, tool) ? parseText(text) : text };
}

function isWrapped(
  value: unknown,
  origin: Fields,
  tool: ToolInfo | undefined,
): value is { readonly result: JsonValue } {
  if (!isObject(value) || !Object.hasOwn(value, 'result')) return false;
  if (origin['wrapped'] === true) return true;
  const types = typesOf(tool?.outputSchema ?? {});
  return Object.keys(value).length === 1 && types.length > 0 && !types.includes('object');
}

// Results of toolwire contain their kind. For other results a schema is needed, because a string may look like JSON.
function parsesAsValue(origin: Fields, tool: ToolInfo | undefined): boolean {
  if (typeof origin['kind'] === 'string') return origin['kind'] !== 'string';
  const types = typesOf(tool?.outputSchema ?? {});
  return types.length > 0 && !types.includes('string');
}

function parseText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The text is not JSON, so it is the value.
    return text;
  }
}

function textBlock(block: JsonValue | undefined): string | undefined {
  return isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined;
}

function linkOf(block: JsonValue | undefined): ReadOutcome | undefined {
  if (!isObject(block) || block['type'] !== 'resource_link') return undefined;
  const { uri, mimeType, size, description, name } = block;
  if (typeof uri !== 'string' || typeof size !== 'number') return undefined;
  const artifact = {
    url: uri,
    contentType: firstText(mimeType) ?? 'application/octet-stream',
    size,
    description: firstText(description, name) ?? '',
    name: firstText(name),
  };
  return { kind: 'artifact', artifact: withoutUndefined(artifact) };
}

/** Whether a result is the last one of its call. The content of other results is not read. */
function isComplete({ resultType = 'complete', task }: Fields): boolean {
  return resultType === 'complete' && !isObject(task);
}

/** Reads the failure of a `CallToolResult` that is an error or has not ended; `undefined` for a successful result. */
function readMcpFailure(
  result: Fields,
  texts: readonly string[],
  meta: Fields,
  origin: Fields,
): ToolFailure | undefined {
  if (result['resultType'] === 'task' || isObject(result['task'])) return runningFailure(result);
  if (!isComplete(result)) return unfinishedFailure(result);
  return result['isError'] === true ? errorOf(texts, meta, origin) : undefined;
}

/** Whether a result has its error in `_meta.arcade`. In a failure of toolwire, that error only repeats the origin. */
function hasArcadeError({ isError }: Fields, { arcade }: Fields): boolean {
  return isError === true && isObject(arcade);
}

function errorOf(texts: readonly string[], { arcade }: Fields, origin: Fields): ToolFailure {
  if (isObject(origin['error'])) return readFailure(origin['error']);
  const message = texts.join('\n') || unknownFailure.message;
  if (!isObject(arcade)) return { message };
  const {
    canRetry: can_retry,
    retryAfterMs: retry_after_ms,
    additionalPromptContent: additional_prompt_content,
  } = arcade;
  return { ...readFailure({ can_retry, retry_after_ms, additional_prompt_content }), message };
}

/** Returns the failure for a running task, which the other protocols can only express as a retry (CONV-01). */
function runningFailure(result: Fields): ToolFailure {
  const task: Fields = isObject(result['task']) ? result['task'] : result;
  const retryAfterMs = [task['pollIntervalMs'], task['pollInterval']].find((ms) => typeof ms === 'number' && ms >= 0);
  return {
    message: 'The tool is still running',
    canRetry: true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  };
}

function unfinishedFailure(result: Fields): ToolFailure {
  if (result['resultType'] !== 'input_required') {
    return { message: 'The tool server sent an unknown kind of result' };
  }
  const requests = isObject(result['inputRequests']) ? Object.values(result['inputRequests'] as JsonObject) : [];
  const texts = requests.map((request) =>
    isObject(request) && isObject(request['params']) ? firstText(request['params']['message']) : undefined,
  );
  const messages = texts.filter((message) => message !== undefined);
  return { message: ['The tool needs user input', ...messages].join(': ') };
}
