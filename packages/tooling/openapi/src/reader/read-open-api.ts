import type { JsonSchema } from '@toolwire/core';
import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import { isRecord, type JsonRecord, listOf, recordOf, textOf, textsOf, withoutUndefined } from '../base/json.ts';
import { problemsOf } from './document-problems.ts';
import { readExtension } from './extension.ts';
import type { OpenApiDocument, OpenApiVersion, Operation, RequestBody, UnsupportedOperation } from './operation.ts';
import { createOperationNames } from './operation-name.ts';
import { applyOverlays } from './overlay.ts';
import { mergeParameters, readParameters } from './parameters.ts';
import { parseDocument } from './parse-document.ts';
import { createReferences, type References, Unsupported } from './references.ts';
import { readRequestBody } from './request-body.ts';
import { readResponses } from './responses.ts';
import { createSchemaReader, type SchemaReader } from './schema-reader.ts';
import { readSecurity } from './security.ts';
import { readServers, swaggerServers } from './servers.ts';
import { upgradeOperation } from './swagger.ts';

/** How a document is read. */
export interface ReadOpenApiOptions {
  /** The files that the document refers to, by their paths relative to the document, such as `schemas/pet.yaml`. Nothing else is read, and nothing is loaded over the network. */
  readonly files?: Readonly<Record<string, string | object>> | undefined;
  /** Whether the document is also checked against the OpenAPI specification, which fills `problems`. `true` by default. */
  readonly validate?: boolean | undefined;
  /** OpenAPI Overlays 1.0 that change the document before it is read: JSON or YAML as text, or objects. */
  readonly overlays?: readonly (string | object)[] | undefined;
}

const optionNames: NamesOf<ReadOpenApiOptions> = { files: true, validate: true, overlays: true };

/** Reads an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2: JSON or YAML as text, or an object. */
export async function readOpenApi(source: string | object, options: ReadOpenApiOptions = {}): Promise<OpenApiDocument> {
  checkNames('readOpenApi()', options, optionNames);
  const document = await applyOverlays(parseDocument('The document', source), options.overlays ?? []);
  const openapi = versionOf(document);
  const files = Object.entries(options.files ?? {}).map(([name, content]) => [name, parseFile(name, content)] as const);
  const references = createReferences(document, new Map(files));
  const { title, version } = recordOf(document.info);
  return {
    title: textOf(title) ?? 'API',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    openapi,
    ...readOperations({ document, openapi, references, schemas: createSchemaReader(references, openapi) }),
    problems: options.validate === false ? [] : await problemsOf(document),
  };
}

/** What the parts of a document are read with. */
interface Reading {
  readonly document: JsonRecord;
  readonly openapi: OpenApiVersion;
  readonly references: References;
  readonly schemas: SchemaReader;
}

const versions: readonly OpenApiVersion[] = ['2.0', '3.0', '3.1', '3.2'];

function versionOf(document: JsonRecord): OpenApiVersion {
  const given = document.swagger ?? document.openapi;
  // YAML reads an unquoted 2.0 as the number 2.
  const text = given === 2 ? '2.0' : String(given);
  const version = versions.find((one) => text === one || text.startsWith(`${one}.`));
  if (version !== undefined) return version;
  const found = given === undefined ? 'has no "openapi" field' : `has the version ${JSON.stringify(given)}`;
  throw new StartupError('TW_OPENAPI_DOCUMENT', `The document ${found}. Supported are OpenAPI ${versions.join(', ')}.`);
}

function parseFile(name: string, content: string | object): unknown {
  return parseDocument(`The file '${name}'`, content);
}

const unsendable: ReadonlySet<string> = new Set(['trace', 'connect', 'track']);
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

function readOperations(reading: Reading): Pick<OpenApiDocument, 'operations' | 'unsupported'> {
  const operations: Operation[] = [];
  const unsupported: UnsupportedOperation[] = [];
  const nameOf = createOperationNames();
  for (const [path, source] of Object.entries(recordOf(reading.document.paths))) {
    if (!path.startsWith('/')) continue;
    const item = attempt(() => pathItem(source, reading.references));
    if (!item.ok) unsupported.push({ id: path, method: 'any', path, tags: [], reason: item.reason });
    for (const { method, pathFields, operation } of item.ok ? operationsOf(item.value) : []) {
      const id = textOf(operation.operationId) ?? `${method} ${path}`;
      const name = nameOf(id);
      const read = attempt(() => readOperation({ id, name, method, path }, pathFields, operation, reading));
      if (read.ok) operations.push(read.value);
      else unsupported.push({ id, method, path, tags: textsOf(operation.tags), reason: read.reason });
    }
  }
  return { operations, unsupported };
}

type Attempt<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: read() };
  } catch (thrown) {
    if (!(thrown instanceof Unsupported)) throw thrown;
    return { ok: false, reason: thrown.message };
  }
}

/** The object of a path. Fields next to its reference replace those of its target. */
function pathItem(source: unknown, references: References): JsonRecord {
  const { $ref: _, ...siblings } = recordOf(source);
  return { ...recordOf(references.resolve(source)), ...siblings };
}

interface FoundOperation {
  readonly method: string;
  readonly pathFields: JsonRecord;
  readonly operation: JsonRecord;
}

function operationsOf(item: JsonRecord): readonly FoundOperation[] {
  const named = methods.map((method) => [method, item[method]] as const);
  const additional = Object.entries(recordOf(item.additionalOperations)).map(
    ([method, operation]) => [method.toLowerCase(), operation] as const,
  );
  return [...named, ...additional].flatMap(([method, operation]) =>
    isRecord(operation) ? [{ method, pathFields: item, operation }] : [],
  );
}

function readOperation(
  identity: Pick<Operation, 'id' | 'name' | 'method' | 'path'>,
  item: JsonRecord,
  source: JsonRecord,
  { document, openapi, references, schemas }: Reading,
): Operation {
  // The fetch standard refuses these.
  if (unsendable.has(identity.method)) {
    throw new Unsupported(`The method ${identity.method.toUpperCase()} can't be sent.`);
  }
  const isSwagger = openapi === '2.0';
  const sources = mergeParameters(item.parameters, source.parameters, references);
  const operation = isSwagger
    ? upgradeOperation(source, sources, document, references)
    : { ...source, parameters: sources };
  const parameters = readParameters(listOf(operation.parameters).filter(isRecord), references, schemas);
  checkPath(identity.path, parameters);
  const fields = new Set(parameters.map(({ field }) => field));
  const body = bodyOf(identity.method, readRequestBody(operation.requestBody, fields, references, schemas));
  const schemes = isSwagger ? document.securityDefinitions : recordOf(document.components).securitySchemes;
  // An empty list declares nothing.
  const ownServers = [operation.servers, item.servers].find((list) => listOf(list).length > 0);
  const servers = isSwagger
    ? swaggerServers(document, operation.schemes)
    : (ownServers ?? (listOf(document.servers).length > 0 ? document.servers : [{ url: '/' }]));
  return {
    ...identity,
    tags: textsOf(operation.tags),
    ...withoutUndefined({
      summary: textOf(operation.summary) ?? textOf(item.summary),
      description: textOf(operation.description) ?? textOf(item.description),
      body,
    }),
    isDeprecated: operation.deprecated === true,
    parameters,
    responses: readResponses(recordOf(operation.responses), references, schemas),
    security: readSecurity(operation.security ?? document.security, recordOf(schemes), references),
    servers: readServers(servers),
    hasOwnServers: !isSwagger && ownServers !== undefined,
    extension: readExtension([document, item, source]),
  };
}

/** The body that can be sent. Some documents give a GET an optional body without fields, which is ignored. */
function bodyOf(method: string, body: RequestBody | undefined): RequestBody | undefined {
  if (body === undefined || !bodiless.has(method)) return body;
  if (body.isRequired || !hasNoFields(body.schema)) {
    throw new Unsupported(`A ${method.toUpperCase()} request can't have a body.`);
  }
  return undefined;
}

function hasNoFields({ type, properties, additionalProperties = false, ...rest }: JsonSchema): boolean {
  const isObject = type === 'object' || properties !== undefined;
  const isComposed = Object.keys(rest).some((name) => name.startsWith('$') || name.endsWith('Of'));
  return isObject && !isComposed && additionalProperties === false && Object.keys(recordOf(properties)).length === 0;
}

/** Refuses a path with a variable that no parameter fills. */
function checkPath(path: string, parameters: Operation['parameters']): void {
  for (const [, name] of path.matchAll(/\{([^{}]*)\}/gu)) {
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      throw new Unsupported(`The path has the variable '${name}', which is not declared as a parameter.`);
    }
  }
}
