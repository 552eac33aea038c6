import { isRecord, type JsonRecord, listOf, recordOf, resolved } from './json.ts';
import { sampleOf } from './sample-values.ts';

/** A parameter with the value to send. */
export interface SampleParameter {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly value: unknown;
}

/** One call of an operation. */
export interface SampleCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly SampleParameter[];
  readonly body?: { readonly type: 'json' | 'form'; readonly value: JsonRecord; readonly encoding: JsonRecord };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const ownHeaders = new Set(['accept', 'authorization', 'content-length', 'content-type']);
const styles: Readonly<Record<string, string>> = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

/** Calls of a document, with values for all required and most optional parameters. */
export function sampleCalls(document: JsonRecord): readonly SampleCall[] {
  return Object.entries(recordOf(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = recordOf(item)[method];
      const call = isRecord(operation) ? sampleCall(method, path, recordOf(item), operation, document) : undefined;
      return call === undefined ? [] : [call];
    }),
  );
}

function sampleCall(
  method: string,
  path: string,
  item: JsonRecord,
  operation: JsonRecord,
  document: JsonRecord,
): SampleCall | undefined {
  const { operationId, requestBody } = operation;
  if (typeof operationId !== 'string') return undefined;
  const byKey = new Map<string, JsonRecord>();
  for (const reference of [...listOf(item['parameters']), ...listOf(operation['parameters'])]) {
    const parameter = recordOf(resolved(reference, document));
    byKey.set(`${String(parameter['in'])} ${String(parameter['name'])}`, parameter);
  }
  const parameters: SampleParameter[] = [];
  for (const parameter of byKey.values()) {
    const sample = sampleParameter(parameter, document);
    if (sample !== undefined) parameters.push(sample);
    else if (parameter['required'] === true) return undefined;
  }
  const source = recordOf(resolved(requestBody, document));
  const body = method === 'get' ? undefined : sampleBody(source, document);
  if (body === undefined && source['required'] === true) return undefined;
  return { operationId, method, path, parameters, ...(body !== undefined && { body }) };
}

function sampleParameter(parameter: JsonRecord, document: JsonRecord): SampleParameter | undefined {
  const { name, in: location, style, explode, schema = parameter, collectionFormat } = parameter;
  if (typeof name !== 'string' || typeof location !== 'string' || parameter['content'] !== undefined) return undefined;
  // Bodies of OpenAPI 2.0 are parameters.
  if (location === 'body' || location === 'formData') return undefined;
  if (location === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  const value = sampleOf(schema, document, 2);
  // A header can have ASCII characters only.
  const sent = location === 'header' && typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/gu, '-') : value;
  const usedStyle = typeof style === 'string' ? style : (styles[location] ?? 'form');
  // The style has no rule for lists.
  if (sent === undefined || (usedStyle === 'deepObject' && !isFlatObject(sent))) return undefined;
  return {
    name,
    in: location,
    style: usedStyle,
    explode: typeof explode === 'boolean' ? explode : explodes(usedStyle, collectionFormat, document),
    value: sent,
  };
}

function explodes(style: string, collectionFormat: unknown, document: JsonRecord): boolean {
  if ('swagger' in document) return collectionFormat === 'multi';
  return style === 'form' || style === 'deepObject';
}

function sampleBody(source: JsonRecord, document: JsonRecord): SampleCall['body'] {
  const content = recordOf(source['content']);
  const json = content['application/json'];
  const form = content['application/x-www-form-urlencoded'];
  const media = recordOf(json ?? form);
  const value = sampleOf(media['schema'], document, json === undefined ? 2 : 4);
  if (!isRecord(value)) return undefined;
  const encoding = recordOf(media['encoding']);
  if (json !== undefined) return { type: 'json', value, encoding };
  const fields = Object.entries(value).filter(([, field]) => typeof field !== 'object');
  const required = listOf(recordOf(resolved(media['schema'], document))['required']);
  const names = new Set(fields.map(([name]) => name));
  if (fields.length === 0 || required.some((name) => !names.has(String(name)))) return undefined;
  return { type: 'form', value: Object.fromEntries(fields), encoding };
}

function isFlatObject(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((one) => typeof one !== 'object');
}
