import type { Logger, Tool, ToolDefinition } from '@toolwire/core';
import { codeOf, reasonOf, StartUpError } from '@toolwire/internal';
import { compileInput, compileOutput, type JsonSchemaValidator, type SchemaConverter } from '@toolwire/validate';
import { checkDefinition } from './check-definition.ts';
import { isToolName, toolName } from './tool-name.ts';

/** How definitions are made ready to serve. */
export interface CompileOptions {
  /** Checks plain JSON Schemas; not needed for tools whose schemas check themselves. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Make JSON Schemas for libraries that bring none along, such as `zod3()`. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Turns warnings about a definition, such as a parameter without a description, into errors. */
  readonly strict?: boolean | undefined;
  /** Whether parameter errors may show the value that was refused. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /** About how long the JSON of an output may be. */
  readonly outputBytes: number;
  readonly logger: Logger;
}

/** Makes a definition ready to serve: schemas converted, checks compiled, and every mistake named with its tool. */
export function compileTool(definition: ToolDefinition, options: CompileOptions): Tool {
  const toolId = `${definition.id}@${definition.version}`;
  try {
    return compile(definition, toolId, options);
  } catch (cause) {
    const reason = reasonOf(cause, 'it cannot be read');
    throw new StartUpError(codeOf(cause, 'TW_TOOL_UNREADABLE'), `Tool '${toolId}' cannot be served: ${reason}`, {
      cause,
    });
  }
}

function compile(definition: ToolDefinition, toolId: string, options: CompileOptions): Tool {
  const { id, version, title, description, requirements, scopes, annotations, deprecation, timeoutMs } = definition;
  const { icons, taskSupport, meta, ui } = definition;
  const warnings = checkDefinition(definition);
  const name = definition.name ?? toolName(id);
  if (!isToolName(name)) {
    throw new StartUpError('TW_TOOL_NAME', `its name '${name}' must be 1 to 64 of A-Z, a-z, 0-9, _ and -`);
  }
  // OTC-DEF-04
  if (typeof description !== 'string' || description.trim() === '') {
    throw new StartUpError(
      'TW_TOOL_DESCRIPTION',
      'it has no description; say in a sentence what it does, for people and models',
    );
  }
  if (typeof definition.run !== 'function') throw new StartUpError('TW_TOOL_RUN', 'it has no run function');

  const { validator, converters, strict, rejectedValues, outputBytes, logger } = options;
  const input = compileInput(definition.input, { validator, converters, strict, rejectedValues });
  const output = compileOutput(definition.output, { validator, converters, maxBytes: outputBytes });
  if (strict === true && warnings.length > 0) throw new StartUpError('TW_TOOL_WARNINGS', warnings.join(' '));
  for (const warning of [...warnings, ...input.warnings, ...output.warnings]) logger.warn({ toolId }, warning);

  return {
    id,
    version,
    name,
    description,
    inputSchema: input.jsonSchema,
    outputSchema: output.jsonSchema,
    checkInput: input.check,
    checkOutput: output.check,
    run: (value, context) => definition.run(value, context),
    ...given({
      inputDocument: input.document,
      title,
      requirements,
      scopes,
      annotations,
      deprecation,
      icons,
      taskSupport,
      meta,
      ui,
      timeoutMs,
    }),
  };
}

/** The members that have a value: one that an author has left out is not there. */
function given<Members extends Readonly<Record<string, unknown>>>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(members)) if (members[name] !== undefined) kept[name] = members[name];
  return kept as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
