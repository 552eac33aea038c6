import { type Fields, isObject, listOf, own, recordOf, StartupError } from '@toolwire/internal';
import { parseDocument } from './parse-document.ts';

/** Applies OpenAPI Overlays 1.0 to a document, one after the other. Returns a changed copy. */
export async function applyOverlays(document: Fields, overlays: readonly (string | object)[]): Promise<Fields> {
  if (overlays.length === 0) return document;
  // Loaded only here, because most documents have no overlays.
  const { JSONPathEnvironment, JSONPathError, JSONPathRecursionLimitError } = await import('json-p3');
  const paths = new JSONPathEnvironment({ maxRecursionDepth: maxDepth });
  const findNodes = (name: string, target: string, searched: Fields): readonly Node[] => {
    try {
      return paths.query(target, searched as never).nodes;
    } catch (cause) {
      // A `RangeError` is of a target with thousands of parentheses.
      if (!(cause instanceof JSONPathError || cause instanceof RangeError)) throw cause;
      if (cause instanceof JSONPathRecursionLimitError) {
        throw overlayError(`${name}: the document has too many levels for the target '${target}'.`, { cause });
      }
      throw overlayError(`${name}: the target '${target}' is not a JSONPath (RFC 9535).`, { cause });
    }
  };
  let changed = document;
  for (const [index, overlay] of overlays.entries()) {
    const name = `Overlay ${index + 1}`;
    for (const action of actionsOf(name, parseDocument(name, overlay))) {
      const nodes = findNodes(name, action.target, changed);
      // An error, because the document has probably changed since the overlay was written.
      if (nodes.length === 0) {
        throw overlayError(`${name}: the target '${action.target}' matches nothing in the document.`);
      }
      const locations = locationsOf(nodes);
      if (locations.some(({ length }) => length === 0)) expectRootUpdate(name, action);
      for (const location of locations) changed = recordOf(applyAction(changed, location, action));
    }
  }
  return changed;
}

/** The maximum depth of a document with a target such as `$..description`. The default of json-p3 is 50. */
const maxDepth = 1000;

function overlayError(message: string, options?: ErrorOptions): StartupError {
  return new StartupError('TW_OPENAPI_OVERLAY', message, options);
}

interface Action {
  readonly target: string;
  readonly update: unknown;
  readonly isRemoval: boolean;
}

function actionsOf(name: string, overlay: Fields): readonly Action[] {
  if (!/^1\.0\.\d+/u.test(String(overlay.overlay)) || !Array.isArray(overlay.actions)) {
    throw overlayError(`${name} must be an OpenAPI Overlay 1.0: an object with overlay: 1.0.0 and a list of actions.`);
  }
  return listOf(overlay.actions).map((action, index) => {
    if (!isObject(action) || typeof action.target !== 'string') {
      throw overlayError(`${name}: action ${index + 1} must have a target, such as $.paths['/orders'].get.`);
    }
    const isRemoval = action.remove === true;
    const hasUpdate = action.update !== undefined && action.update !== null;
    if ('copy' in action) {
      throw overlayError(`${name}: action ${index + 1} has the field 'copy', which isn't part of Overlay 1.0.`);
    }
    if (!(isRemoval || hasUpdate)) {
      throw overlayError(`${name}: action ${index + 1} must have update, or remove: true.`);
    }
    return { target: action.target, update: action.update, isRemoval };
  });
}

type Location = readonly (string | number)[];

/** A match of a target. */
interface Node {
  readonly location: Location;
}

/** Returns the places that an action changes, in the order of the changes. */
function locationsOf(nodes: readonly Node[]): readonly Location[] {
  const unique = new Map(nodes.map(({ location }) => [JSON.stringify(location), location]));
  return [...unique.values()].sort(laterFirst);
}

/** Throws unless the document is still an object after an action on the whole document. */
function expectRootUpdate(name: string, { target, update, isRemoval }: Action): void {
  if (!isRemoval && isObject(update)) return;
  throw overlayError(
    `${name}: the target '${target}' is the whole document, which can't be removed. Its update must be an object.`,
  );
}

/** Sorts later items and inner values first, so that a removal moves no other match. */
function laterFirst(location: Location, other: Location): number {
  const index = location.findIndex((step, position) => step !== other[position]);
  if (index < 0) return other.length - location.length;
  const [step, otherStep] = [location[index], other[index]];
  if (otherStep === undefined) return -1;
  if (typeof step === 'number' && typeof otherStep === 'number') return otherStep - step;
  return String(step) < String(otherStep) ? -1 : 1;
}

/** Returns a copy of the document with a change at one location. Other aliases of a YAML value stay unchanged. */
function applyAction(document: Fields, location: Location, { update, isRemoval }: Action): unknown {
  if (!isRemoval) return changedAt(document, location, (value) => updated(value, update));
  return changedAt(document, location.slice(0, -1), (parent) => withoutPart(parent, location.at(-1)));
}

function changedAt(value: unknown, location: Location, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = location;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  }
  return isObject(value) ? { ...value, [step]: changedAt(value[step], rest, change) } : value;
}

function withoutPart(value: unknown, key: string | number | undefined): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => index !== key);
  return Object.fromEntries(Object.entries(recordOf(value)).filter(([name]) => name !== key));
}

/** Merges objects, appends to lists, and replaces other values. */
function updated(value: unknown, update: unknown): unknown {
  if (Array.isArray(value)) return [...listOf(value), update];
  return isObject(value) && isObject(update) ? merged(value, update) : update;
}

/** Merges the fields of objects. Lists are appended to lists, and other values are replaced. */
function merged(value: Fields, update: Fields): Fields {
  const changes = Object.entries(update).map(([name, next]): [string, unknown] => {
    const previous = own(value, name);
    if (isObject(previous) && isObject(next)) return [name, merged(previous, next)];
    return [name, Array.isArray(previous) && Array.isArray(next) ? [...listOf(previous), ...listOf(next)] : next];
  });
  // A field called __proto__ stays a field.
  return { ...value, ...Object.fromEntries(changes) };
}
