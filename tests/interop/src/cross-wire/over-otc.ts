import type { Answer, CallResult } from './call-result.ts';
import { fieldsOf, type HttpAnswer, post } from './post.ts';

/** Calls over Open Tool Calling 1.0. */
export async function callOverOtc(url: string, toolId: string, input: unknown): Promise<Answer> {
  const answer = await post(`${url}/tools/call`, { request: { tool_id: toolId, input } });
  return { result: read(answer), shown: show(answer), text: answer.text };
}

function read({ status, json }: HttpAnswer): CallResult {
  if (status === 422) {
    const problems = Object.entries(fieldsOf(json['parameter_errors'])).map(
      ([name, text]) => `${name}: ${String(text)}`,
    );
    return { kind: 'invalid', problems };
  }
  if (status !== 200) return readRefusal(json);
  const { success, value, error } = fieldsOf(json['result']);
  if (success === true) return readValue(value);
  const failure = fieldsOf(error);
  return {
    kind: 'failed',
    message: String(failure['message']),
    canRetry: failure['can_retry'] === true,
    retryAfterMs: failure['retry_after_ms'] as number | undefined,
    prompt: failure['additional_prompt_content'] as string | undefined,
    developerMessage: failure['developer_message'] as string | undefined,
  };
}

function readRefusal(json: HttpAnswer['json']): CallResult {
  const { authorization } = fieldsOf(json['missing_requirements']);
  const [first] = Array.isArray(authorization) ? (authorization as readonly { readonly url?: string }[]) : [];
  return first === undefined
    ? { kind: 'refused', message: String(json['message']) }
    : { kind: 'authorization', url: first.url };
}

function readValue(value: unknown): CallResult {
  const { url, content_type: contentType, size } = fieldsOf(fieldsOf(value)['artifact']);
  return typeof url === 'string'
    ? { kind: 'artifact', url, contentType: String(contentType), size: Number(size) }
    : { kind: 'value', value };
}

function show({ status, json }: HttpAnswer): string {
  if (status !== 200) {
    return `${status} \`${Object.keys(json)
      .filter((name) => name !== '$schema')
      .join(', ')}\``;
  }
  const { success, error, value } = fieldsOf(json['result']);
  if (success !== true) return `200 \`error\` { ${Object.keys(fieldsOf(error)).join(', ')} }`;
  return 'artifact' in fieldsOf(value) ? '200 `value.artifact`' : '200 `value`';
}
