import { type ArtifactSource, artifact } from '@toolwire/core';
import { firstCharacters, isObject } from '@toolwire/internal';

/** What happens to results that are larger than a model should read. */
export type LargeResults = 'cut' | 'artifact' | 'error';

/** How a caller gets a smaller result. */
export const requestLess = 'Request less data, for example with a filter or a smaller page.';

/** Returns the parts of a value at paths such as `items.name`, in each item of a list. Paths without a value are omitted. */
export function selectParts(value: unknown, paths: readonly string[]): unknown {
  return select(
    value,
    paths.map((path) => path.split('.')),
  );
}

function select(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => select(item, paths));
  if (!isObject(value)) return value;
  const names = [...new Set(paths.map(([name = '']) => name))].filter((name) => Object.hasOwn(value, name));
  const members = names.map((name) => {
    const innerPaths = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    return [name, select(value[name], innerPaths)] as const;
  });
  return Object.fromEntries(members);
}

/** Cuts a value to a number of characters of JSON, and adds a note about the rest. A list keeps whole items. */
export function cutResult(value: unknown, json: string, maxCharacters: number): unknown {
  if (!Array.isArray(value)) {
    const text = typeof value === 'string' ? value : json;
    return `${firstCharacters(text, maxCharacters)}\n[Cut after ${maxCharacters} of ${text.length} characters. ${requestLess}]`;
  }
  // The brackets of the list, without the comma that the last item doesn't have.
  let size = 1;
  const cutAt = value.findIndex((item) => {
    size += JSON.stringify(item).length + 1;
    return size > maxCharacters;
  });
  const items = value.slice(0, cutAt < 0 ? value.length : cutAt);
  return {
    items,
    note: `These are the first ${items.length} of ${value.length} items. Request the next page, or fewer items.`,
  };
}

/** Adds a note for the reader to a list or an object. */
export function withNote(value: unknown, note: string): unknown {
  if (!isObject(value)) return { items: value, note };
  return Object.hasOwn(value, 'note') ? { result: value, note } : { ...value, note };
}

/** Returns a value as a file. */
export function resultArtifact(value: unknown, json: string): ArtifactSource {
  const isText = typeof value === 'string';
  return artifact({
    contentType: isText ? 'text/plain; charset=utf-8' : 'application/json',
    description: 'The whole response of the API.',
    name: isText ? 'response.txt' : 'response.json',
    body: isText ? value : json,
  });
}
