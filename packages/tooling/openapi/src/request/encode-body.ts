import { FormData } from 'undici';
import { isRecord, type JsonRecord, recordOf } from '../base/json.ts';
import { essenceOf, isJsonType } from '../reader/media-types.ts';
import type { FieldEncoding, RequestBody } from '../reader/operation.ts';
import { encodeText, parameterText } from './parameter-text.ts';

/** A body as `fetch` takes it, with its media type. The type of a multipart body has a boundary, which `fetch` sets. */
export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer> | FormData;
  readonly contentType?: string;
}

/** Writes a body in the form that the document wants. */
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

/** The fields of a form, as `application/x-www-form-urlencoded` has them. */
export function formBody(fields: JsonRecord, encoding: Encoding): string {
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

/** Forms have a plus sign for a space. */
function formEncoded(text: string): string {
  return encodeText(text).replaceAll('%20', '+');
}

/** Objects, and lists of them: OpenAPI sends these as JSON unless the document sets a style. */
function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => Array.isArray(item) || isRecord(item)) : isRecord(value);
}

function multipartBody(fields: JsonRecord, encoding: Encoding): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const field = encoding.get(name);
    for (const item of partsOf(value, field)) appendPart(form, name, item, field);
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
  } else if (mediaType === undefined ? typeof value === 'object' : essenceOf(mediaType) !== 'text/plain') {
    const type = mediaType ?? 'application/json';
    const text = typeof value === 'string' && !isJsonType(type) ? value : JSON.stringify(value);
    form.append(name, new Blob([text], { type }), name);
    // A part without a media type is text/plain (RFC 7578, 4.4). With one it would need a file name, and servers read it as a file.
  } else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}

interface InputFile {
  readonly content: string;
  readonly name?: string;
  readonly type?: string;
}

/** A file as the reader describes files of a multipart body. */
function isInputFile(value: unknown): value is InputFile {
  if (!isRecord(value)) return false;
  const { content, name = '', type = '', ...others } = value;
  return [content, name, type].every((one) => typeof one === 'string') && Object.keys(others).length === 0;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
