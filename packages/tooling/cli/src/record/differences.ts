import { isObject } from '@toolwire/internal';

export interface Difference {
  /** A JSON path, such as `$.value.items[0].name`. */
  readonly path: string;
  /** Not set if the path does not exist. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the paths where two JSON values differ, except ignored paths. */
export function differences(
  before: unknown,
  after: unknown,
  ignored: readonly string[],
  path = '$',
): readonly Difference[] {
  if (ignored.some((pattern) => matches(pattern, path))) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      memberDifferences([before, after], String(index), ignored, `${path}[${index}]`),
    );
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => memberDifferences([before, after], name, ignored, `${path}${pathSegment(name)}`));
  }
  return Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

function memberDifferences(
  [before, after]: readonly [object, object],
  name: string,
  ignored: readonly string[],
  path: string,
): readonly Difference[] {
  const [isInBefore, isInAfter] = [Object.hasOwn(before, name), Object.hasOwn(after, name)];
  const memberOf = (from: object): unknown => (from as Readonly<Record<string, unknown>>)[name];
  if (isInBefore && isInAfter) return differences(memberOf(before), memberOf(after), ignored, path);
  if (ignored.some((pattern) => matches(pattern, path))) return [];
  return [{ path, ...(isInBefore && { before: memberOf(before) }), ...(isInAfter && { after: memberOf(after) }) }];
}

function pathSegment(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const anyMember = String.raw`(?:\.[^.[\]]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])`;

/** Whether a path matches a pattern, in which `.*` and `[*]` match any key or index. A `*` in a name matches a part of it. */
function matches(pattern: string, path: string): boolean {
  const source = pattern.replaceAll(/\.\*|\[\*\]|[.[\]$?+^(){}|\\*]/g, (part) => {
    if (part.length > 1) return anyMember;
    return part === '*' ? String.raw`[^.[\]]+` : `\\${part}`;
  });
  return new RegExp(`^${source}$`).test(path);
}
