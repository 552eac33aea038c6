import { type Fields, isObject, recordOf, stringsOf, textOf, withoutUndefined } from '@toolwire/internal';
import { type References, Unsupported } from './references.ts';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Converts an operation of OpenAPI 2.0 to OpenAPI 3.0. `parameters` are the parameters of the path and the operation. */
export function upgradeOperation(
  operation: Fields,
  parameters: readonly Fields[],
  document: Fields,
  references: References,
): Fields {
  const consumes = stringsOf(operation.consumes ?? document.consumes);
  const produces = stringsOf(operation.produces ?? document.produces);
  const bodies = parameters.filter((parameter) => parameter.in === 'body');
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  const plainParameters = parameters.filter((parameter) => parameter.in !== 'body' && parameter.in !== 'formData');
  return {
    ...operation,
    parameters: plainParameters.map(upgradeParameter),
    requestBody: fields.length > 0 ? formBody(fields, consumes) : plainBody(bodies[0], consumes),
    responses: Object.fromEntries(
      Object.entries(recordOf(operation.responses)).map(([status, response]) => [
        status,
        upgradeResponse(recordOf(references.resolve(response)), produces),
      ]),
    ),
  };
}

function upgradeParameter(parameter: Fields): Fields {
  const { name, in: location, required, description } = parameter;
  return { name, in: location, required, description, schema: schemaOf(parameter), ...styleOf(parameter) };
}

/** Returns the schema of a parameter, whose keywords OpenAPI 2.0 has next to the name. */
function schemaOf(parameter: Fields): Fields {
  const {
    name: _name,
    in: _in,
    required: _required,
    collectionFormat: _format,
    description: _text,
    ...schema
  } = parameter;
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema;
}

function styleOf(parameter: Fields): Fields {
  if (parameter.type !== 'array') return {};
  const isPlain = parameter.in === 'path' || parameter.in === 'header';
  switch (parameter.collectionFormat ?? 'csv') {
    case 'csv':
      return { style: isPlain ? 'simple' : 'form', explode: false };
    case 'multi':
      return { style: 'form', explode: true };
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    default:
      throw new Unsupported(`The collection format ${JSON.stringify(parameter.collectionFormat)} is not supported.`);
  }
}

function formBody(fields: readonly Fields[], consumes: readonly string[]): Fields {
  const hasFile = fields.some((field) => field.type === 'file');
  const usable = formTypes.filter(
    (type) => (consumes.length === 0 || consumes.includes(type)) && !(hasFile && type === formTypes[0]),
  );
  const mediaType = usable[0];
  if (mediaType === undefined) {
    throw new Unsupported(`The form is sent as ${consumes.join(', ')}, which is not supported.`);
  }
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  const properties = fields.map((field): [string, unknown] => [
    String(field.name),
    { ...schemaOf(field), description: field.description },
  ]);
  const styled = fields.filter((field) => field.type === 'array');
  return {
    required: required.length > 0,
    content: {
      [mediaType]: {
        schema: { type: 'object', properties: Object.fromEntries(properties), required },
        encoding: Object.fromEntries(styled.map((field) => [String(field.name), styleOf(field)])),
      },
    },
  };
}

function plainBody(body: Fields | undefined, consumes: readonly string[]): Fields | undefined {
  if (body === undefined) return undefined;
  const types = consumes.length === 0 ? ['application/json'] : consumes;
  return withoutUndefined({
    required: body.required === true,
    description: textOf(body.description),
    content: Object.fromEntries(types.map((type) => [type, { schema: body.schema ?? {} }])),
  });
}

function upgradeResponse(response: Fields, produces: readonly string[]): Fields {
  if (!isObject(response.schema)) return response;
  const types = produces.length === 0 ? ['application/json'] : produces;
  return { ...response, content: Object.fromEntries(types.map((type) => [type, { schema: response.schema }])) };
}
