import type { JsonSchema } from '@toolwire/core';
import type { Constants } from './constants.ts';
import { isRecursive } from './definitions.ts';
import type { ImportedTool } from './imported-tool.ts';
import { commentText, type Entry, literalText, stringText } from './literal-text.ts';
import { requestEntries } from './request-text.ts';
import { expandedLength, lengthOfSchema } from './schema-length.ts';

/** The source of a tool. */
export interface ToolText {
  readonly text: string;
  readonly isOutputTooLarge: boolean;
}

// Models read the output schema with every listing.
const maxOutputLength = 20_000;
// The JSON Schema of Zod repeats a shared schema at each use.
const maxZodLength = 30_000;

/** Writes a tool as a constant with a name. */
export function toolText(tool: ImportedTool, name: string, version: string, constants: Constants): ToolText {
  const { operation, input, output } = tool;
  const isOutputTooLarge = output !== undefined && lengthOfSchema(output) > maxOutputLength;
  const inputText = input === undefined ? undefined : schemaText(input, name, 'Input', constants);
  const outputText =
    output === undefined || isOutputTooLarge ? undefined : schemaText(output, name, 'Output', constants);
  const fields: readonly (Entry | undefined)[] = [
    ['id', stringText(tool.id)],
    ['version', stringText(version)],
    optional('title', tool.title),
    ['description', stringText(tool.description)],
    inputText === undefined ? undefined : ['input', inputText],
    outputText === undefined ? undefined : ['output', outputText],
    ['annotations', literalText(tool.annotations, '  ')],
    optional('requirements', tool.requirements),
    optional('scopes', operation.extension.scopes),
    optional('deprecation', operation.isDeprecated ? {} : undefined),
    ['run', runText(tool, input !== undefined, outputText !== undefined)],
  ];
  const lines = fields.filter((field) => field !== undefined).map(([key, text]) => `  ${key}: ${text},\n`);
  const about = commentText(`${operation.method.toUpperCase()} ${operation.path}`);
  return {
    text: `/** \`${about}\` */\nexport const ${name} = defineTool({\n${lines.join('')}});\n`,
    isOutputTooLarge,
  };
}

function optional(name: string, value: unknown): Entry | undefined {
  return value === undefined ? undefined : [name, literalText(value, '  ')];
}

/** Writes a schema as Zod code, or as a constant with JSON Schema if Zod can't express it or would repeat too much. */
function schemaText(schema: JsonSchema, name: string, direction: 'Input' | 'Output', constants: Constants): string {
  const isFinite = !isRecursive(schema) && expandedLength(schema) <= maxZodLength;
  return (
    (isFinite ? constants.addZod(schema, direction) : undefined) ??
    constants.addJsonSchema(schema, `${name}${direction}`)
  );
}

function runText(tool: ImportedTool, hasInput: boolean, hasOutput: boolean): string {
  const { method, path } = tool.operation;
  const entries = requestEntries(tool, hasOutput);
  const call = [stringText(method.toUpperCase()), stringText(path)];
  // One line for each part, so that edits and later imports rarely change the same line.
  const parts =
    entries.length === 0 ? [] : [`{\n${entries.map(([key, text]) => `      ${key}: ${text},\n`).join('')}    }`];
  return `(${hasInput ? 'input' : '_input'}, context) =>\n    api.call(${['context', ...call, ...parts].join(', ')})`;
}
