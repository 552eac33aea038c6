import { type Fields, isObject, withoutUndefined } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { CallTool } from '../calls/tool-caller.ts';
import type { ToolResult } from '../calls/tool-result.ts';
import type { McpListedTool, SourceMcpClient } from './model-tool-source.ts';

/** Lists the tools of an MCP server. Version 2 of the SDK's client returns all pages at once, version 1 one page per call. */
export async function listMcpTools(client: SourceMcpClient): Promise<readonly ModelTool[]> {
  const tools: ModelTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools.map(toModelTool));
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) throw new Error('the server repeats a page of its listing');
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
}

function toModelTool({
  name,
  title,
  description = '',
  inputSchema,
  outputSchema,
  annotations,
}: McpListedTool): ModelTool {
  const destructive = annotations?.destructiveHint;
  return withoutUndefined({
    id: name,
    version: '',
    name,
    title: title ?? annotations?.title,
    description,
    inputSchema: { ...inputSchema },
    outputSchema: { ...outputSchema },
    annotations: destructive === undefined ? undefined : { destructive },
  });
}

/** Returns a caller for the tools of an MCP client. */
export function callerOfMcpClient(client: SourceMcpClient): CallTool {
  // In version 1 the second parameter is a schema with a default value, so `length` is 1.
  const hasSchema = client.callTool.length < 2;
  return async (name, input, { signal }) => {
    const options = signal && { signal };
    const params = { name, arguments: { ...input } };
    try {
      const result = await (hasSchema ? client.callTool(params, undefined, options) : client.callTool(params, options));
      return resultOf({ ...result });
    } catch (thrown) {
      // Older servers reject invalid input with a protocol error, which the model can correct.
      if (thrown instanceof Error && 'code' in thrown && thrown.code === -32_602) return failed(thrown.message);
      throw thrown;
    }
  };
}

function resultOf({ content, structuredContent, isError }: Fields): ToolResult {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = blocks.map(textOf).join('\n');
  if (isError === true) return failed(text || 'The tool failed without a message.');
  if (structuredContent === undefined) return { kind: 'value', value: text };
  // The text is the value as JSON, or what its author wrote for models.
  return { kind: 'value', value: structuredContent, content: blocks.filter(isFilledText) };
}

/** Some model APIs reject an empty text. */
function isFilledText(block: unknown): block is { readonly type: 'text'; readonly text: string } {
  return isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' && block['text'] !== '';
}

function failed(message: string): ToolResult {
  return { kind: 'failed', failure: { message } };
}

/** Returns the text of a content block, or a description of a block that is not text. */
function textOf(block: unknown): string {
  if (!isObject(block)) return '';
  const { type, text, name, uri, mimeType, resource } = block;
  if (typeof text === 'string') return text;
  if (type === 'resource' && isObject(resource)) return textOf({ ...resource, type: 'file' });
  const description = [type, name, mimeType, uri].filter((part) => typeof part === 'string').join(', ');
  return `(${description})`;
}
