import type { CallContext, Requirements } from '@toolwire/client';
import { defineTool, type ToolDefinition } from '@toolwire/core';
import { toolName } from '@toolwire/internal';
import type { CliTool, Target } from '../target/target.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** A tool of another server, with its names on the bridge. */
export interface BridgedTool {
  readonly definition: ToolDefinition;
  readonly tool: CliTool;
}

/** Names for tools without an Open Tool Calling ID, and the context of their calls. */
interface Naming {
  readonly toolkit: string;
  readonly context: CallContext;
  /** Only MCP names are unique. */
  readonly wire: Target['wire'];
  readonly note: (text: string) => void;
}

/** Converts tools to definitions. An MCP name becomes an ID with a toolkit and a version. */
export function bridgeTools(
  tools: readonly CliTool[],
  { toolkit, context, wire, note }: Naming,
): readonly BridgedTool[] {
  const toolsById = new Map<string, BridgedTool>();
  for (const tool of tools) {
    const id = /^\w+\.\w+$/.test(tool.id) ? tool.id : `${toolkit}.${toIdPart(tool.id)}`;
    const version = tool.version === '' ? '1.0.0' : tool.version;
    const key = `${id}@${version}`;
    if (toolsById.has(key)) {
      note(`${safeLine(`${tool.id} skipped: ${key} already exists.`)}\n`);
      continue;
    }
    const namedTool = wire === 'mcp' ? tool : { ...tool, name: '' };
    toolsById.set(key, { tool, definition: definitionOf(namedTool, id, version, context) });
  }
  return [...toolsById.values()];
}

/** Skips tools with the model-facing name of an earlier tool. All versions of a tool have the same name. */
export function withUniqueNames(tools: readonly BridgedTool[], note: Naming['note']): readonly BridgedTool[] {
  const idsByName = new Map<string, string>();
  return tools.filter(({ definition: { id, name = toolName(id) }, tool }) => {
    const firstId = idsByName.get(name) ?? id;
    idsByName.set(name, firstId);
    if (firstId !== id) note(`${safeLine(`${tool.id} skipped: ${firstId} is already named ${name}.`)}\n`);
    return firstId === id;
  });
}

/** Converts a name to letters, digits and underscores, as in tool IDs. */
export function toIdPart(text: string): string {
  return text.replaceAll(/\W/g, '_') || '_';
}

function definitionOf(tool: CliTool, id: string, version: string, context: CallContext): ToolDefinition {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  const requirements = remainingRequirements(tool.requirements ?? {}, context);
  return defineTool({
    id,
    version,
    description: description.trim() === '' ? tool.id : description,
    input: inputSchema,
    output: outputSchema,
    ...(/^[\w-]{1,64}$/.test(name) && { name }),
    ...(annotations !== undefined && { annotations }),
    ...(requirements !== undefined && { requirements }),
    // Calls are forwarded before they reach this function.
    run: () => null,
  });
}

/** The requirements that callers must meet, without those set for all calls. */
function remainingRequirements(
  { authorization = [], secrets = [], userId = false }: Requirements,
  common: CallContext,
): Requirements | undefined {
  const has = (list: CallContext['secrets'] | CallContext['authorization'], id: string): boolean =>
    (list ?? []).some((entry) => entry.id === id);
  const remaining = {
    authorization: authorization.filter(({ id }) => !has(common.authorization, id)),
    secrets: secrets.filter(({ id }) => !has(common.secrets, id)),
    userId: userId && common.userId === undefined,
  };
  return remaining.authorization.length + remaining.secrets.length > 0 || remaining.userId ? remaining : undefined;
}
