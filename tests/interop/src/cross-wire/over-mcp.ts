import type { Answer, CallResult } from './call-result.ts';
import { fieldsOf, type HttpAnswer, post } from './post.ts';

const capabilities = { elicitation: { form: {}, url: {} } };
/** Requests the outcome metadata, to compare it with other protocols. */
const asking = { 'org.opentoolcalling/result': true };

/** Calls over MCP of 2026-07-28. */
export function callOverModernMcp(url: string, toolId: string, input: unknown): Promise<Answer> {
  const version = '2026-07-28';
  const name = nameOf(toolId);
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...asking,
  };
  return call(url, headers, { name, arguments: input, _meta });
}

/** Calls over MCP of 2025-11-25. */
export function callOverLegacyMcp(url: string, toolId: string, input: unknown): Promise<Answer> {
  const params = { name: nameOf(toolId), arguments: input, _meta: asking };
  return call(url, { 'mcp-protocol-version': '2025-11-25' }, params);
}

function nameOf(toolId: string): string {
  return toolId.replace('.', '_').replace(/@.*/, '');
}

async function call(url: string, headers: Readonly<Record<string, string>>, params: object): Promise<Answer> {
  const answer = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  return { result: read(answer), shown: show(answer), text: answer.text };
}

function read({ json }: HttpAnswer): CallResult {
  if ('error' in json) return readError(fieldsOf(json['error']));
  const result = fieldsOf(json['result']);
  if (result['resultType'] === 'input_required') return readQuestion(result);
  const text = textOf(result);
  const { error, kind, wrapped } = fieldsOf(fieldsOf(result['_meta'])['org.opentoolcalling/result']);
  if (result['isError'] === true) return readFailure(fieldsOf(error), text);
  const blocks = result['content'] as readonly Readonly<Record<string, unknown>>[];
  const link = blocks.find(({ type }) => type === 'resource_link');
  if (link !== undefined) {
    const { uri, mimeType, size } = link;
    return { kind: 'artifact', url: String(uri), contentType: String(mimeType), size: Number(size) };
  }
  const { structuredContent } = result;
  if (structuredContent === undefined) return { kind: 'value', value: kind === 'none' ? null : text };
  return { kind: 'value', value: wrapped === true ? fieldsOf(structuredContent)['result'] : structuredContent };
}

function readError({ message, data }: Readonly<Record<string, unknown>>): CallResult {
  const { elicitations } = fieldsOf(data);
  const [first] = Array.isArray(elicitations) ? (elicitations as readonly { readonly url?: string }[]) : [];
  return first === undefined
    ? { kind: 'refused', message: String(message) }
    : { kind: 'authorization', url: first.url };
}

function readQuestion(result: Readonly<Record<string, unknown>>): CallResult {
  const [request] = Object.values(fieldsOf(result['inputRequests']));
  const { mode, url, message } = fieldsOf(fieldsOf(request)['params']);
  return mode === 'url' ? { kind: 'authorization', url: url as string } : { kind: 'asks', message: String(message) };
}

function readFailure(error: Readonly<Record<string, unknown>>, text: string): CallResult {
  if ('parameter_errors' in error) return { kind: 'invalid', problems: text.split('\n').slice(1) };
  return {
    kind: 'failed',
    message: String(error['message']),
    canRetry: error['can_retry'] === true,
    retryAfterMs: error['retry_after_ms'] as number | undefined,
    prompt: error['additional_prompt_content'] as string | undefined,
  };
}

function textOf({ content }: Readonly<Record<string, unknown>>): string {
  const blocks = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
  return blocks.map(({ text = '' }) => text).join('\n');
}

function show({ status, json }: HttpAnswer): string {
  const code = fieldsOf(json['error'])['code'];
  if (code !== undefined) return `${status} JSON-RPC error ${JSON.stringify(code)}`;
  const result = fieldsOf(json['result']);
  if (result['resultType'] === 'input_required') return `${status} \`input_required\``;
  if (result['isError'] === true) return `${status} \`isError\`, text`;
  const types = (result['content'] as readonly { readonly type: string }[]).map(({ type }) => type);
  const blocks = types.length === 0 ? 'empty `content`' : types.join(', ');
  return 'structuredContent' in result ? `${status} \`structuredContent\`, ${blocks}` : `${status} ${blocks}`;
}
