import type { Answer, CallResult } from './call-result.ts';
import { fieldsOf, type HttpAnswer, post } from './post.ts';

/** Calls by Arcade's execute request. */
export function callOverArcade(url: string, toolId: string, input: unknown): Promise<Answer> {
  return call(`${url}/tools/execute`, toolId, input);
}

/** Calls as an Arcade engine calls its workers. */
export function callOverWorker(url: string, toolId: string, input: unknown): Promise<Answer> {
  return call(`${url}/worker/tools/invoke`, toolId, input);
}

async function call(address: string, toolId: string, input: unknown): Promise<Answer> {
  const [path = '', version = null] = toolId.split('@');
  const [toolkit, name] = path.split('.');
  const answer = await post(address, {
    execution_id: crypto.randomUUID(),
    tool: { toolkit, name, version },
    inputs: input,
  });
  return { result: read(answer), shown: show(answer), text: answer.text };
}

function read({ status, json }: HttpAnswer): CallResult {
  if (status !== 200) return { kind: 'refused', message: String(json['detail'] ?? json['message']) };
  const { value = null, error, requires_authorization: needed, artifact } = fieldsOf(json['output']);
  if (error !== undefined && error !== null) return readError(fieldsOf(error));
  if (needed !== undefined && needed !== null) {
    const { url, authorization_url: workerUrl } = fieldsOf(needed);
    return { kind: 'authorization', url: (url ?? workerUrl ?? undefined) as string | undefined };
  }
  const { url, content_type: contentType, size } = fieldsOf(artifact ?? fieldsOf(value)['artifact']);
  return typeof url === 'string'
    ? { kind: 'artifact', url, contentType: String(contentType), size: Number(size) }
    : { kind: 'value', value };
}

function readError(error: Readonly<Record<string, unknown>>): CallResult {
  const message = String(error['message']);
  const [, problems] = /^Invalid input: (.*)$/s.exec(message) ?? [];
  if (problems !== undefined) return { kind: 'invalid', problems: problems.split('; ') };
  return {
    kind: 'failed',
    message,
    canRetry: error['can_retry'] === true,
    retryAfterMs: (error['retry_after_ms'] ?? undefined) as number | undefined,
    prompt: (error['additional_prompt_content'] ?? undefined) as string | undefined,
    developerMessage: (error['developer_message'] ?? undefined) as string | undefined,
  };
}

function show({ status, json }: HttpAnswer): string {
  if (status !== 200) return `${status} \`${Object.keys(json).join(', ')}\``;
  const output = fieldsOf(json['output']);
  const members = Object.keys(output).filter((name) => output[name] !== null);
  if (members.length === 0) return 'output' in json ? '200 `output`, all null' : '200, no `output`';
  return `200 \`output.${members.join(', ')}\``;
}
