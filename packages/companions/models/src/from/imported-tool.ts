import { defineTool, type SchemaSource, type ToolContext, type ToolDefinition } from '@toolwire/core';
import { StartUpError } from '@toolwire/internal';
import type { ImportOptions, ToolOverrides } from './import-options.ts';

/** A tool of others, in the words of ours: all but its id and its version. */
export interface ImportedTool
  extends Pick<ToolDefinition, 'title' | 'annotations' | 'icons' | 'meta' | 'input' | 'output'> {
  /** As its own library calls it. */
  readonly name: string;
  readonly description: string | undefined;
  readonly run: (input: unknown, context: ToolContext) => unknown;
}

/** Tools of others as definitions of ours. */
export function defineImported(of: string, tools: readonly ImportedTool[], options: ImportOptions): ToolDefinition[] {
  const named = tools.map((tool) => ({ tool, overrides: overridesOf(tool.name, options) }));
  refuseNames(
    of,
    named
      .filter(({ tool, overrides }) => idOf(tool.name, overrides, options) === undefined)
      .map(({ tool }) => tool.name),
    options,
  );
  return named.map(({ tool, overrides }) => {
    const { name, description, run, ...facts } = tool;
    const told = overrides.description ?? description;
    if (told === undefined || told.trim() === '') {
      throw new StartUpError(
        'TW_TOOL_DESCRIPTION',
        `Tool '${name}' of ${of} has no description. Write overrides: { '${name}': { description: '…' } }, a sentence by which a model chooses it.`,
      );
    }
    const definition: ToolDefinition = {
      version: options.version ?? '1.0.0',
      // Models go on to know it by its name, where all of them take that.
      ...(modelName.test(name) && { name }),
      ...facts,
      ...overrides,
      ...mergedAnnotations(facts, overrides),
      id: idOf(name, overrides, options) ?? name,
      description: told,
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

/** What an override says is for the server to judge, which knows what is wrong with an id. */
function idOf(name: string, { id }: ToolOverrides, { toolkit }: ImportOptions): string | undefined {
  if (id !== undefined) return id;
  if (wholeId.test(name)) return name;
  return toolkit !== undefined && idPart.test(name) ? `${toolkit}.${name}` : undefined;
}

function refuseNames(of: string, names: readonly string[], { toolkit }: ImportOptions): void {
  const [first] = names;
  if (first === undefined) return;
  if (toolkit === undefined && names.every((name) => idPart.test(name))) {
    throw new StartUpError(
      'TW_TOOL_ID',
      `The name '${first}' of ${of} is no tool id. Give their first part: { toolkit: 'Weather' } makes it 'Weather.${first}'.`,
    );
  }
  const lines = names.map((name) => `'${name}': { id: '${toolkit ?? 'Weather'}.${proposed(name)}' }`);
  throw new StartUpError(
    'TW_TOOL_ID',
    `Ids have letters, digits and underscores alone, which some names of ${of} do not. Give each an id: overrides: { ${lines.join(', ')} }.`,
  );
}

function proposed(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'Tool';
}

/** One hint that is given by hand leaves the others as they are. */
function mergedAnnotations(
  { annotations: own }: Pick<ToolDefinition, 'annotations'>,
  { annotations: given }: ToolOverrides,
): Pick<ToolDefinition, 'annotations'> {
  return own === undefined && given === undefined ? {} : { annotations: { ...own, ...given } };
}
