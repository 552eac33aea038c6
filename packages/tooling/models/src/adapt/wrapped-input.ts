import { isObject } from '@toolwire/internal';
import { mapSchemas, propertyNamesIn } from '@toolwire/internal/json-schema';
import { applicableSchemas } from '../schema/schema-members.ts';
import type { JsonSchema, ModelTool, ToolChange } from './model-tool.ts';

/** The input of a tool, below one parameter if an API would reject its root. */
interface WrappedInput {
  readonly tool: Pick<ModelTool, 'inputSchema' | 'inputDocument'>;
  readonly change: ToolChange;
  /** The start of the path of each parameter, as a model writes it. */
  readonly prefix: string;
  readonly wrap: (input: JsonSchema) => JsonSchema;
  readonly unwrap: (wrapped: JsonSchema) => JsonSchema;
  /** Wraps an input that a model has sent without the parameter. */
  readonly complete: (sent: JsonSchema) => JsonSchema;
}

/** The keywords that one object at the root can't replace without accepting more. */
const unionKeywords = ['oneOf', 'anyOf', 'not', 'enum', 'const'];

/**
 * Puts an input with a union at its root below one parameter, where every API accepts unions. Returns `undefined` for all
 * other inputs.
 */
export function wrapInput({ inputSchema, inputDocument }: ModelTool): WrappedInput | undefined {
  const keyword = rejectedKeyword(inputSchema);
  if (keyword === undefined) return undefined;
  const parameter = freeName('input', propertyNamesIn(inputSchema));
  const document = inputDocument && { inputDocument: wrapDocument(inputDocument, parameter) };
  const isWrapped = (sent: JsonSchema): boolean => Object.keys(sent).length === 1 && isObject(sent[parameter]);
  return {
    tool: { inputSchema: wrap(inputSchema, parameter), ...document },
    change: {
      code: 'keyword',
      pointer: '',
      message: `All parameters are in '${parameter}', because APIs reject '${keyword}' at the root.`,
    },
    prefix: `${parameter}.`,
    wrap: (input) => ({ [parameter]: input }),
    unwrap: ({ [parameter]: input }) => (isObject(input) ? input : {}),
    complete: (sent) => (isWrapped(sent) ? sent : { [parameter]: sent }),
  };
}

function rejectedKeyword(schema: JsonSchema): string | undefined {
  const atRoot = [schema, ...partsOf(schema)];
  return unionKeywords.find((keyword) => atRoot.some((part) => keyword in part));
}

/** The schemas that `allOf` and `$ref` combine at the root. */
function partsOf({ allOf, $ref, ...rest }: JsonSchema): readonly JsonSchema[] {
  const { $defs, definitions } = rest;
  return applicableSchemas([{ allOf, $ref }], { $defs, definitions, ...rest }).slice(1);
}

function wrap(schema: JsonSchema, parameter: string): JsonSchema {
  return {
    type: 'object',
    properties: { [parameter]: schema },
    required: [parameter],
    additionalProperties: false,
  };
}

/** A recursive schema keeps its definitions at the root, and becomes one of them, because it may refer to itself. */
function wrapDocument(document: JsonSchema, parameter: string): JsonSchema {
  const { $defs, definitions, $schema, ...root } = document;
  const definitionNames = isObject($defs) ? Object.keys($defs) : [];
  const rootName = freeName('Input', definitionNames);
  const reference = `#/$defs/${rootName}`;
  const moved = ({ $ref, ...rest }: JsonSchema): JsonSchema =>
    typeof $ref === 'string' ? { $ref: $ref.replace(pointsToRoot, reference), ...rest } : rest;
  const defs = mapSchemas({ $defs: { ...(isObject($defs) ? $defs : {}), [rootName]: root } }, moved);
  return {
    ...($schema !== undefined && { $schema }),
    ...wrap({ $ref: reference }, parameter),
    ...defs,
    ...(definitions !== undefined && mapSchemas({ definitions }, moved)),
  };
}

/** The start of a reference that leads to another place than a definition. */
const pointsToRoot = /^#(?!\/(?:\$defs|definitions)\/)(?=\/|$)/;

function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeName(`${name}_`, taken) : name;
}
