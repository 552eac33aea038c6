import { FormData } from 'undici';
import { expect, it } from 'vitest';
import type { FieldEncoding, RequestBody } from '../src/reader/document-model.ts';
import { encodeBody } from '../src/request/encode-body.ts';

function bodyOf(kind: RequestBody['kind'], encoding: Readonly<Record<string, FieldEncoding>> = {}): RequestBody {
  const mediaType = kind === 'binary' ? 'image/png' : 'text/plain';
  return { field: 'body', isRequired: true, kind, mediaType, schema: {}, encoding: new Map(Object.entries(encoding)) };
}

const plain = { style: 'form', explode: true, allowReserved: false, isStyled: false, isFile: false } as const;
const styled = { ...plain, isStyled: true } as const;

it('writes forms by the styles that the document sets, and nested values as JSON otherwise', () => {
  const value = { filter: { size: { gte: 1 } }, ids: ['1', '2'], joined: ['a b', 'c'], nested: [{ a: 1 }], none: null };
  const { body } = encodeBody(
    value,
    bodyOf('form', {
      filter: { ...styled, style: 'deepObject', explode: true },
      joined: { ...styled, style: 'form', explode: false },
    }),
  );
  expect(body).toBe('filter%5Bsize%5D%5Bgte%5D=1&ids=1&ids=2&joined=a+b,c&nested=%5B%7B%22a%22%3A1%7D%5D');
});

it('writes a part for each item of a list, unless the document joins them', () => {
  const { body } = encodeBody(
    { ids: ['1', '2'], joined: ['1', '2'], count: 3, none: null },
    bodyOf('multipart', { joined: { ...styled, style: 'pipeDelimited', explode: false } }),
  );
  if (!(body instanceof FormData)) throw new Error('The body is not a form.');
  expect([...body.entries()]).toEqual([
    ['ids', '1'],
    ['ids', '2'],
    ['joined', '1|2'],
    ['count', '3'],
  ]);
});

it('writes an object with a content as a file only if the document declares it', async () => {
  const value = {
    message: { content: 'aGk=' },
    author: { content: 'hi', name: 'Ann', age: 3 },
    photo: { content: 'aGk=' },
  };
  const file = { ...plain, isFile: true };
  expect(await partsOf(value, { author: file, photo: file })).toEqual([
    ['message', 'application/json', '{"content":"aGk="}'],
    ['author', 'application/json', '{"content":"hi","name":"Ann","age":3}'],
    ['photo', 'application/octet-stream', 'hi'],
  ]);
});

it('writes text of a part with a JSON type as JSON', async () => {
  const json = { ...plain, mediaType: 'application/json' };
  const csv = { ...plain, mediaType: 'text/csv' };
  expect(await partsOf({ note: 'a "b"', rows: 'a,b' }, { note: json, rows: csv })).toEqual([
    ['note', 'application/json', '"a \\"b\\""'],
    ['rows', 'text/csv', 'a,b'],
  ]);
});

it('writes a part of plain text as a field and not as a file, also if the document names its type', async () => {
  const text = { ...plain, mediaType: 'text/plain; charset=utf-8' };
  expect(await partsOf({ note: 'a "b"', count: 3 }, { note: text, count: text })).toEqual([
    ['note', 'a "b"'],
    ['count', '3'],
  ]);
});

async function partsOf(value: unknown, encoding: Readonly<Record<string, FieldEncoding>>): Promise<unknown[]> {
  const { body } = encodeBody(value, bodyOf('multipart', encoding));
  if (!(body instanceof FormData)) throw new Error('The body is not a form.');
  const parts = [...body.entries()].map(async ([name, part]) =>
    typeof part === 'string' ? [name, part] : [name, part.type, await part.text()],
  );
  return Promise.all(parts);
}

it('writes text as it is and files from base64', () => {
  expect(encodeBody('hello', bodyOf('text'))).toEqual({ body: 'hello', contentType: 'text/plain' });
  const { body, contentType } = encodeBody(Buffer.from([0, 255]).toString('base64'), bodyOf('binary'));
  expect(body).toEqual(Uint8Array.from([0, 255]));
  expect(contentType).toBe('image/png');
});
