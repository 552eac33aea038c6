import { type ArtifactSource, artifact } from '@toolwire/core';
import { firstCharacters } from '@toolwire/internal';
import { isRecord } from '../base/json.ts';

/** What happens to results that are larger than a model should read. */
export type LargeResults = 'cut' | 'artifact' | 'error';

/** The parts of a value at paths such as `items.name`; lists on the way are walked. Paths that lead nowhere are left out. */
export function selectParts(value: unknown, paths: readonly string[]): unknown {
  return select(
    value,
    paths.map((path) => path.split('.')),
  );
}

function select(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => select(item, paths));
  if (!isRecord(value)) return value;
  const names = [...new Set(paths.map(([name = '']) => name))].filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      select(
        value[name],
        paths.filter(([first]) => first === name).map(([, ...rest]) => rest),
      ),
    ]),
  );
}

/** A value cut to a number of characters of JSON, with a note about what is missing. A list keeps whole items. */
export function cutResult(value: unknown, json: string, maxCharacters: number): unknown {
  if (!Array.isArray(value)) {
    const text = typeof value === 'string' ? value : json;
    return `${firstCharacters(text, maxCharacters)}\n[Cut after ${maxCharacters} of ${text.length} characters. Request less data, for example with a filter or a smaller page.]`;
  }
  let size = 0;
  const fitting = value.findIndex((item) => {
    size += JSON.stringify(item).length + 1;
    return size > maxCharacters;
  });
  const items = value.slice(0, fitting < 0 ? value.length : fitting);
  return {
    items,
    note: `These are the first ${items.length} of ${value.length} items. Request the next page, or fewer items.`,
  };
}

/** A list or an object with a note for its reader. */
export function withNote(value: unknown, note: string): unknown {
  if (!isRecord(value)) return { items: value, note };
  return Object.hasOwn(value, 'note') ? { result: value, note } : { ...value, note };
}

/** A value as a file. */
export function resultArtifact(value: unknown, json: string): ArtifactSource {
  const isText = typeof value === 'string';
  return artifact({
    contentType: isText ? 'text/plain; charset=utf-8' : 'application/json',
    description: 'The whole response of the API.',
    name: isText ? 'response.txt' : 'response.json',
    body: isText ? value : json,
  });
}
