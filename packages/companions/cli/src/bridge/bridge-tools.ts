import type { CallContext, Requirements } from '@toolwire/client';
import { defineTool, type ToolDefinition } from '@toolwire/core';
import { safeLine } from '../safe-text.ts';
import type { CliTool, Target } from '../target/target.ts';

/** A tool of another server, under the names that it is served by here. */
export interface BridgedTool {
  readonly definition: ToolDefinition;
  readonly tool: CliTool;
}

/** What tools are called here that have no id of Open Tool Calling, and what is known for their calls. */
interface Naming {
  readonly toolkit: string;
  readonly context: CallContext;
  /** Names of MCP are the only ones of their kind, and those of others are not. */
  readonly wire: Target['wire'];
  readonly note: (text: string) => void;
}

/** Gives each tool the form of ours: an id of MCP alone gets a toolkit and a version. */
export function bridgeTools(
  tools: readonly CliTool[],
  { toolkit, context, wire, note }: Naming,
): readonly BridgedTool[] {
  const found = new Map<string, BridgedTool>();
  for (const tool of tools) {
    const id = /^\w+\.\w+$/.test(tool.id) ? tool.id : `${toolkit}.${word(tool.id)}`;
    const version = tool.version === '' ? '1.0.0' : tool.version;
    const key = `${id}@${version}`;
    if (found.has(key)) {
      note(`${safeLine(tool.id)} is left out: there is a ${key} already.\n`);
      continue;
    }
    const named = wire === 'mcp' ? tool : { ...tool, name: '' };
    found.set(key, { tool, definition: definitionOf(named, id, version, context) });
  }
  return [...found.values()];
}

/** Letters, digits and underscores, as ids have them. */
export function word(text: string): string {
  return text.replaceAll(/\W/g, '_') || '_';
}

function definitionOf(tool: CliTool, id: string, version: string, context: CallContext): ToolDefinition {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  const requirements = stillNeeded(tool.requirements ?? {}, context);
  return defineTool({
    id,
    version,
    description: description.trim() === '' ? tool.id : description,
    input: inputSchema,
    output: outputSchema,
    ...(/^[\w-]{1,64}$/.test(name) && { name }),
    ...(annotations !== undefined && { annotations }),
    ...(requirements !== undefined && { requirements }),
    // Calls go to where the tool is before they get here.
    run: () => null,
  });
}

/** What callers must bring along that was not given for all of them. */
function stillNeeded(
  { authorization = [], secrets = [], userId = false }: Requirements,
  given: CallContext,
): Requirements | undefined {
  const has = (list: CallContext['secrets'] | CallContext['authorization'], id: string): boolean =>
    (list ?? []).some((each) => each.id === id);
  const left = {
    authorization: authorization.filter(({ id }) => !has(given.authorization, id)),
    secrets: secrets.filter(({ id }) => !has(given.secrets, id)),
    userId: userId && given.userId === undefined,
  };
  return left.authorization.length + left.secrets.length > 0 || left.userId ? left : undefined;
}
