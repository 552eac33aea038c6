import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, recordOf, stringsOf, textOf, withoutUndefined } from '@toolwire/internal';
import type { ApiResponse, ApiServer, OpenApiVersion, Operation, RequestBody } from './document-model.ts';
import { readExtension } from './extension.ts';
import { kindOfContent } from './media-types.ts';
import { mergeParameters, readParameters } from './parameters.ts';
import { type References, Unsupported } from './references.ts';
import { readRequestBody } from './request-body.ts';
import type { SchemaReader } from './schema-reader.ts';
import { readSecurity } from './security.ts';
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

/** Reads the responses that an operation declares. */
function readResponses(responses: Fields, references: References, schemas: SchemaReader): readonly ApiResponse[] {
  return Object.entries(responses)
    .filter(([status]) => /^[1-5](?:\d\d|XX)$|^default$/iu.test(status))
    .map(([status, source]) => {
      const response = recordOf(references.resolve(source));
      return {
        status: status === 'default' ? status : status.toUpperCase(),
        ...withoutUndefined({ description: textOf(response.description) }),
        content: Object.entries(recordOf(response.content)).map(([mediaType, media]) => {
          const { schema } = recordOf(references.resolve(media));
          const hasSchema = schema !== undefined && kindOfContent(mediaType, media, references) === 'json';
          return { mediaType, ...(hasSchema && { readSchema: () => schemas.read(schema, 'output') }) };
        }),
      };
    });
}

/** The server of a document without servers, relative to the URL of the API. */
const defaultServer: ApiServer = { url: '/', variables: new Map() };

/** Reads the first list that has a server with a URL. Other lists count as absent. */
function firstServers(...lists: readonly unknown[]): readonly ApiServer[] | undefined {
  return lists.map(readServers).find(({ length }) => length > 0);
}

function readServers(servers: unknown): readonly ApiServer[] {
  return listOf(servers).flatMap((server) => {
    const { url } = recordOf(server);
    // An empty URL is valid: it is relative to the URL of the API.
    return typeof url !== 'string' ? [] : [{ url, variables: readVariables(recordOf(recordOf(server).variables)) }];
  });
}

function readVariables(variables: Fields): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).map(([name, variable]) => {
      const { default: value } = recordOf(variable);
      // YAML reads a port or a version as a number.
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

/** Builds the server of a document of OpenAPI 2.0 from its scheme, host and path. */
function swaggerServer(document: Fields, schemesOfOperation: unknown): ApiServer {
  const basePath = textOf(document.basePath) ?? '/';
  const host = textOf(document.host);
  if (host === undefined) return { url: basePath, variables: new Map() };
  const schemes = stringsOf(schemesOfOperation ?? document.schemes).filter((scheme) => /^https?$/u.test(scheme));
  const scheme = schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https';
  return { url: `${scheme}://${host}${basePath.startsWith('/') ? '' : '/'}${basePath}`, variables: new Map() };
}
