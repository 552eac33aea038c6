import { isObject } from '../json.ts';
import { zod4Definition } from './library.ts';
import type { StandardProps } from './standard-schema.ts';
import { type Code, judgeByWatched, watch } from './zod4-judging.ts';

type Validate = NonNullable<StandardProps['validate']>;

/**
 * Judges by a zod 4 schema whose author wrote checks or transforms of its own. zod leaves the promise of a try behind
 * and starts again; here the second run is given the promise of the first, and no promise is left without a listener.
 */
export function runChecksOnce(schema: unknown, validate: Validate): Validate {
  return watchCode(schema, new Set()) ? judgeByWatched(validate) : validate;
}

type Internals = Readonly<Record<string, unknown>>;

/** Watches what the author of a schema wrote as functions that may wait; says whether there was any. */
function watchCode(schema: unknown, seen: Set<unknown>): boolean {
  if (Array.isArray(schema)) {
    return schema.map((part) => watchCode(part, seen)).includes(true);
  }
  const definition = zod4Definition(schema);
  if (definition === undefined || seen.has(schema)) {
    return false;
  }
  seen.add(schema);
  const internals = (schema as { readonly _zod: Internals })._zod;
  const found = [
    definition['check'] === 'custom' && watchFunction(internals, 'check'),
    watchFunction(definition, 'transform'),
    definition['type'] === 'lazy' && watchCode(internals['innerType'], seen),
  ];
  // The default is a getter that calls the author's function.
  const names = Object.keys(definition).filter((name) => name !== 'defaultValue');
  for (const name of names) {
    const part = definition[name];
    found.push(watchCode(name === 'shape' && isObject(part) ? Object.values(part) : part, seen));
  }
  return found.includes(true);
}

const watchedCode = new WeakSet<Code>();

function watchFunction(holder: Internals, name: string): boolean {
  const code = holder[name];
  if (typeof code !== 'function') {
    return false;
  }
  if (!watchedCode.has(code as Code)) {
    const watched = watch(code as Code);
    watchedCode.add(watched);
    // A frozen schema stays as it is, and is judged as zod does it.
    Reflect.set(holder, name, watched);
  }
  return true;
}
