import { defineTool, isInputRequired, type SchemaSource, type ToolContext, type ToolDefinition } from '@toolwire/core';
import { isToolError, ToolError } from '@toolwire/errors';
import { checkChoice, checkNames, type NamesOf, StartupError, withoutUndefined } from '@toolwire/internal';

/** The fields that can be overridden for a tool. */
export type ToolOverrides = Partial<Omit<ToolDefinition, 'input' | 'run'>>;

/** Options for importing tools of another library. */
export interface ImportOptions<Name extends string = string> {
  /** The first part of the tool IDs: `get_weather` becomes `Weather.get_weather` in the toolkit `Weather`. Without it, each name must be a tool ID or have one in `overrides`. */
  readonly toolkit?: string | undefined;
  /** The version of every tool, `x.y.z`. Default: 1.0.0. */
  readonly version?: string | undefined;
  /** Fields to add or replace, by tool name: for example an ID, a version, annotations, limits or scopes. */
  readonly overrides?: { readonly [Each in Name]?: ToolOverrides | undefined } | undefined;
}

/** Options for importing tools whose error messages are meant for models. */
export interface ThrowingImportOptions<Name extends string = string> extends ImportOptions<Name> {
  /** What callers read when a tool throws: a generic sentence ('hidden') or the message of the error ('shown'). Default: 'hidden'. */
  readonly errorMessages?: 'hidden' | 'shown' | undefined;
}

const importNames: NamesOf<ImportOptions> = { toolkit: true, version: true, overrides: true };

/** Rejects unknown options. */
export function checkImportOptions(functionName: string, options: ImportOptions): void {
  checkNames(functionName, options, importNames);
}

/** Rejects overrides of tools that don't exist. */
export function checkOverrides(functionName: string, { overrides }: ImportOptions, names: readonly string[]): void {
  if (names.length === 0 && overrides !== undefined) {
    throw new StartupError(
      'TW_TOOLS_MISSING',
      `${functionName} received overrides, but no tools. Pass the tools, or remove overrides.`,
    );
  }
  checkNames(`overrides of ${functionName}`, overrides, Object.fromEntries(names.map((name) => [name, true])));
}

/** Checks the options of imports that can show errors. */
export function checkThrowingOptions(
  functionName: string,
  options: ThrowingImportOptions,
  names: readonly string[],
): void {
  const { errorMessages = 'hidden', ...others } = options;
  checkChoice('errorMessages', errorMessages, ['hidden', 'shown']);
  checkImportOptions(functionName, others);
  checkOverrides(functionName, others, names);
}

/** A tool of another library, without the ID and version that toolwire adds. */
export interface ImportedTool
  extends Pick<ToolDefinition, 'title' | 'annotations' | 'icons' | 'meta' | 'input' | 'output'> {
  /** The name in its own library. */
  readonly name: string;
  readonly description: string | undefined;
  readonly run: (input: unknown, context: ToolContext) => unknown;
}

/** Returns definitions of imported tools. */
export function defineImported(
  functionName: string,
  tools: readonly ImportedTool[],
  options: ImportOptions,
): ToolDefinition[] {
  const toolsWithOverrides = tools.map((tool) => ({ tool, overrides: overridesOf(tool.name, options) }));
  rejectInvalidNames(
    functionName,
    toolsWithOverrides
      .filter(({ tool, overrides }) => idOf(tool.name, overrides, options) === undefined)
      .map(({ tool }) => tool.name),
    options,
  );
  return toolsWithOverrides.map(({ tool, overrides }) => {
    const { name, description, run, ...fields } = tool;
    const text = overrides.description ?? description;
    if (text === undefined || text.trim() === '') {
      throw new StartupError(
        'TW_TOOL_DESCRIPTION',
        `Tool '${name}' of ${functionName} has no description. Models need it to choose the tool. Add overrides: { '${name}': { description: '…' } }.`,
      );
    }
    const definition: ToolDefinition = {
      version: options.version ?? '1.0.0',
      // Models keep the original name, if every API accepts it.
      ...(modelName.test(name) && { name }),
      ...fields,
      // An override that is undefined, such as an unset variable, overrides nothing.
      ...withoutUndefined(overrides),
      ...mergedAnnotations(fields, overrides),
      id: idOf(name, overrides, options) ?? name,
      description: text,
      run: (input, context) => run(input, context),
    };
    return defineTool<Schema, Schema | null, unknown, string, string, string, string, boolean>(definition);
  });
}

type Schema = SchemaSource | undefined;

const idPart = /^[A-Za-z0-9_]+$/;
const wholeId = /^[A-Za-z0-9_]+\.[A-Za-z0-9_]+$/;
const modelName = /^[A-Za-z0-9_-]{1,64}$/;

function overridesOf(name: string, { overrides }: ImportOptions): ToolOverrides {
  return (overrides !== undefined && Object.hasOwn(overrides, name) ? overrides[name] : undefined) ?? {};
}

/** An ID from `overrides` is not checked here, because the server rejects an invalid one with its own message. */
function idOf(name: string, { id }: ToolOverrides, { toolkit }: ImportOptions): string | undefined {
  if (id !== undefined) return id;
  if (wholeId.test(name)) return name;
  return toolkit !== undefined && idPart.test(name) ? `${toolkit}.${name}` : undefined;
}

function rejectInvalidNames(functionName: string, names: readonly string[], { toolkit }: ImportOptions): void {
  const [first] = names;
  if (first === undefined) return;
  if (toolkit === undefined && names.every((name) => idPart.test(name))) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The name '${first}' of ${functionName} is not a tool ID. Pass a toolkit: with { toolkit: 'Weather' }, the ID is 'Weather.${first}'.`,
    );
  }
  const lines = names.map((name) => `'${name}': { id: '${toolkit ?? 'Weather'}.${suggestedName(name)}' }`);
  throw new StartupError(
    'TW_TOOL_ID',
    `Some tools of ${functionName} have names with characters other than letters, digits and underscores. Set an ID for each: overrides: { ${lines.join(', ')} }.`,
  );
}

function suggestedName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'Tool';
}

/** An overridden hint keeps the other hints. */
function mergedAnnotations(
  { annotations: original }: Pick<ToolDefinition, 'annotations'>,
  { annotations: overridden }: ToolOverrides,
): Pick<ToolDefinition, 'annotations'> {
  return original === undefined && overridden === undefined ? {} : { annotations: { ...original, ...overridden } };
}

/** A function of another library, whose results are checked. */
export type UntypedFunction = (this: unknown, ...args: readonly unknown[]) => unknown;

export function isFunction(value: unknown): value is UntypedFunction {
  return typeof value === 'function';
}

/** Runs an imported tool, and shows or hides the message of an error that it throws. */
export async function runWithErrorMessages<Result>(
  errorMessages: 'hidden' | 'shown' | undefined,
  { signal }: ToolContext,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    const isToolwireError = isToolError(thrown) || isInputRequired(thrown);
    if (errorMessages !== 'shown' || isToolwireError || signal.aborted || !(thrown instanceof Error)) throw thrown;
    throw new ToolError(thrown.message, { cause: thrown });
  }
}
