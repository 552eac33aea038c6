import {
  defineTool,
  isToolDefinition,
  type Logger,
  type Tool,
  type ToolDefinition,
  type Toolkit,
} from '@toolwire/core';
import { releaseLineOf } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { type Filled, StartupError, scopeProblem } from '@toolwire/internal';
import type { AuthMode } from '../auth/auth-options.ts';
import type { ServerLimits } from '../default-limits.ts';
import { expectList, isFunction } from '../expect-option.ts';
import { toolIdOf } from '../run/resolved-call.ts';
import type { ToolServerOptions } from '../tool-server-options.ts';
import { createUploadTool } from '../uploads/upload-tool.ts';
import { compileTool } from './compile-tool.ts';
import {
  createMissingKeysWarning,
  createPortabilityWarning,
  type WarnOfReleaseLine,
  warnOfUndescribed,
} from './startup-warnings.ts';

/** Options of `createToolCompiler()`. */
interface ToolCompilerOptions {
  readonly options: ToolServerOptions;
  readonly limits: Pick<Filled<ServerLimits>, 'outputBytes'>;
  readonly authMode: AuthMode;
  readonly warnOfReleaseLine: WarnOfReleaseLine;
  readonly logger: Logger;
}

/** Returns a function that compiles a list of tools and toolkits, and logs what their authors should look at. */
export function createToolCompiler({
  options,
  limits,
  authMode,
  warnOfReleaseLine,
  logger,
}: ToolCompilerOptions): (tools: ToolServerOptions['tools']) => readonly Tool[] {
  const warnOfPortability = options.portability === 'off' ? undefined : createPortabilityWarning(logger);
  const warnOfMissingKeys = createMissingKeysWarning(options.confirm, logger);
  const uploads = options.artifacts?.store.uploads;
  const compileOptions = { ...options, ...limits, hasUploads: uploads !== undefined, logger };
  return (tools) => {
    const undescribed = new Map<string, readonly string[]>();
    const reportUndescribed = (toolId: string, names: readonly string[]): void => {
      undescribed.set(toolId, names);
    };
    const definitions = toolDefinitionsIn(tools);
    const needsUploadTool = uploads !== undefined && definitions.some((definition) => definition.uploads !== undefined);
    const served = needsUploadTool ? [...definitions, createUploadTool(uploads)] : definitions;
    const compiled = served.map((definition) => {
      warnOfReleaseLine(`The tool '${definition.id}'`, releaseLineOf(definition));
      return compileTool(definition, { ...compileOptions, reportUndescribed });
    });
    warnOfUndescribed(undescribed, logger);
    warnOfPortability?.(compiled);
    warnOfMissingKeys?.(compiled);
    return markAnonymousTools(compiled, authMode, logger);
  };
}

/** Returns the definitions in a list of tools and toolkits. Throws for any other value; `name` is the list in messages. */
function toolDefinitionsIn(tools: unknown, name = 'tools'): readonly ToolDefinition[] {
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

/** Sets `anonymous` on each tool, and logs the open tools. */
function markAnonymousTools(tools: readonly Tool[], { allowsAnonymous }: AuthMode, logger: Logger): readonly Tool[] {
  if (allowsAnonymous === undefined) return tools;
  const marked = tools.map((tool) => ({ ...tool, anonymous: allowsAnonymous(tool) }));
  const open = marked.filter(({ anonymous }) => anonymous).map(toolIdOf);
  logger.info({ tools: open }, 'These tools are open to callers without credentials');
  return marked;
}
