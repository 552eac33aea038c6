import type { JsonSchema } from '@toolwire/core';
import { recordOf, withoutUndefined } from '@toolwire/internal';
import { locations, parts } from '../api/api-call.ts';
import type { FieldEncoding, Operation, Parameter } from '../reader/document-model.ts';
import { acceptedTypes } from '../reader/media-types.ts';
import { defaultStyle, explodesByDefault, type ParameterLocation } from '../reader/parameter-style.ts';
import type { Constants } from './constants.ts';
import { expandedLength, isRecursive, lengthOfSchema } from './definitions.ts';
import type { ImportedTool } from './imported-tool.ts';
import { commentText, type Entry, literalText, memberText, objectText, stringText } from './literal-text.ts';

/** The source of a tool. */
interface ToolText {
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
  const requestParts =
    entries.length === 0 ? [] : [`{\n${entries.map(([key, text]) => `      ${key}: ${text},\n`).join('')}    }`];
  return `(${hasInput ? 'input' : '_input'}, context) =>\n    api.call(${['context', ...call, ...requestParts].join(', ')})`;
}

/** Writes the parts of a tool's request for `api.call`, without parts that have their default. */
function requestEntries(tool: ImportedTool, hasOutput: boolean): readonly Entry[] {
  const { operation, security } = tool;
  const { parameters, body } = operation;
  const values = parts.flatMap((name): readonly Entry[] => {
    const entries = parameters
      .filter((parameter) => parameter.in === locations[name])
      .map((parameter): Entry => [parameter.name, valueText(parameter, operation)]);
    return entries.length === 0 ? [] : [[name, objectText(entries, indent)]];
  });
  const settings = withoutUndefined({
    bodyType: body === undefined || body.mediaType === 'application/json' ? undefined : body.mediaType,
    styles: fieldsOrNothing(parts.map((name) => [name, formatsOf(parameters, locations[name])])),
    encoding: fieldsOrNothing([...(body?.encoding ?? [])].map(([name, field]) => [name, encodingOf(field)])),
    accept: acceptOf(operation),
    server: tool.server,
    auth: security.length === 0 ? undefined : security.map(({ scheme }) => scheme.id),
    isRepeatable: tool.needsRepeatableFlag ? true : undefined,
    paging: operation.extension.paging,
    largeResults: hasOutput ? undefined : 'cut',
  });
  return [
    ...values,
    ...(body === undefined ? [] : [['body', memberText('input', body.field)] as const]),
    ...Object.entries(settings).map(([name, value]): Entry => [name, literalText(value, indent)]),
  ];
}

const indent = '      ';

/** Writes the value of a parameter. Counted pages start at the default of the document, which the source doesn't know otherwise. */
function valueText(parameter: Parameter, { extension: { paging } }: Operation): string {
  const text = memberText('input', parameter.field);
  const isCounted = paging !== undefined && paging.from === undefined && paging.parameter === parameter.name;
  const { default: first } = parameter.schema;
  return isCounted && parameter.in === 'query' && first !== undefined
    ? `${text} ?? ${literalText(first, indent)}`
    : text;
}

function fieldsOrNothing(entries: readonly (readonly [string, object])[]): object | undefined {
  const used = entries.filter(([, value]) => Object.keys(recordOf(value)).length > 0);
  return used.length === 0 ? undefined : Object.fromEntries(used);
}

function formatsOf(parameters: readonly Parameter[], location: ParameterLocation): object {
  const locatedParameters = parameters.filter((parameter) => parameter.in === location);
  return fieldsOrNothing(locatedParameters.map((parameter) => [parameter.name, formatOf(parameter)])) ?? {};
}

function formatOf({ in: location, style, explode, allowReserved, isJson }: Parameter): object {
  if (isJson) return { isJson };
  return {
    ...(style !== defaultStyle(location) && { style }),
    ...(explode !== explodesByDefault(style) && { explode }),
    ...(allowReserved && { allowReserved }),
  };
}

function encodingOf({ mediaType, style, explode, allowReserved, isStyled, isFile }: FieldEncoding): object {
  return {
    ...(mediaType !== undefined && { mediaType }),
    ...(isStyled && { style, explode, allowReserved }),
    ...(isFile && { isFile }),
  };
}

/** Returns the media types of the result, unless it is only JSON. */
function acceptOf({ responses }: Operation): readonly string[] | undefined {
  const types = acceptedTypes(responses);
  return types.every((type) => type === 'application/json') ? undefined : types;
}
