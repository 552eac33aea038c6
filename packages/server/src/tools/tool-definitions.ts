import { defineTool, isToolDefinition, type ToolDefinition, type Toolkit } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { StartupError, scopeProblem } from '@toolwire/internal';
import { expectList, isFunction } from '../expect-option.ts';

/** Returns the definitions in a list of tools and toolkits. Throws for any other value; `name` is the list in messages. */
export function toolDefinitionsIn(tools: unknown, name = 'tools'): readonly ToolDefinition[] {
  if (Array.isArray(tools)) for (const [index, tool] of tools.entries()) expectId(`${name}[${index}]`, tool);
  expectList(name, tools, {
    isValid: (tool) => isObject(tool) && ('id' in tool || 'tools' in tool),
    expected: 'a tool or toolkit such as defineTool({ … })',
    example: '[defineTool({ … })]',
  });
  return (tools as readonly (ToolDefinition | Toolkit)[]).flatMap((entry, index) =>
    'tools' in entry
      ? toolDefinitionsIn(entry.tools, `${name}[${index}].tools`).map((tool) => withScopes(tool, entry.scopes))
      : [withCheckedNames(entry)],
  );
}

/** Definitions of other libraries have a handler, but a name or nothing instead of an ID. */
function expectId(name: string, tool: unknown): void {
  if (!isObject(tool) || 'id' in tool) return;
  if (!['run', 'execute', 'handler'].some((handler) => isFunction(tool[handler]))) return;
  throw new StartupError(
    'TW_TOOL_ID',
    `${name} must have an id: defineTool({ id: 'Calculator.Add', version: '1.0.0', … })`,
  );
}

/** Adds the scopes of a toolkit to a tool. `checkDefinition` reports invalid scopes. */
function withScopes(definition: ToolDefinition, scopes: readonly string[] | undefined): ToolDefinition {
  if (scopes === undefined) return definition;
  const { scopes: own = [] } = definition;
  const invalidScopes = [scopes, own].find((list) => scopeProblem(list) !== undefined);
  const value = invalidScopes ?? [...new Set([...scopes, ...own])];
  return Object.create(definition, { scopes: { value, enumerable: true } }) as ToolDefinition;
}

/** Checks the names of a plain object. A definition from another version of `defineTool` may have newer names. */
function withCheckedNames(definition: ToolDefinition): ToolDefinition {
  if (!isToolDefinition(definition)) defineTool(definition);
  return definition;
}
