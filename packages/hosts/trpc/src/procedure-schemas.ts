import type { JsonSchema, SchemaSource } from '@toolwire/core';
import {
  entriesOf,
  type Fields,
  inputOfProcedure,
  isObject,
  isStandardSchema,
  outputOfProcedure,
  StartupError,
  setOwn,
  stringsOf,
} from '@toolwire/internal';
import { annotationKeywords, mapSchemas, schemasIn } from '@toolwire/internal/json-schema';

/** The schema of the input of a procedure; `undefined` without one. */
export function readInput(inputs: readonly unknown[], source: string): SchemaSource | undefined {
  const [first, ...others] = inputs;
  if (first === undefined) return undefined;
  if (others.length === 0 && isStandardSchema(first)) return inputOfProcedure(first) as SchemaSource;
  const converters = inputs.map((input) => {
    const convert = isStandardSchema(input) ? (input['~standard'] as StandardProps).jsonSchema?.input : undefined;
    if (convert !== undefined) return convert;
    throw new StartupError(
      'TW_PROCEDURE_INPUT',
      `An input of ${source} provides no JSON Schema, which tools need. Use a schema of Zod 4, Valibot or ArkType.`,
    );
  });
  return {
    '~standard': {
      version: 1,
      vendor: 'trpc',
      jsonSchema: { input: (options: object) => mergeInputs(converters.map((convert) => convert(options))) },
    },
  };
}

/** The schema of the output of a procedure; `undefined` without one. tRPC has it only at run time. */
export function readOutput(definition: object): SchemaSource | undefined {
  const output = 'output' in definition ? definition.output : undefined;
  return isStandardSchema(output) ? (outputOfProcedure(output) as SchemaSource) : undefined;
}

interface StandardProps {
  readonly jsonSchema?: { readonly input?: (options: object) => unknown };
}

/** Joins the inputs of a procedure. tRPC passes the same object to each, so that they share its fields. */
function mergeInputs(schemas: readonly unknown[]): JsonSchema {
  const properties: Record<string, unknown> = {};
  const definitions: Record<string, unknown> = {};
  const required = new Set<string>();
  const allOf: Fields[] = [];
  for (const [index, input] of schemas.filter(isObject).entries()) {
    // Two schemas may use the same name for different definitions.
    const name = `input${index + 1}`;
    const { $schema: _, $defs, ...schema } = mapSchemas(input, (inner) => withReference(inner, name));
    for (const [definition, value] of entriesOf($defs)) setOwn(definitions, `${name}_${definition}`, value);
    const isTarget = schemasIn(input).some(({ schema: { $ref } }) => refersToRoot($ref));
    if (isTarget) setOwn(definitions, name, schema);
    if (hasOnlyFields(schema)) {
      for (const [field, property] of entriesOf(schema['properties'])) setOwn(properties, field, property);
      for (const field of stringsOf(schema['required'])) required.add(field);
    } else {
      allOf.push(isTarget ? { $ref: `${definitionPrefix}${name}` } : schema);
    }
  }
  return {
    type: 'object',
    properties,
    ...(required.size > 0 && { required: [...required] }),
    ...(allOf.length > 0 && { allOf }),
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
}

/** Whether a schema is an object whose fields can be joined with the fields of other objects. */
function hasOnlyFields({ type, additionalProperties = true, ...rest }: Fields): boolean {
  // `{}` means `true`.
  const isFlag = isObject(additionalProperties)
    ? Object.keys(additionalProperties).length === 0
    : typeof additionalProperties === 'boolean';
  return (
    type === 'object' &&
    isFlag &&
    Object.keys(rest).every((keyword) => fieldKeywords.has(keyword) || annotationKeywords.has(keyword))
  );
}

const fieldKeywords: ReadonlySet<string> = new Set(['properties', 'required', 'id']);

const definitionPrefix = '#/$defs/';

/** Whether a reference leads to the root of its schema, or to a part outside of the definitions. */
function refersToRoot(reference: unknown): boolean {
  return typeof reference === 'string' && /^#(?:\/|$)/.test(reference) && !reference.startsWith(definitionPrefix);
}

function withReference(schema: Fields, name: string): Fields {
  const { $ref } = schema;
  if (refersToRoot($ref)) return { ...schema, $ref: `${definitionPrefix}${name}${String($ref).slice(1)}` };
  if (typeof $ref !== 'string' || !$ref.startsWith(definitionPrefix)) return schema;
  return { ...schema, $ref: `${definitionPrefix}${name}_${$ref.slice(definitionPrefix.length)}` };
}
