import { type Fields, isObject, recordOf } from '@toolwire/internal';
import { FormData } from 'undici';
import type { FieldEncoding, RequestBody } from '../reader/document-model.ts';
import { essenceOf, isJsonType } from '../reader/media-types.ts';
import { encodeText, parameterText } from './parameter-text.ts';

/** A body for `fetch` with its media type. For a multipart body, `fetch` sets the type with its boundary. */
export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer> | FormData;
  readonly contentType?: string;
}

/** Writes a body in the media type of the document. */
export function encodeBody(value: unknown, { kind, mediaType, encoding }: RequestBody): EncodedBody {
  switch (kind) {
    case 'json':
      return { body: JSON.stringify(value), contentType: mediaType };
    case 'form':
      return { body: formBody(recordOf(value), encoding), contentType: mediaType };
    case 'multipart':
      return { body: multipartBody(recordOf(value), encoding) };
    case 'text':
      return { body: String(value), contentType: mediaType };
    case 'binary':
      return { body: bytesOf(String(value)), contentType: mediaType };
  }
}

type Encoding = ReadonlyMap<string, FieldEncoding>;

/** Writes the fields of a form as `application/x-www-form-urlencoded`. */
export function formBody(fields: Fields, encoding: Encoding): string {
  const texts = Object.entries(fields).map(([name, value]) => {
    const { style = 'form', explode = true, allowReserved, mediaType, isStyled = false } = encoding.get(name) ?? {};
    const isJson = !isStyled && (mediaType === undefined ? isNested(value) : isJsonType(mediaType));
    if (isJson) return value === undefined ? undefined : `${formEncoded(name)}=${formEncoded(JSON.stringify(value))}`;
    return parameterText(value, { name, style, explode, allowReserved })?.replaceAll(
      '%20',
      style === 'spaceDelimited' ? '%20' : '+',
    );
  });
  return texts.filter((text) => text !== undefined).join('&');
}

/** In forms a space is a plus sign. */
function formEncoded(text: string): string {
  return encodeText(text).replaceAll('%20', '+');
}

/** Whether a value is an object or a list of objects, which OpenAPI sends as JSON unless the document sets a style. */
function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => Array.isArray(item) || isObject(item)) : isObject(value);
}

function multipartBody(fields: Fields, encoding: Encoding): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const field = encoding.get(name);
    for (const part of partsOf(value, field)) appendPart(form, name, part, field);
  }
  return form;
}

const delimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** A list has a part for each item, unless the document joins them. */
function partsOf(value: unknown, field: FieldEncoding | undefined): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return field?.isStyled === true && !field.explode ? [value.join(delimiters.get(field.style) ?? ',')] : value;
}

function appendPart(form: FormData, name: string, value: unknown, field: FieldEncoding | undefined): void {
  if (value === undefined || value === null) return;
  const { mediaType, isFile = false } = field ?? {};
  if (isFile && isInputFile(value)) {
    const type = value.type ?? mediaType ?? 'application/octet-stream';
    form.append(name, new Blob([bytesOf(value.content)], { type }), value.name ?? name);
    return;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const type = mediaType ?? (typeof value === 'object' ? 'application/json' : 'text/plain');
  // A part without a media type is text/plain (RFC 7578, 4.4). With one it would need a file name, and servers read it as a file.
  if (essenceOf(type) === 'text/plain') form.append(name, text);
  else form.append(name, new Blob([isJsonType(type) ? JSON.stringify(value) : text], { type }), name);
}

interface InputFile {
  readonly content: string;
  readonly name?: string;
  readonly type?: string;
}

/** Whether a value matches the schema that inputs have for a file of a multipart body. */
function isInputFile(value: unknown): value is InputFile {
  if (!isObject(value)) return false;
  const { content, name = '', type = '', ...otherFields } = value;
  const hasTexts = [content, name, type].every((field) => typeof field === 'string');
  return hasTexts && Object.keys(otherFields).length === 0;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
