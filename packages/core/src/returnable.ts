import type { ArtifactSource } from './artifact.ts';
import type { Content } from './content.ts';
import type { JsonValue } from './json.ts';

/** What a tool without an `output` may return: what JSON can carry, files and content; else what to return instead, as the compiler's error says it. */
export type Returnable<Value> = unknown extends Value
  ? Value
  : Value extends JsonValue | undefined | void | Content | ArtifactSource
    ? Value
    : Value extends bigint
      ? 'A bigint is no JSON: return a number, or its digits as a text'
      : Value extends symbol | ((...given: never) => unknown)
        ? 'A function is no JSON: return what it gives, or a copy of the data without methods'
        : Value extends ReadonlyMap<unknown, unknown>
          ? 'A Map is no JSON: return Object.fromEntries(map)'
          : Value extends ReadonlySet<unknown>
            ? 'A Set is no JSON: return [...set]'
            : Value extends ArrayBufferView | ArrayBuffer
              ? 'Bytes are no JSON: return content(image(bytes, type)), artifact({ body: bytes }) or base64'
              : Value extends { toJSON(): unknown }
                ? Value
                : Value extends PromiseLike<unknown>
                  ? 'A promise is no JSON: await it first'
                  : Value extends { next(): unknown } | Iterator<unknown> | AsyncIterator<unknown>
                    ? 'A generator is no JSON: return a list of what it gives, or artifact({ body: generator })'
                    : Value extends RegExp | Error | WeakMap<WeakKey, unknown> | WeakSet<WeakKey>
                      ? 'This is no JSON: return an object of what matters in it'
                      : { readonly [Name in keyof Value]: Returnable<Value[Name]> };
