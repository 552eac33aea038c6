import { type Json, parseJson, wordOf } from './json.ts';

/** An error of the server about a value of the input. */
export interface FieldError {
  /** The path from the field to the value. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const maxLength = 20_000;
const word = '[A-Za-z_$][\\w$]*';
const index = '\\[\\d+\\]';
const quoted = '\\["(?:[^"\\\\]|\\\\.)*"\\]';
const errorWithPath = new RegExp(`^((?:${word}|${index}|${quoted})(?:\\.${word}|${index}|${quoted})*): (.*)$`, 's');
const segments = new RegExp(`${word}|\\[(?:\\d+|"(?:[^"\\\\]|\\\\.)*")\\]`, 'g');

/** Reads the errors by parameter. Their texts contain the path inside the parameter: `[2].email: must be a string`. */
export function readFieldErrors(errors: Readonly<Record<string, string>>): readonly FieldError[] {
  return Object.entries(errors).flatMap(([name, text]) =>
    splitText(text.slice(0, maxLength)).map((part): FieldError => {
      const [, path, message] = errorWithPath.exec(part) ?? [];
      if (path === undefined || message === undefined) return { path: [name], message: part };
      return { path: [name, ...segmentsOf(path)], message: message.charAt(0).toUpperCase() + message.slice(1) };
    }),
  );
}

/** Splits the joined errors of a parameter. A message can contain the separator itself. */
function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  for (const piece of text.split('; ')) {
    const last = parts.at(-1);
    const isStart = errorWithPath.test(piece) || /^\p{Lu}/u.test(piece);
    if (last === undefined || (isStart && !isQuoteOpen(last))) parts.push(piece);
    else parts[parts.length - 1] = `${last}; ${piece}`;
  }
  return parts;
}

function isQuoteOpen(text: string): boolean {
  return (text.replace(/\\./gs, '').split('"').length - 1) % 2 === 1;
}

function segmentsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(segments)].map(([segment]) => {
    const name: Json | undefined = segment.startsWith('[') ? parseJson(segment.slice(1, -1)) : segment;
    return typeof name === 'number' ? name : wordOf(name);
  });
}

/** Returns the errors inside a property or an item, with their paths from there. */
export function errorsInside(errors: readonly FieldError[], segment: string | number): readonly FieldError[] {
  return errors.flatMap(({ path: [first, ...rest], message }) =>
    first !== undefined && String(first) === String(segment) ? [{ path: rest, message }] : [],
  );
}

/** Returns the errors that are not inside any of these properties or items. */
export function errorsOutside(
  errors: readonly FieldError[],
  shown: readonly (string | number)[],
): readonly FieldError[] {
  return errors.filter(({ path: [first] }) => !shown.some((segment) => String(segment) === String(first)));
}

/** Writes errors as one text; `undefined` without errors. */
export function errorText(errors: readonly FieldError[]): string | undefined {
  if (errors.length === 0) return undefined;
  return errors.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`)).join('; ');
}

function pathText(path: FieldError['path']): string {
  const text = path.map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`)).join('');
  return text.replace(/^\./, '');
}
