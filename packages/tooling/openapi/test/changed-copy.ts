import { isObject } from '@toolwire/internal';
import { parse } from 'yaml';

/** One change of a document. */
export interface Action {
  /** Where, such as `$.paths['/orders'].get.parameters[?@.name=='limit']`. */
  readonly target: string;
  /** Merged into an object, and appended to a list. Without it, the target is removed. */
  readonly update?: unknown;
}

type Container = Record<string, unknown> | unknown[];

const step = /\['(?<quoted>[^']+)'\]|\[(?<index>\d+)\]|\[\?@\.name=='(?<named>[^']+)'\]|(?<plain>[\w-]+)/gu;

/** Returns a copy of a YAML document with some changes. */
export function changedCopy(document: string, actions: readonly Action[]): object {
  const copy = parse(document) as Container;
  for (const { target, update } of actions) {
    const keys = [...target.matchAll(step)].map(({ groups = {} }) => groups);
    const last = keys.pop() ?? {};
    const parent = keys.reduce((part, key) => part[keyIn(part, key)] as typeof part, copy as Record<string, unknown>);
    const key = keyIn(parent, last);
    if (!Object.hasOwn(parent, key)) throw new Error(`The document has nothing at ${target}`);
    const value = parent[key];
    if (update !== undefined && Array.isArray(value)) value.push(update);
    else if (update !== undefined) merge(value, update);
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  return copy;
}

function keyIn(part: object, { quoted, index, named, plain }: Readonly<Record<string, string | undefined>>): string {
  if (named === undefined) return quoted ?? index ?? plain ?? '';
  return String((part as readonly { readonly name?: unknown }[]).findIndex(({ name }) => name === named));
}

function merge(value: unknown, update: unknown): void {
  if (!isObject(value) || !isObject(update)) throw new Error('An update must be an object');
  for (const [name, next] of Object.entries(update)) {
    const previous = value[name];
    if (isObject(previous) && isObject(next)) merge(previous, next);
    else if (Array.isArray(previous) && Array.isArray(next)) previous.push(...(next as readonly unknown[]));
    else Object.assign(value, { [name]: next });
  }
}
