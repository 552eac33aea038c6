import type { Logger, Tool, ToolDefinition } from '@toolwire/core';
import { codeOf, isToolName, reasonOf, StartupError, toolName } from '@toolwire/internal';
import {
  type CompiledInput,
  compileInput,
  compileOutput,
  type JsonSchemaValidator,
  type SchemaConverter,
} from '@toolwire/validate';
import { addConfirmationParameter, splitConfirmation } from '../confirm/confirmation-parameter.ts';
import { toolIdOf } from '../run/resolved-call.ts';
import { addUploadFields, checkUploadRules } from '../uploads/upload-fields.ts';
import { checkDefinition } from './check-definition.ts';

/** How definitions are compiled. */
export interface CompileOptions {
  /** Validates plain JSON Schemas; not needed for schemas that validate themselves. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Create JSON Schemas for libraries that can't, such as `zod3()`. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Turns missing parameter descriptions into errors. Warnings about patterns and outputs stay warnings. */
  readonly strict?: boolean | undefined;
  /** Whether parameter errors may show the rejected value. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /** The approximate maximum size of an output as JSON. */
  readonly outputBytes: number;
  /** The maximum length of a string that has a pattern and no `maxLength`. */
  readonly patternLength: number;
  readonly logger: Logger;
  /** Whether the server has a store for uploaded files. */
  readonly hasUploads: boolean;
  /** Gets the names of a tool's parameters without a description. */
  readonly reportUndescribed: (toolId: string, names: readonly string[]) => void;
}

/** Compiles a definition: converts its schemas and compiles its checks. Each error names the tool. */
export function compileTool(definition: ToolDefinition, options: CompileOptions): Tool {
  const toolId = toolIdOf(definition);
  try {
    return compile(definition, toolId, options);
  } catch (cause) {
    const reason = reasonOf(cause, 'it cannot be read');
    throw new StartupError(codeOf(cause, 'TW_TOOL_UNREADABLE'), `Tool '${toolId}' cannot be served: ${reason}`, {
      cause,
    });
  }
}

function compile(definition: ToolDefinition, toolId: string, options: CompileOptions): Tool {
  const { id, version, title, description, requirements, scopes, annotations, deprecation, timeoutMs } = definition;
  const { icons, taskSupport, meta, ui } = definition;
  checkDefinition(definition);
  const name = definition.name ?? toolName(id);
  if (!isToolName(name)) {
    throw new StartupError('TW_TOOL_NAME', `name must have 1 to 64 characters (A-Z, a-z, 0-9, _ or -), got '${name}'`);
  }
  // OTC-DEF-04
  if (typeof description !== 'string' || description.trim() === '') {
    throw new StartupError(
      'TW_TOOL_DESCRIPTION',
      'description is missing. Describe in one sentence what the tool does.',
    );
  }
  if (typeof definition.run !== 'function') {
    throw new StartupError('TW_TOOL_RUN', 'it has no run function. Add run, which handles its calls.');
  }

  const { validator, converters, strict, rejectedValues, outputBytes, patternLength, logger, reportUndescribed } =
    options;
  const { hasUploads } = options;
  const { uploads } = definition;
  if (uploads !== undefined && !hasUploads) {
    throw new StartupError(
      'TW_TOOL_UPLOADS',
      'uploads needs a store for files. Set artifacts: { store }, with a store such as createFolderArtifacts({ folder, url }), and wires: [store.wire].',
    );
  }
  const compiled = compileInput(definition.input, {
    validator,
    converters,
    strict,
    rejectedValues,
    maxPatternLength: patternLength,
  });
  const input = uploads === undefined ? compiled : withUploadFields(compiled, uploads);
  const output = compileOutput(definition.output, { validator, converters, maxBytes: outputBytes });
  if (input.undescribed.length > 0) reportUndescribed(toolId, input.undescribed);
  for (const warning of [...input.warnings, ...output.warnings]) logger.warn({ toolId }, warning);

  return {
    id,
    version,
    name,
    description,
    inputSchema: input.jsonSchema,
    outputSchema: output.jsonSchema,
    checkInput: input.check,
    checkOutput: output.check,
    // Read with each call, so that a test can replace `run`.
    run: (value, context) => definition.run(value, context),
    ...withoutUndefined({
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
      uploads,
    }),
    ...(definition.confirm !== undefined && confirmFields(definition.confirm, input)),
  };
}

/** An input whose listed schema says how to upload a file. */
function withUploadFields(input: CompiledInput, uploads: NonNullable<ToolDefinition['uploads']>): CompiledInput {
  checkUploadRules(uploads);
  const { jsonSchema, document } = input;
  return {
    ...input,
    jsonSchema: addUploadFields(jsonSchema, uploads),
    ...(document !== undefined && { document: addUploadFields(document, uploads) }),
  };
}

/** The fields of a tool whose calls are confirmed: its schema has the parameter of the token, which the tool never sees. */
function confirmFields(
  confirm: NonNullable<ToolDefinition['confirm']>,
  { jsonSchema, document, check }: CompiledInput,
): Pick<Tool, 'inputSchema' | 'inputDocument' | 'checkInput' | 'confirm'> {
  return {
    inputSchema: addConfirmationParameter(jsonSchema),
    ...(document !== undefined && { inputDocument: addConfirmationParameter(document) }),
    checkInput: (value) => check(splitConfirmation(value).input),
    confirm: typeof confirm === 'string' ? () => confirm : (value, context) => confirm(value, context),
  };
}

/** Returns the members whose value is not `undefined`. */
function withoutUndefined<Members extends Readonly<Record<string, unknown>>>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const present: Record<string, unknown> = {};
  for (const name of Object.keys(members)) if (members[name] !== undefined) present[name] = members[name];
  return present as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
