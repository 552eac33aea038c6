import { isRecord } from '../base/json.ts';
import type { ParameterStyle } from '../reader/operation.ts';

/** How a value is written as a parameter. */
export interface ParameterFormat {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean | undefined;
  /** Whether the text is sent as it is, as in headers; otherwise it is percent-encoded. */
  readonly isRaw?: boolean | undefined;
}

/**
 * Writes a value as the table of OpenAPI has it (which is that of RFC 6570 for `simple`, `label`, `matrix` and `form`). In queries, forms and
 * cookies the result has the name; it is `undefined` where nothing is to be sent.
 */
export function parameterText(value: unknown, format: ParameterFormat): string | undefined {
  if (value === undefined || value === null) return undefined;
  const encode = encoderOf(format);
  if (format.style === 'deepObject') {
    return joined(
      deepFields(format.name, value).map(([name, text]) => `${encodeText(name)}=${encode(text)}`),
      '&',
    );
  }
  const items = itemsOf(value, encode);
  switch (format.style) {
    case 'simple':
      return joined(items.texts(format.explode ? '=' : ','), ',');
    case 'label':
      return labelText(items, format.explode);
    case 'matrix':
      return matrixText(items, format);
    case 'cookie':
      return formText(items, format, '; ', ',');
    case 'spaceDelimited':
      return formText(items, format, '&', '%20');
    case 'pipeDelimited':
      return formText(items, format, '&', '%7C');
    case 'form':
      return formText(items, format, '&', ',');
  }
}

type Encode = (text: string) => string;

function encoderOf({ style, isRaw, allowReserved }: ParameterFormat): Encode {
  return isRaw === true || style === 'cookie' ? (text) => text : (text) => encodeText(text, allowReserved);
}

interface Items {
  readonly kind: 'one' | 'list' | 'object';
  /** The values; those of an object each with its name in front, behind `separator`. */
  texts(separator: '=' | ','): readonly string[];
}

function itemsOf(value: unknown, encode: Encode): Items {
  if (Array.isArray(value)) {
    const texts = value.filter(isPresent).map((item) => encode(textOfValue(item)));
    return { kind: 'list', texts: () => texts };
  }
  if (isRecord(value)) {
    const fields = Object.entries(value).filter(([, field]) => isPresent(field));
    return {
      kind: 'object',
      texts: (separator) => fields.map(([name, field]) => `${encode(name)}${separator}${encode(textOfValue(field))}`),
    };
  }
  const text = encode(textOfValue(value));
  return { kind: 'one', texts: () => [text] };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A plain value as text. Lists and objects inside of others have no rule; the reader refuses schemas of them, and JSON is the nearest for values that no schema describes. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function labelText(items: Items, explode: boolean): string {
  return `.${items.texts(explode ? '=' : ',').join(explode ? '.' : ',')}`;
}

function matrixText(items: Items, { name, explode }: ParameterFormat): string | undefined {
  const encoded = encodeText(name);
  // RFC 6570: an empty value has no equals sign.
  const pair = (text: string) => (text === '' ? `;${encoded}` : `;${encoded}=${text}`);
  if (items.kind === 'object' && explode) {
    return joined(
      items.texts('=').map((text) => `;${text}`),
      '',
    );
  }
  if (items.kind === 'list' && explode) return joined(items.texts(',').map(pair), '');
  const texts = items.texts(',');
  return texts.length === 0 ? undefined : pair(texts.join(','));
}

function formText(items: Items, format: ParameterFormat, between: string, delimiter: string): string | undefined {
  const name = format.style === 'cookie' ? format.name : encodeText(format.name);
  if (items.kind === 'object') {
    if (format.explode) return joined(items.texts('='), between);
    // Names and values are divided by the same delimiter.
    const texts = delimiter === ',' ? items.texts(',') : items.texts('=').map((text) => text.replace('=', delimiter));
    return texts.length === 0 ? undefined : `${name}=${texts.join(delimiter)}`;
  }
  const texts = items.texts(',');
  if (texts.length === 0) return undefined;
  return items.kind === 'list' && format.explode
    ? texts.map((text) => `${name}=${text}`).join(between)
    : `${name}=${texts.join(delimiter)}`;
}

/** Fields with a bracket for each level, such as `filter[size][gte]`, and items by their numbers, such as `ids[0]`. */
function deepFields(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (!isPresent(value)) return [];
  const inner = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : undefined;
  if (inner === undefined) return [[name, textOfValue(value)]];
  return inner.flatMap(([key, field]) => deepFields(`${name}[${key}]`, field));
}

function joined(texts: readonly string[], separator: string): string | undefined {
  return texts.length === 0 ? undefined : texts.join(separator);
}

// OpenAPI: a query can't have the reserved characters `#[]`, and `&` and `+` have a meaning in it.
const reserved = new Set(":/?@!$'()*,;=");

/** Percent-encodes all but the unreserved characters of RFC 3986; with `allowReserved`, all but these and the reserved ones that are data. */
export function encodeText(text: string, allowReserved: boolean = false): string {
  const encoded = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(/[!'()*]/gu, percent);
  if (!allowReserved) return encoded;
  return encoded.replaceAll(/%[0-9A-F]{2}/gu, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return reserved.has(character) ? character : triplet;
  });
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
