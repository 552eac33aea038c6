import { fieldsOf, isFields, isList, type Json, type JsonFields, textOf } from '../json.ts';
import { type Answer, errorTexts, type Run } from './run.ts';

export const clientInfo: JsonFields = { name: 'toolwire-inspector', version: '1.0.0' };

/** Asks the server to add the outcome to the result. */
export const resultKey = 'org.opentoolcalling/result';

/** The kind of Arcade's errors for invalid input, which MCP results have too. */
export const badInput = 'TOOL_RUNTIME_BAD_INPUT_VALUE';

/** Reads the tool result of a JSON-RPC response. */
export function readAnswer(json: Json | undefined, status: number): Answer {
  const error = fieldsOf(json, 'error');
  if (isFields(json) && isFields(json['error'])) {
    const { data } = error;
    return {
      kind: 'refused',
      message: textOf(error, 'message') ?? 'The server gave no reason.',
      ...(data !== undefined && { value: data }),
    };
  }
  const result = isFields(json) ? json['result'] : undefined;
  if (isFields(result)) return readResult(result);
  return status === 200
    ? { kind: 'broken', message: 'The response ended before the result.' }
    : { kind: 'refused', message: `The server responded with status ${status}.` };
}

/** Reads the result of a tool. */
export function readResult(result: JsonFields): Answer {
  const content = isList(result['content']) ? result['content'] : [];
  const outcome = fieldsOf(fieldsOf(result, '_meta'), resultKey);
  if (result['isError'] === true) {
    const error = fieldsOf(outcome, 'error');
    const { can_retry: canRetry, retry_after_ms: retryAfterMs, parameter_errors: parameterErrors } = error;
    const advice = textOf(error, 'additional_prompt_content');
    const isInvalid = textOf(fieldsOf(fieldsOf(result, '_meta'), 'arcade'), 'errorKind') === badInput;
    return {
      kind: isInvalid || isFields(parameterErrors) ? 'invalid' : 'failed',
      message: textOf(error, 'message') ?? textsOf(content).join('\n'),
      ...(advice !== undefined && { advice }),
      ...(isFields(parameterErrors) && { parameterErrors: errorTexts(parameterErrors) }),
      ...(typeof canRetry === 'boolean' && { canRetry }),
      ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    };
  }
  const link = content.find((block) => textOf(block, 'type') === 'resource_link');
  const url = textOf(link, 'uri');
  return {
    kind: 'value',
    value: valueOf(result, outcome) ?? null,
    content,
    ...(url !== undefined && { artifact: { url, contentType: textOf(link, 'mimeType') ?? '' } }),
  };
}

/** The structured value, without the object that MCP before 2026-07-28 needs around other values; otherwise the text. */
function valueOf({ structuredContent, content }: JsonFields, outcome: JsonFields): Json | undefined {
  if (structuredContent !== undefined) {
    return outcome['wrapped'] === true && isFields(structuredContent) ? structuredContent['result'] : structuredContent;
  }
  const texts = textsOf(content);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function textsOf(content: Json | undefined): readonly string[] {
  return isList(content) ? content.flatMap((block) => textOf(block, 'text') ?? []) : [];
}

/** Shows a notification of the server during a call. */
export function showNotification(run: Run, message: Json): void {
  const params = fieldsOf(message, 'params');
  switch (textOf(message, 'method') ?? '') {
    case 'notifications/progress': {
      const { progress, total } = params;
      const text = textOf(params, 'message');
      if (typeof progress !== 'number') return;
      run.progress.value = {
        done: progress,
        ...(typeof total === 'number' && { total }),
        ...(text !== undefined && { message: text }),
      };
      return;
    }
    case 'notifications/message': {
      const { data } = params;
      const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
      run.note(textOf(params, 'level') ?? 'info', text);
      return;
    }
    case 'notifications/tasks/status':
      run.task.value = params;
  }
}

/** Waits until the delay ends or the call is canceled. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    const leave = (): void => {
      clearTimeout(timer);
      reject(new DOMException('Canceled', 'AbortError'));
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** The poll interval of a task. */
export function pollMs(requestedMs: Json | undefined): number {
  return typeof requestedMs === 'number' ? Math.min(Math.max(requestedMs, 50), 5_000) : 500;
}
