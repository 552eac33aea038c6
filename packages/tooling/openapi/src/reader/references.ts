import { type Fields, isObject, parseUrl } from '@toolwire/internal';
import { resolveReference } from '@toolwire/internal/json-schema';

/** The reason why an operation can't become a tool, which the reader lists with the ID of the operation. */
export class Unsupported extends Error {
  override readonly name: string = 'Unsupported';
}

/** Returns a value, or `undefined` if reading it throws `Unsupported`. */
export function ifSupported<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof Unsupported)) throw thrown;
    return undefined;
  }
}

// Six folders deep, because a URL drops each `../` above its root, and `../x` would become `x`.
const root = 'file:///~/~/~/~/~/~/';

/** Resolves the references of a document, within the document and its files only. */
export interface References {
  /** Follows a chain of references to its end. Returns any other value unchanged. */
  resolve(value: unknown): unknown;
  /** Returns the value of one reference. */
  lookup(reference: string): unknown;
}

/** Creates the references of a document, and of files by their paths relative to the document. */
export function createReferences(document: Fields, files: ReadonlyMap<string, unknown>): References {
  const byAddress = new Map<string, unknown>([['', document]]);
  for (const [name, content] of files) {
    const address = new URL(name.replaceAll(/[%?#]/gu, encodeURIComponent), root).href;
    byAddress.set(address, absolute(content, address));
  }
  const lookup = (reference: string): unknown => {
    const [file, pointer] = splitReference(reference);
    const url = parseUrl(file, root);
    if (url === undefined) throw new Unsupported(`The reference '${reference}' is not a valid URL.`);
    const address = file === '' ? '' : url.href;
    if (!byAddress.has(address)) {
      const [shownFile, shownReference] = [file, reference].map((text) => text.replace(root, ''));
      throw new Unsupported(`The file '${shownFile}' was not given, so '${shownReference}' is unknown.`);
    }
    return valueAt(byAddress.get(address), pointer, reference);
  };
  return {
    lookup,
    resolve(value) {
      const seen = new Set<string>();
      let current = value;
      while (isObject(current) && typeof current.$ref === 'string') {
        const reference = current.$ref;
        if (seen.has(reference)) throw new Unsupported(`The reference '${reference}' leads to itself.`);
        seen.add(reference);
        current = lookup(reference);
      }
      return current;
    },
  };
}

function splitReference(reference: string): [string, string] {
  const index = reference.indexOf('#');
  return index < 0 ? [reference, ''] : [reference.slice(0, index), reference.slice(index + 1)];
}

/** Returns the value at a JSON pointer (RFC 6901). */
function valueAt(value: unknown, pointer: string, reference: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) {
    throw new Unsupported(`The reference '${reference}' is not a JSON pointer.`);
  }
  const target = resolveReference(`#${pointer}`, value);
  if (target === undefined) throw new Unsupported(`The reference '${reference}' leads to nothing.`);
  return target;
}

/** Whether a value in the mapping of a discriminator is a reference, and not the name of a schema. */
export function isMappedReference(value: unknown): value is string {
  return typeof value === 'string' && /[#/]/u.test(value);
}

/** Copies a file with the full URL in each reference, so that a reference has the same meaning everywhere. */
function absolute(content: unknown, address: string, isMapping: boolean = false): unknown {
  if (Array.isArray(content)) return content.map((item) => absolute(item, address));
  if (!isObject(content)) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const isReference = isMapping ? isMappedReference(value) : name === '$ref' && typeof value === 'string';
      // `lookup` reports an invalid URL.
      const url = isReference ? parseUrl(String(value), address) : undefined;
      return url !== undefined
        ? [name, url.href]
        : [name, absolute(value, address, name === 'mapping' && typeof content.propertyName === 'string')];
    }),
  );
}
