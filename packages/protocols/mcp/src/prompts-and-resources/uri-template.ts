import { invalidResource } from '../definitions/resource-definition.ts';

/** The maximum length of a resource URI. */
export const maxUriLength = 2048;

/** Whether a value is a URI or a template of one: a scheme, then printable ASCII (RFC 3986). */
export function isUri(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= maxUriLength && /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(value)
  );
}

/** A URI with variables. */
export interface UriTemplate {
  readonly names: readonly string[];
  /** The values of the variables in a URI. `undefined` if the URI doesn't match or has an unsafe value. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
}

interface PathVariable {
  readonly name: string;
  readonly kind: 'segment' | 'path';
}

const expression = /\{([^{}]*)\}/;

/** Parses a template: `{name}` is one segment, `{+path}` the rest of the path, `{?a,b}` the query. Throws for other expressions. */
export function parseUriTemplate(template: string): UriTemplate {
  const variables: PathVariable[] = [];
  let queryNames: readonly string[] = [];
  let pattern = '^';
  let rest = template;
  for (let match = expression.exec(rest); match !== null; match = expression.exec(rest)) {
    const [expressionText, inside = ''] = match;
    pattern += escaped(withoutBraces(rest.slice(0, match.index)));
    rest = rest.slice(match.index + expressionText.length);
    if (inside.startsWith('?')) {
      if (rest !== '') throw invalidResource(`{${inside}} must come last in the uri of the resource`);
      queryNames = inside.slice(1).split(',').map(checkedName);
      pattern += '(?:\\?([^#]*))?';
      continue;
    }
    const kind = inside.startsWith('+') ? 'path' : 'segment';
    variables.push({ name: checkedName(kind === 'path' ? inside.slice(1) : inside), kind });
    pattern += kind === 'path' ? '([^?#]+)' : segmentPattern(rest, inside);
    if (kind === 'path' && rest !== '' && !rest.startsWith('{?')) {
      throw invalidResource(`{${inside}} must come last in the path of the uri of the resource`);
    }
  }
  const names = [...variables.map(({ name }) => name), ...queryNames];
  if (new Set(names).size !== names.length) throw invalidResource('its uri has a variable twice');
  const regExp = new RegExp(`${pattern}${escaped(withoutBraces(rest))}$`);
  return {
    names,
    match: (uri) => {
      const values = regExp.exec(uri)?.slice(1);
      if (values === undefined) return undefined;
      const read = variables.map(({ name, kind }, index) => [name, decoded(values[index] ?? '', kind)] as const);
      const query = readQuery(queryNames.length === 0 ? undefined : values.at(-1), queryNames);
      if (query === undefined || read.some(([, value]) => value === undefined)) return undefined;
      return Object.fromEntries([...read, ...query]) as Readonly<Record<string, string>>;
    },
  };
}

function withoutBraces(literal: string): string {
  if (/[{}]/.test(literal)) throw invalidResource('its uri has an unmatched brace');
  return literal;
}

// A segment ends before the next literal character, so matching is unambiguous and takes linear time.
function segmentPattern(rest: string, name: string): string {
  const [next = '/'] = rest;
  if (next === '{' && !rest.startsWith('{?')) {
    throw invalidResource(`{${name}} must not be next to another variable`);
  }
  return `([^/?#${escaped(next === '{' ? '/' : next)}]+)`;
}

function checkedName(name: string): string {
  if (/^[A-Za-z_]\w{0,63}$/.test(name)) return name;
  throw invalidResource(`its uri has the unsupported expression '{${name}}'. Use {name}, {+path} or {?a,b}`);
}

function readQuery(
  query: string | undefined,
  names: readonly string[],
): readonly (readonly [string, string])[] | undefined {
  if (query === undefined || query === '') return [];
  const read = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=');
    const text = decoded(value.join('='), 'query');
    if (!names.includes(name) || read.has(name) || text === undefined) return undefined;
    read.set(name, text);
  }
  return [...read];
}

function decoded(value: string, kind: PathVariable['kind'] | 'query'): string | undefined {
  try {
    const text = decodeURIComponent(value);
    return isSafe(text, kind) ? text : undefined;
  } catch {
    // Invalid percent encoding.
    return undefined;
  }
}

// A value must not lead to another folder, however it is encoded. MCP-RES-05
function isSafe(text: string, kind: PathVariable['kind'] | 'query'): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  if (kind === 'query') return true;
  if (text.includes('\\')) return false;
  const segments = text.split('/');
  if (kind === 'segment' && segments.length > 1) return false;
  return segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
