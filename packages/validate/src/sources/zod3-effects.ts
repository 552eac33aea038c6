import { isObject } from '../json.ts';
import { zod3Definition } from './library.ts';
import { isSameValue } from './same-value.ts';

interface Context {
  readonly path: readonly unknown[];
  readonly addIssue: (issue: object) => void;
}
type Code = (value: unknown, context: Context) => unknown;

interface Begun {
  readonly code: Code;
  readonly value: unknown;
  readonly context: { target: Context };
  readonly promise: Promise<unknown>;
}

/** One judging by zod 3; it stands first in the path of every field, which is how checks find it. */
export class Judging {
  isTrying = true;
  begun: Begun | undefined;
  failure: { readonly thrown: unknown } | undefined;
}

/** Watches the effects in a schema; says whether there was any. */
export function watchEffects(part: unknown, seen: Set<unknown>): boolean {
  if (seen.has(part) || part === null || typeof part !== 'object') {
    return false;
  }
  seen.add(part);
  if (Array.isArray(part) || part instanceof Map) {
    return [...part.values()].map((item) => watchEffects(item, seen)).includes(true);
  }
  const definition = zod3Definition(part);
  if (definition === undefined) {
    return false;
  }
  const { effect, shape, getter, typeName } = definition;
  const found = [isObject(effect) && watchEffect(effect)];
  if (typeName === 'ZodObject' && typeof shape === 'function') {
    found.push(watchEffects(Object.values((shape as () => object)()), seen));
  }
  if (typeName === 'ZodLazy' && typeof getter === 'function') {
    found.push(watchGetter(definition, getter as () => unknown));
  }
  found.push(watchEffects(Object.values(definition), seen));
  return found.includes(true);
}

/** What a lazy schema stands for is watched when it is first asked for, and asked for once: each time would make another. */
function watchGetter(definition: object, getter: () => unknown): boolean {
  let schema: unknown;
  return Reflect.set(definition, 'getter', () => {
    if (schema === undefined) {
      schema = getter();
      watchEffects(schema, new Set());
    }
    return schema;
  });
}

const watchedCode = new WeakSet<Code>();

function watchEffect(effect: object): boolean {
  for (const name of ['refinement', 'transform'] as const) {
    const code = (effect as Partial<Record<typeof name, Code>>)[name];
    if (code !== undefined && !watchedCode.has(code)) {
      const watched = watch(code);
      watchedCode.add(watched);
      // A frozen schema stays as it is, and is judged as zod does it.
      Reflect.set(effect, name, watched);
    }
  }
  return true;
}

/** The same function, except that a judging of ours gets what its try has begun, and no rejection. */
function watch(code: Code): Code {
  return (value, context) => {
    const [judging] = context.path;
    if (!(judging instanceof Judging)) {
      return code(value, context);
    }
    const { begun } = judging;
    if (begun?.code === code && isSameValue(begun.value, value)) {
      judging.begun = undefined;
      begun.context.target = context;
      return begun.promise;
    }
    const redirected = { target: context };
    const fail = (thrown: unknown): void => {
      judging.failure ??= { thrown };
      redirected.target.addIssue({ code: 'custom', fatal: true });
    };
    try {
      const result = code(value, redirect(redirected));
      if (!(result instanceof Promise)) {
        return result;
      }
      const promise = result.catch(fail);
      if (judging.isTrying) {
        judging.begun = { code, value, context: redirected, promise };
      }
      return promise;
    } catch (thrown) {
      if (judging.isTrying) {
        judging.failure = { thrown };
        throw thrown;
      }
      return fail(thrown);
    }
  };
}

function redirect(redirected: { readonly target: Context }): Context {
  return {
    addIssue: (issue) => redirected.target.addIssue(issue),
    get path() {
      return redirected.target.path.slice(1);
    },
  };
}
