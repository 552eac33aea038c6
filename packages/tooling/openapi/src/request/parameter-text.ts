import { ToolError } from '@toolwire/errors';
import { isObject, present } from '@toolwire/internal';
import type { ParameterStyle } from '../reader/parameter-style.ts';

/** How a value is written as a parameter. */
export interface ParameterFormat {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean | undefined;
  /** Whether the text is sent unchanged, as in headers, and not percent-encoded. */
  readonly isRaw?: boolean | undefined;
}

/**
 * Writes a value in one of the styles of OpenAPI; `simple`, `label`, `matrix` and `form` follow RFC 6570. In queries, forms and cookies
 * the result contains the name. It is `undefined` if nothing is to be sent. Throws a `ToolError` for a value that no cookie can have.
 */
export function parameterText(value: unknown, format: ParameterFormat): string | undefined {
  if (!present(value)) return undefined;
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

function encoderOf({ name, style, isRaw, allowReserved }: ParameterFormat): Encode {
  if (style === 'cookie') return (text) => cookieText(name, text);
  return isRaw === true ? (text) => text : (text) => encodeText(text, allowReserved);
}

/** Returns a text for a cookie, which is sent unchanged. A semicolon would start another cookie. */
function cookieText(name: string, text: string): string {
  if (!text.includes(';')) return text;
  throw new ToolError(`The parameter '${name}' must not have a semicolon, because it is sent as a cookie.`);
}

interface Items {
  readonly kind: 'scalar' | 'list' | 'object';
  /** Returns the values. In an object, each follows its name and the separator, or `beforeEmpty` if the value is empty. */
  texts(separator: string, beforeEmpty?: string): readonly string[];
}

function itemsOf(value: unknown, encode: Encode): Items {
  if (Array.isArray(value)) {
    const texts = value.filter(present).map((item) => encode(textOfValue(item)));
    return { kind: 'list', texts: () => texts };
  }
  if (isObject(value)) {
    const fields = Object.entries(value).filter(([, field]) => present(field));
    return {
      kind: 'object',
      texts: (separator, beforeEmpty = separator) =>
        fields.map(([name, field]) => {
          const text = encode(textOfValue(field));
          return `${encode(name)}${text === '' ? beforeEmpty : separator}${text}`;
        }),
    };
  }
  const text = encode(textOfValue(value));
  return { kind: 'scalar', texts: () => [text] };
}

/** Writes a plain value. OpenAPI has no rule for nested lists and objects, so they are written as JSON if no schema excludes them. */
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
      items.texts('=', '').map((text) => `;${text}`),
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
    // The same delimiter separates a name from its value and one value from the next.
    const texts = items.texts(delimiter);
    return texts.length === 0 ? undefined : `${name}=${texts.join(delimiter)}`;
  }
  const texts = items.texts(',');
  if (texts.length === 0) return undefined;
  return items.kind === 'list' && format.explode
    ? texts.map((text) => `${name}=${text}`).join(between)
    : `${name}=${texts.join(delimiter)}`;
}

/** Returns fields with a bracket for each level, such as `filter[size][gte]` and `ids[0]`. */
function deepFields(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (!present(value)) return [];
  if (typeof value !== 'object' || value === null) return [[name, textOfValue(value)]];
  return Object.entries(value).flatMap(([key, field]) => deepFields(`${name}[${key}]`, field));
}

function joined(texts: readonly string[], separator: string): string | undefined {
  return texts.length === 0 ? undefined : texts.join(separator);
}

// Without `#[]`, which OpenAPI excludes from a query, and without `&` and `+`, which have a meaning in it.
const reserved = new Set(":/?@!$'()*,;=");

/** Percent-encodes a text except for the unreserved characters of RFC 3986, and with `allowReserved` also except for `reserved`. */
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
