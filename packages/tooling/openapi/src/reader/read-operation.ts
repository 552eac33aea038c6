import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, recordOf, stringsOf, textOf, withoutUndefined } from '@toolwire/internal';
import type { OpenApiVersion, Operation, RequestBody } from './document-model.ts';
import { readExtension } from './extension.ts';
import { mergeParameters, readParameters } from './parameters.ts';
import { type References, Unsupported } from './references.ts';
import { readRequestBody } from './request-body.ts';
import { readResponses } from './responses.ts';
import type { SchemaReader } from './schema-reader.ts';
import { readSecurity } from './security.ts';
import { defaultServer, firstServers, swaggerServer } from './servers.ts';
import { upgradeOperation } from './swagger.ts';

/** A document, and the readers of its references and schemas. */
export interface ReadContext {
  readonly document: Fields;
  readonly openapi: OpenApiVersion;
  readonly references: References;
  readonly schemas: SchemaReader;
}

/** The fetch standard rejects these methods. */
const unsupportedMethods: ReadonlySet<string> = new Set(['trace', 'connect', 'track']);
const methodsWithoutBody: ReadonlySet<string> = new Set(['get', 'head']);

/** Reads the operation of a path and a method. Throws `Unsupported` if it can't become a tool. */
export function readOperation(
  identity: Pick<Operation, 'id' | 'name' | 'method' | 'path'>,
  pathFields: Fields,
  source: Fields,
  context: ReadContext,
): Operation {
  const { document, references, schemas } = context;
  if (unsupportedMethods.has(identity.method)) {
    throw new Unsupported(`The method ${identity.method.toUpperCase()} can't be sent.`);
  }
  const isSwagger = context.openapi === '2.0';
  const sources = mergeParameters(pathFields.parameters, source.parameters, references);
  const operation = isSwagger
    ? upgradeOperation(source, sources, document, references)
    : { ...source, parameters: sources };
  const parameters = readParameters(listOf(operation.parameters).filter(isObject), references, schemas);
  checkPath(identity.path, parameters);
  const fields = new Set(parameters.map(({ field }) => field));
  const body = bodyOf(identity.method, readRequestBody(operation.requestBody, fields, references, schemas));
  const schemes = isSwagger ? document.securityDefinitions : recordOf(document.components).securitySchemes;
  const ownServers = isSwagger ? undefined : firstServers(operation.servers, pathFields.servers);
  const sharedServers = isSwagger ? [swaggerServer(document, operation.schemes)] : firstServers(document.servers);
  return {
    ...identity,
    tags: stringsOf(operation.tags),
    ...withoutUndefined({
      summary: textOf(operation.summary) ?? textOf(pathFields.summary),
      description: textOf(operation.description) ?? textOf(pathFields.description),
      body,
    }),
    isDeprecated: operation.deprecated === true,
    parameters,
    responses: readResponses(recordOf(operation.responses), references, schemas),
    security: readSecurity(operation.security ?? document.security, recordOf(schemes), references),
    servers: ownServers ?? sharedServers ?? [defaultServer],
    hasOwnServers: ownServers !== undefined,
    extension: readExtension([document, pathFields, source]),
  };
}

/** Checks that the method can have a body. Some documents give a GET an optional body without fields, which is ignored. */
function bodyOf(method: string, body: RequestBody | undefined): RequestBody | undefined {
  if (body === undefined || !methodsWithoutBody.has(method)) return body;
  if (body.isRequired || !hasNoFields(body.schema)) {
    throw new Unsupported(`A ${method.toUpperCase()} request can't have a body.`);
  }
  return undefined;
}

function hasNoFields({ type, properties, additionalProperties = false, ...rest }: JsonSchema): boolean {
  const describesObject = type === 'object' || properties !== undefined;
  const isComposed = Object.keys(rest).some((name) => name.startsWith('$') || name.endsWith('Of'));
  return (
    describesObject && !isComposed && additionalProperties === false && Object.keys(recordOf(properties)).length === 0
  );
}

/** Rejects a path with a variable that no parameter declares. */
function checkPath(path: string, parameters: Operation['parameters']): void {
  for (const [, name] of path.matchAll(/\{([^{}]*)\}/gu)) {
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      throw new Unsupported(`The path has the variable '${name}', which is not declared as a parameter.`);
    }
  }
}
