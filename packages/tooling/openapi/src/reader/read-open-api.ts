import {
  checkNames,
  type Fields,
  isObject,
  type NamesOf,
  recordOf,
  StartupError,
  stringsOf,
  textOf,
} from '@toolwire/internal';
import type { OpenApiDocument, OpenApiVersion, Operation, UnsupportedOperation } from './document-model.ts';
import { createOperationNames } from './operation-names.ts';
import { applyOverlays } from './overlay.ts';
import { parseDocument } from './parse-document.ts';
import { type ReadContext, readOperation } from './read-operation.ts';
import { createReferences, type References, Unsupported } from './references.ts';
import { createSchemaReader } from './schema-reader.ts';
import { specificationProblems } from './specification-problems.ts';

/** Options for reading a document. */
export interface ReadOpenApiOptions {
  /** The files that the document refers to, by their paths relative to the document, such as `schemas/pet.yaml`. No other file is read, and none is loaded over the network. */
  readonly files?: Readonly<Record<string, string | object>> | undefined;
  /** Whether the document is also checked against the OpenAPI specification, with the result in `problems`. Default: `true`. */
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
  const files = Object.entries(options.files ?? {}).map(
    ([name, content]) => [name, parseDocument(`The file '${name}'`, content)] as const,
  );
  const references = createReferences(document, new Map(files));
  const { title, version } = recordOf(document.info);
  return {
    title: textOf(title) ?? 'API',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    openapi,
    ...readOperations({ document, openapi, references, schemas: createSchemaReader(references, openapi) }),
    problems: options.validate === false ? [] : await specificationProblems(document),
  };
}

const versions: readonly OpenApiVersion[] = ['2.0', '3.0', '3.1', '3.2'];

function versionOf(document: Fields): OpenApiVersion {
  const declared = document.swagger ?? document.openapi;
  // YAML reads an unquoted 2.0 or 3.0 as a whole number.
  const text = typeof declared === 'number' && Number.isInteger(declared) ? declared.toFixed(1) : String(declared);
  const version = versions.find((supported) => text === supported || text.startsWith(`${supported}.`));
  if (version !== undefined) return version;
  const problem = declared === undefined ? 'has no "openapi" field' : `has the version ${JSON.stringify(declared)}`;
  throw new StartupError(
    'TW_OPENAPI_DOCUMENT',
    `The document ${problem}. Supported are OpenAPI ${versions.join(', ')}.`,
  );
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

function readOperations(context: ReadContext): Pick<OpenApiDocument, 'operations' | 'unsupported'> {
  const operations: Operation[] = [];
  const unsupported: UnsupportedOperation[] = [];
  const nameOf = createOperationNames();
  for (const [path, source] of Object.entries(recordOf(context.document.paths))) {
    if (!path.startsWith('/')) continue;
    const item = attempt(() => pathItem(source, context.references));
    if (!item.ok) {
      unsupported.push({ id: path, method: 'any', path, tags: [], reason: item.reason });
      continue;
    }
    for (const { method, operation } of operationsOf(item.value)) {
      const id = textOf(operation.operationId) ?? `${method} ${path}`;
      const name = nameOf(id);
      const read = attempt(() => readOperation({ id, name, method, path }, item.value, operation, context));
      if (read.ok) operations.push(read.value);
      else unsupported.push({ id, method, path, tags: stringsOf(operation.tags), reason: read.reason });
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

/** Returns the object of a path. Fields next to a reference replace the fields of its target. */
function pathItem(source: unknown, references: References): Fields {
  const { $ref: _, ...siblings } = recordOf(source);
  return { ...recordOf(references.resolve(source)), ...siblings };
}

interface MethodOperation {
  readonly method: string;
  readonly operation: Fields;
}

function operationsOf(pathFields: Fields): readonly MethodOperation[] {
  const standard = methods.map((method) => [method, pathFields[method]] as const);
  const additional = Object.entries(recordOf(pathFields.additionalOperations));
  return [...standard, ...additional].flatMap(([method, operation]) =>
    isObject(operation) ? [{ method: method.toLowerCase(), operation }] : [],
  );
}
