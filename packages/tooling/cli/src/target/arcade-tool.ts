import type { JsonSchema, ListedTool } from '@toolwire/client';
import {
  type Fields,
  isObject,
  listOf,
  readAuthorization,
  recordOf,
  stringOf,
  uploadInstructions,
  uploadPattern,
} from '@toolwire/internal';

const objectsIn = (value: unknown): readonly Fields[] => listOf(value).filter(isObject);

/** Reads a tool in a listing of Arcade. Missing fields are empty. */
export function readArcadeTool(entry: Fields): ListedTool {
  const { name, fully_qualified_name: full, description, toolkit, input, output, requirements } = entry;
  const kit = recordOf(toolkit);
  const id = (stringOf(full) || `${stringOf(kit['name'])}.${stringOf(name)}`).replace(/@.*$/s, '');
  const version = stringOf(kit['version']);
  const parameters = isObject(input) ? objectsIn(input['parameters']) : [];
  return {
    toolId: version === '' ? id : `${id}@${version}`,
    id,
    version,
    name: stringOf(name),
    description: stringOf(description),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map((parameter) => [stringOf(parameter['name']), parameterSchema(parameter)]),
      ),
      required: parameters.filter(({ required }) => required === true).map((parameter) => stringOf(parameter['name'])),
    },
    outputSchema: outputSchemaOf(output),
    ...requirementsOf(requirements),
  };
}

function requirementsOf(entry: unknown): Pick<ListedTool, 'requirements'> {
  const { authorization, secrets } = recordOf(entry);
  const secretIds = objectsIn(secrets).map(({ key }) => ({ id: stringOf(key) }));
  const requirements: ListedTool['requirements'] = {
    ...(isObject(authorization) && {
      authorization: [readAuthorization({ ...authorization, id: stringOf(authorization['provider_id']) })],
    }),
    ...(secretIds.length > 0 && { secrets: secretIds }),
  };
  return Object.keys(requirements).length === 0 ? {} : { requirements };
}

/** `null` for a tool that returns nothing. */
function outputSchemaOf(output: unknown): JsonSchema | null {
  if (!isObject(output)) return {};
  return output['value_schema'] === null ? null : valueSchema(output['value_schema']);
}

function parameterSchema({ description, value_schema: schema }: Fields): JsonSchema {
  const text = stringOf(description);
  const value = valueSchema(schema);
  return {
    ...(text.includes(uploadInstructions) ? uploadSchema(value) : value),
    ...(text !== '' && { description }),
  };
}

/** Marks a parameter, or each item of a list, as the reference of an uploaded file. */
function uploadSchema(schema: JsonSchema): JsonSchema {
  const pattern = uploadPattern;
  return isObject(schema['items']) ? { ...schema, items: { ...schema['items'], pattern } } : { ...schema, pattern };
}

/** Arcade's names for types; `json` is an object. */
function valueSchema(schema: unknown): JsonSchema {
  if (!isObject(schema)) return {};
  const { val_type: type, inner_val_type: inner, enum: values } = schema;
  const choices = Array.isArray(values) ? { enum: values } : {};
  if (type === 'array') return { type, items: stringOf(inner) === '' ? {} : { ...namedType(inner), ...choices } };
  return { ...namedType(type), ...choices };
}

function namedType(type: unknown): JsonSchema {
  return { type: type === 'json' ? 'object' : type };
}
