import type { Logger, Tool, ToolDefinition } from '@toolwire/core';
import { type Filled, nameInErrors, StartupError, toolName, withoutUndefined } from '@toolwire/internal';
import { type CompiledInput, type CompiledOutput, compileInput, compileOutput } from '@toolwire/validate';
import { addConfirmationParameter, splitConfirmation } from '../confirm/confirmation-parameter.ts';
import type { ServerLimits } from '../default-limits.ts';
import { toolIdOf } from '../run/resolved-call.ts';
import type { ToolServerOptions } from '../tool-server-options.ts';
import { addUploadFields, checkUploadRules } from '../uploads/upload-fields.ts';
import { checkDefinition } from './check-definition.ts';

/** How definitions are compiled. */
export interface CompileOptions
  extends Pick<ToolServerOptions, 'validator' | 'converters' | 'strict' | 'rejectedValues'>,
    Pick<Filled<ServerLimits>, 'outputBytes'> {
  readonly logger: Logger;
  /** Whether the server has a store for uploaded files. */
  readonly hasUploads: boolean;
  /** Gets the names of a tool's parameters without a description. */
  readonly reportUndescribed: (toolId: string, names: readonly string[]) => void;
}

/** Compiles a definition: converts its schemas and compiles its checks. Each error names the tool. */
export function compileTool(definition: ToolDefinition, options: CompileOptions): Tool {
  const toolId = toolIdOf(definition);
  return nameInErrors(`Tool '${toolId}'`, 'TW_TOOL_UNREADABLE', () => compile(definition, toolId, options));
}

function compile(definition: ToolDefinition, toolId: string, options: CompileOptions): Tool {
  checkDefinition(definition);
  const { input, output } = compileSchemas(definition, options);
  if (input.undescribed.length > 0) options.reportUndescribed(toolId, input.undescribed);
  for (const warning of [...input.warnings, ...output.warnings]) options.logger.warn({ toolId }, warning);
  const { id, version, title, description, requirements, scopes, annotations, deprecation, timeoutMs } = definition;
  const { icons, taskSupport, meta, ui, uploads } = definition;
  return {
    id,
    version,
    name: definition.name ?? toolName(id),
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

function compileSchemas(
  { input, output, uploads }: ToolDefinition,
  options: CompileOptions,
): { readonly input: CompiledInput; readonly output: CompiledOutput } {
  const { validator, converters, strict, rejectedValues, outputBytes, hasUploads } = options;
  if (uploads !== undefined && !hasUploads) {
    throw new StartupError(
      'TW_TOOL_UPLOADS',
      'uploads needs a store for files. Set artifacts: { store }, with a store such as createFolderArtifacts({ folder, url }), and wires: [store.wire].',
    );
  }
  const compiled = compileInput(input, { validator, converters, strict, rejectedValues });
  return {
    input: uploads === undefined ? compiled : withUploadFields(compiled, uploads),
    output: compileOutput(output, { validator, converters, maxBytes: outputBytes }),
  };
}

/** An input whose listed schema explains how to upload a file. */
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
