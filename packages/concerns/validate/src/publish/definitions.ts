import { mapSubschemasAt } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { targetsOf } from './reference-targets.ts';

/** Rewrites a document so that each reference leads to a schema under `$defs`. */
export function withDefinitions(root: JsonSchema): JsonSchema {
  const findTarget = targetsOf(root);
  const names = new Map<unknown, string>();
  const definitions: Record<string, unknown> = {};

  function copy(schema: unknown, path: readonly PathSegment[]): unknown {
    if (!isObject(schema)) {
      return schema;
    }
    const { $ref, $defs: _defs, definitions: _definitions, ...rest } = schema;
    const siblings = mapSubschemasAt(rest, path, copy);
    return $ref === undefined ? siblings : { ...siblings, $ref: `#/$defs/${nameOf(findTarget(schema, path), path)}` };
  }

  function nameOf(target: unknown, path: readonly PathSegment[]): string {
    const known = names.get(target);
    if (known !== undefined) {
      return known;
    }
    const name = `form${names.size + 1}`;
    names.set(target, name);
    definitions[name] = copy(target, path);
    return name;
  }

  const copied = copy(root, []) as JsonSchema;
  return { ...copied, $defs: definitions };
}
