import { isObject, type PathSegment, setOwn } from '../json-schema/json.ts';

/** Copies a value without the parts at some paths, so that an error can list the other problems. */
export function omitParts(value: unknown, paths: readonly (readonly PathSegment[])[]): unknown {
  return paths.reduce(omitPart, value);
}

function omitPart(value: unknown, [segment, ...inside]: readonly PathSegment[]): unknown {
  if (segment === undefined) {
    return undefined;
  }
  if (Array.isArray(value)) {
    // A unique placeholder, so that it duplicates no other item.
    const replaced: unknown = inside.length === 0 ? `item ${segment}` : omitPart(value[Number(segment)], inside);
    return value.with(Number(segment), replaced);
  }
  if (!isObject(value)) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (name !== segment) setOwn(copy, name, value[name]);
    else if (inside.length > 0) setOwn(copy, name, omitPart(value[name], inside));
  }
  return copy;
}

/** Whether a path equals, or is inside, one of the others. */
export function isWithin(path: readonly PathSegment[], others: readonly (readonly PathSegment[])[]): boolean {
  return others.some((other) => other.every((segment, index) => path[index] === segment));
}
