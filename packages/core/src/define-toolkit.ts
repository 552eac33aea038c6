import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ToolDefinition } from './tool.ts';

/** Tools that belong together, such as all that one package publishes. */
export interface Toolkit<Tools extends readonly ToolDefinition[] = readonly ToolDefinition[]> {
  readonly name: string;
  readonly tools: Tools;
  /** What the caller of any of them must have been granted, besides what a tool asks for itself. */
  readonly scopes?: readonly string[];
}

const toolkitNames: NamesOf<Toolkit> = { name: true, tools: true, scopes: true };

/** Names a set of tools and checks that each carries the toolkit's name in its id. */
export function defineToolkit<Tools extends readonly ToolDefinition[]>(toolkit: Toolkit<Tools>): Toolkit<Tools> {
  checkNames('defineToolkit()', toolkit, toolkitNames);
  for (const tool of toolkit.tools) {
    if (!tool.id.startsWith(`${toolkit.name}.`)) {
      throw new StartUpError(
        'TW_TOOLKIT_TOOL',
        `Toolkit '${toolkit.name}' holds the tool '${tool.id}'. Name it '${toolkit.name}.${tool.id.split('.').at(-1)}', or move it to its own toolkit.`,
      );
    }
  }
  return toolkit;
}
