import fc from 'fast-check';
import type { StyleOperation } from './style-operations.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 12 });
const list = fc.array(texts, { minLength: 1, maxLength: 4 });
const flat = fc.record({ a: texts, b: fc.integer() });
const bytes = fc.uint8Array({ maxLength: 40 }).map((one) => Buffer.from(one).toString('base64'));
const files = fc.record({ content: bytes, name: fc.constant('a.bin'), type: fc.constant('image/png') });

const text = { type: 'string' };
const integer = { type: 'integer' };
const listSchema = { type: 'array', items: text };
const flatSchema = { type: 'object', properties: { a: text, b: integer } };
const file = { type: 'string', format: 'binary' };
const object = (properties: object) => ({ type: 'object', properties });

type Method = Exclude<StyleOperation['method'], 'get'>;

function inBody<Value>(
  id: string,
  method: Method,
  body: NonNullable<StyleOperation['body']>,
  values: fc.Arbitrary<Value>,
  written: (value: Value) => BodyInit,
): StyleOperation {
  const isMultipart = body.type === 'multipart/form-data';
  // `fetch` adds the type of multipart bodies, because it has a boundary.
  const headers = isMultipart ? {} : { 'content-type': body.type };
  return { id, method, path: `/${id}`, body, values, sent: (value) => ({ headers, body: written(value as Value) }) };
}

const json = (id: string, method: Method) =>
  inBody(
    id,
    method,
    { type: 'application/json', schema: object({ a: text, list: listSchema, o: flatSchema }) },
    fc.record({ a: texts, list, o: flat }),
    JSON.stringify,
  );

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

type File = typeof files extends fc.Arbitrary<infer Value> ? Value : never;
const blobOf = ({ content, type }: File) => new Blob([Buffer.from(content, 'base64')], { type });

function formData(...parts: readonly (readonly [name: string, value: string | Blob, file?: string])[]): FormData {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName);
  }
  return data;
}

export const bodyOperations: readonly StyleOperation[] = [
  json('jsonPost', 'post'),
  json('jsonPut', 'put'),
  json('jsonPatch', 'patch'),
  json('jsonDelete', 'delete'),
  inBody(
    'form',
    'post',
    { type: form, schema: object({ text, list: listSchema, object: flatSchema }) },
    fc.record({ text: texts, list, object: flat }),
    (value) =>
      new URLSearchParams([
        ['text', value.text],
        ...value.list.map((one) => ['list', one]),
        ['object', JSON.stringify(value.object)],
      ]).toString(),
  ),
  inBody(
    'styledForm',
    'post',
    {
      type: form,
      schema: object({ spaces: listSchema, pipes: listSchema, commas: listSchema }),
      encoding: {
        spaces: { style: 'spaceDelimited', explode: false },
        pipes: { style: 'pipeDelimited', explode: false },
        commas: { explode: false },
      },
    },
    fc.record({ spaces: list, pipes: list, commas: list }),
    ({ spaces, pipes, commas }) =>
      new URLSearchParams({ spaces: spaces.join(' '), pipes: pipes.join('|'), commas: commas.join(',') }).toString(),
  ),
  inBody(
    'deepForm',
    'post',
    { type: form, schema: object({ filter: flatSchema }), encoding: { filter: { style: 'deepObject' } } },
    fc.record({ filter: flat }),
    ({ filter: { a, b } }) => new URLSearchParams({ 'filter[a]': a, 'filter[b]': String(b) }).toString(),
  ),
  inBody(
    'multipart',
    'post',
    { type: multipart, schema: object({ note: text, file, object: flatSchema }) },
    fc.record({ note: texts, file: files, object: flat }),
    (value) =>
      formData(
        ['note', value.note],
        ['file', blobOf(value.file), value.file.name],
        ['object', new Blob([JSON.stringify(value.object)], { type: 'application/json' }), 'object'],
      ),
  ),
  inBody(
    'multipartList',
    'post',
    { type: multipart, schema: object({ files: { type: 'array', items: file }, tags: listSchema }) },
    fc.record({ files: fc.array(files, { maxLength: 3 }), tags: list }),
    (value) =>
      formData(
        ...value.files.map((one) => ['files', blobOf(one), one.name] as const),
        ...value.tags.map((one) => ['tags', one] as const),
      ),
  ),
  inBody('text', 'put', { type: 'text/plain', schema: text }, texts, (value) => value),
  inBody('bytes', 'put', { type: 'application/octet-stream', schema: file }, bytes, (value) =>
    Buffer.from(value, 'base64'),
  ),
];
