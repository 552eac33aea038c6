import type { JsonObject, ToolFailure } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { firstText } from '@toolwire/internal';
import { readFailure, unknownFailure } from './read-common-fields.ts';

/** Whether a result is the last one of its call. The content of other results is not read. */
export function isComplete({ resultType = 'complete', task }: Fields): boolean {
  return resultType === 'complete' && !isObject(task);
}

/** Reads the failure of a `CallToolResult` that is an error or has not ended; `undefined` for a successful result. */
export function readMcpFailure(
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
export function hasArcadeError({ isError }: Fields, { arcade }: Fields): boolean {
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
