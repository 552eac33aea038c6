import { isObject, type PathSegment, setOwn } from '../json-schema/json.ts';

/** What to omit of a value: all of it, or parts by their names or indexes. */
interface Omitted {
  isWhole: boolean;
  readonly parts: Map<PathSegment, Omitted>;
}

/** Copies a value without the parts at some paths, so that an error can list the other problems. */
export function omitParts(value: unknown, paths: readonly (readonly PathSegment[])[]): unknown {
  const root: Omitted = { isWhole: false, parts: new Map() };
  for (const path of paths) {
    let omitted = root;
    for (const segment of path) {
      const part = omitted.parts.get(segment) ?? { isWhole: false, parts: new Map() };
      omitted.parts.set(segment, part);
      omitted = part;
    }
    omitted.isWhole = true;
  }
  return withoutParts(value, root);
}

function withoutParts(value: unknown, { isWhole, parts }: Omitted): unknown {
  if (isWhole) {
    return undefined;
  }
  if (Array.isArray(value)) {
    // A unique placeholder, so that it duplicates no other item.
    return value.map((item: unknown, index) => withoutPart(item, parts.get(index)) ?? `item ${index}`);
  }
  if (!isObject(value)) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part = withoutPart(value[name], parts.get(name));
    if (part !== undefined) setOwn(copy, name, part);
  }
  return copy;
}

function withoutPart(part: unknown, omitted: Omitted | undefined): unknown {
  return omitted === undefined ? part : withoutParts(part, omitted);
}

/** Whether a path equals, or is inside, another path. */
export function isWithin(path: readonly PathSegment[], others: readonly (readonly PathSegment[])[]): boolean {
  return others.some((other) => other.every((segment, index) => path[index] === segment));
}
