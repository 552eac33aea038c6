import { mapSubschemasAt } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment, setOwn } from '../json-schema/json.ts';
import { targetsOf } from './reference-targets.ts';

/** Rewrites a document so that each reference leads to a schema under `$defs`. `keepsNames` keeps the author's names there. */
export function withDefinitions(
  root: JsonSchema,
  { keepsNames = false }: { readonly keepsNames?: boolean } = {},
): JsonSchema {
  const findTarget = targetsOf(root);
  const names = new Map<unknown, string>();
  // A name is taken before its definition is added, which is after the definitions that it refers to.
  const taken = new Set<string>();
  const definitions: Record<string, unknown> = {};

  function copy(schema: unknown, path: readonly PathSegment[]): unknown {
    if (!isObject(schema)) {
      return schema;
    }
    const { $ref, $defs: _defs, definitions: _definitions, ...rest } = schema;
    const siblings = mapSubschemasAt(rest, path, copy);
    return typeof $ref !== 'string'
      ? siblings
      : { ...siblings, $ref: `#/$defs/${nameOf(findTarget(schema, path), path, $ref)}` };
  }

  function nameOf(target: unknown, path: readonly PathSegment[], reference: string): string {
    const known = names.get(target);
    if (known !== undefined) {
      return known;
    }
    const ownName = keepsNames ? definitionName.exec(reference)?.[1] : undefined;
    const isFree = ownName !== undefined && !taken.has(ownName);
    const name = isFree ? ownName : freeName(names.size + 1);
    names.set(target, name);
    taken.add(name);
    setOwn(definitions, name, copy(target, path));
    return name;
  }

  function freeName(number: number): string {
    const name = `form${number}`;
    return taken.has(name) ? freeName(number + 1) : name;
  }

  const copied = copy(root, []) as JsonSchema;
  return { ...copied, $defs: definitions };
}

/** The name in a reference to a definition. Names with special characters are replaced. */
const definitionName = /^#\/(?:\$defs|definitions)\/([\w.-]+)$/;
