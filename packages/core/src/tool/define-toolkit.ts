import { checkNames, isObject, kindOf, listOf, type NamesOf, StartupError } from '@toolwire/internal';
import type { ToolDefinition } from './tool.ts';

/** Tools that belong together, such as the tools of one package. */
export interface Toolkit<Tools extends readonly ToolDefinition[] = readonly ToolDefinition[]> {
  readonly name: string;
  readonly tools: Tools;
  /** The scopes that each of its tools needs, in addition to its own. */
  readonly scopes?: readonly string[];
}

const toolkitNames: NamesOf<Toolkit> = { name: true, tools: true, scopes: true };

/** Defines a toolkit. Throws unless the toolkit has a name, and the ID of each tool starts with it. */
export function defineToolkit<Tools extends readonly ToolDefinition[]>(toolkit: Toolkit<Tools>): Toolkit<Tools> {
  checkNames('defineToolkit()', toolkit, toolkitNames);
  const name: unknown = toolkit.name;
  if (typeof name !== 'string' || name === '') {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The name of a toolkit must be a non-empty string such as 'Calculator', got ${kindOf(name)}.`,
    );
  }
  for (const tool of listOf(toolkit.tools)) {
    const id = isObject(tool) ? tool['id'] : undefined;
    // The server reports values that are not tools, such as `undefined` of a circular import.
    if (typeof id !== 'string' || id.startsWith(`${name}.`)) continue;
    throw new StartupError(
      'TW_TOOLKIT_TOOL',
      `The ID of the tool '${id}' doesn't begin with the name of its toolkit, '${name}'. Rename the tool to '${name}.${id.split('.').at(-1)}', or move it to another toolkit.`,
    );
  }
  return toolkit;
}
