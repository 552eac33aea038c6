import { type Fields, isObject } from '@toolwire/internal';
import type { CallTool, ToolResult } from '../calls/tool-result.ts';
import type { ModelTool } from '../offer/model-tool.ts';
import type { McpListedTool, SourceMcpClient } from './model-tool-source.ts';

/** Asks an MCP server for its tools, page by page. */
export async function listMcpTools(client: SourceMcpClient): Promise<readonly ModelTool[]> {
  const tools: ModelTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools.map(toldTool));
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) throw new Error('the server gives the same page of them for ever');
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
}

function toldTool({ name, title, description = '', inputSchema, outputSchema, annotations }: McpListedTool): ModelTool {
  const shownTitle = title ?? annotations?.title;
  const destructive = annotations?.destructiveHint;
  return {
    id: name,
    version: '',
    name,
    ...(shownTitle !== undefined && { title: shownTitle }),
    description,
    inputSchema: { ...inputSchema },
    outputSchema: { ...outputSchema },
    ...(destructive !== undefined && { annotations: { destructive } }),
  };
}

/** Calls the tools of an MCP server. */
export function callerOfMcpClient(client: SourceMcpClient): CallTool {
  // The first major has a schema in the second place, with a default: so its function has one parameter that must be given.
  const hasSchema = client.callTool.length < 2;
  return async (name, input, { signal }) => {
    const options = signal && { signal };
    const params = { name, arguments: { ...input } };
    try {
      const result = await (hasSchema ? client.callTool(params, undefined, options) : client.callTool(params, options));
      return resultOf({ ...result });
    } catch (thrown) {
      // Servers of old refuse an input that does not fit by an error of the protocol, which the model can mend.
      if (thrown instanceof Error && 'code' in thrown && thrown.code === -32_602) return failed(thrown.message);
      throw thrown;
    }
  };
}

function resultOf({ content, structuredContent, isError }: Fields): ToolResult {
  const text = (Array.isArray(content) ? content : []).map(textOf).join('\n');
  if (isError === true) return failed(text || 'The tool failed and did not say why.');
  return { kind: 'value', value: structuredContent ?? text };
}

function failed(message: string): ToolResult {
  return { kind: 'failed', failure: { message } };
}

/** A block of content as models read it: what is no text they are told of. */
function textOf(block: unknown): string {
  if (!isObject(block)) return '';
  const { type, text, name, uri, mimeType, resource } = block;
  if (typeof text === 'string') return text;
  if (type === 'resource' && isObject(resource)) return textOf({ ...resource, type: 'file' });
  const what = [type, name, mimeType, uri].filter((one) => typeof one === 'string').join(', ');
  return `(${what})`;
}
