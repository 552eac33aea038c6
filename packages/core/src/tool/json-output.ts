import type { Content } from './content.ts';
import type { JsonValue } from './schema-types.ts';
import type { ArtifactSource, WithContent } from './tool-result.ts';

/** The allowed result of a tool without `output`: JSON, artifacts and content. Otherwise a message that the compiler's error shows. */
export type JsonOutput<Value> = unknown extends Value
  ? Value
  : Value extends WithContent<infer Inner>
    ? WithContent<JsonOutput<Inner>>
    : Value extends JsonValue | undefined | void | Content | ArtifactSource
      ? Value
      : Value extends bigint
        ? 'A bigint is not valid JSON: return a number, or its digits as a string'
        : Value extends symbol | ((...input: never) => unknown)
          ? 'Functions and symbols are not valid JSON: return a result, or a copy of the data without methods'
          : Value extends ReadonlyMap<unknown, unknown>
            ? 'A Map is not valid JSON: return Object.fromEntries(map)'
            : Value extends ReadonlySet<unknown>
              ? 'A Set is not valid JSON: return [...set]'
              : Value extends ArrayBufferView | ArrayBuffer
                ? 'Bytes are not valid JSON: return content(image(bytes, type)), artifact({ body: bytes }) or base64'
                : Value extends { toJSON(): unknown }
                  ? Value
                  : Value extends PromiseLike<unknown>
                    ? 'A promise is not valid JSON: await it first'
                    : Value extends { next(): unknown } | Iterator<unknown> | AsyncIterator<unknown>
                      ? 'A generator is not valid JSON: return an array of its values, or artifact({ body: generator })'
                      : Value extends RegExp | Error | WeakMap<WeakKey, unknown> | WeakSet<WeakKey>
                        ? 'This is not valid JSON: return a plain object with the fields that callers need'
                        : { readonly [Name in keyof Value]: JsonOutput<Value[Name]> };
