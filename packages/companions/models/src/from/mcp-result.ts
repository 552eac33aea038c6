import { ToolError } from '@toolwire/errors';
import { type Fields, isObject } from '@toolwire/internal';

/** What a tool of an MCP server answers: its structured content where it has a schema for that, its text, or its blocks. */
export function readMcpResult(result: Fields, hasOutput: boolean): unknown {
  const { content, structuredContent, isError } = result;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  if (isError === true) throw new ToolError(textOf(blocks) || 'The tool failed and did not say why.');
  if (hasOutput) return structuredContent;
  const [only] = blocks;
  return blocks.length === 1 && isPlainText(only) ? only.text : { content: blocks };
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');
}

interface Text extends Fields {
  readonly text: string;
}

function isText(block: unknown): block is Text {
  return isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string';
}

/** A text of which nothing is lost when it is told by itself. */
function isPlainText(block: unknown): block is Text {
  return isText(block) && Object.keys(block).length === 2;
}
