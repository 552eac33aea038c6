import { StartupError } from '@toolwire/internal';
import { isRecord, type JsonRecord, listOf, recordOf } from '../base/json.ts';
import { parseDocument } from './parse-document.ts';

/** Applies OpenAPI Overlays 1.0 to a document, one after the other. Returns a changed copy. */
export async function applyOverlays(document: JsonRecord, overlays: readonly (string | object)[]): Promise<JsonRecord> {
  if (overlays.length === 0) return document;
  // Only documents with overlays need a reader of JSONPath.
  const { query } = await import('json-p3');
  let changed = document;
  for (const [index, overlay] of overlays.entries()) {
    const name = `Overlay ${index + 1}`;
    for (const action of actionsOf(name, parseDocument(name, overlay))) {
      const places = placesOf(name, action.target, (path) => query(path, changed as never).nodes);
      for (const place of places) changed = recordOf(applyAction(changed, place, action));
    }
  }
  return changed;
}

interface Action {
  readonly target: string;
  readonly update: unknown;
  readonly isRemoval: boolean;
}

function actionsOf(name: string, overlay: JsonRecord): readonly Action[] {
  if (!/^1\.0\.\d+/u.test(String(overlay.overlay)) || !Array.isArray(overlay.actions)) {
    throw new StartupError(
      'TW_OPENAPI_OVERLAY',
      `${name} must be an OpenAPI Overlay 1.0: an object with overlay: 1.0.0 and a list of actions.`,
    );
  }
  return listOf(overlay.actions).map((action, index) => {
    if (!isRecord(action) || typeof action.target !== 'string') {
      throw new StartupError(
        'TW_OPENAPI_OVERLAY',
        `${name}: action ${index + 1} must have a target, such as $.paths['/orders'].get.`,
      );
    }
    const isRemoval = action.remove === true;
    const hasUpdate = action.update !== undefined && action.update !== null;
    if ('copy' in action || !(isRemoval || hasUpdate)) {
      throw new StartupError(
        'TW_OPENAPI_OVERLAY',
        `${name}: action ${index + 1} must have update, or remove: true. The field 'copy' isn't part of Overlay 1.0.`,
      );
    }
    return { target: action.target, update: action.update, isRemoval };
  });
}

type Location = readonly (string | number)[];

function placesOf(
  name: string,
  target: string,
  find: (path: string) => readonly { readonly location: Location }[],
): readonly Location[] {
  let nodes: readonly { readonly location: Location }[];
  try {
    nodes = find(target);
  } catch (cause) {
    throw new StartupError('TW_OPENAPI_OVERLAY', `${name}: the target '${target}' is not a JSONPath (RFC 9535).`, {
      cause,
    });
  }
  // Usually the document has changed, and the overlay has not.
  if (nodes.length === 0) {
    throw new StartupError('TW_OPENAPI_OVERLAY', `${name}: the target '${target}' matches nothing in the document.`);
  }
  const unique = new Map(nodes.map(({ location }) => [JSON.stringify(location), location]));
  return [...unique.values()].sort(laterFirst);
}

/** Sorts later items and inner values first, so that a removal moves no other match. */
function laterFirst(one: Location, other: Location): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  if (at < 0) return other.length - one.length;
  const [step, otherStep] = [one[at], other[at]];
  if (otherStep === undefined) return -1;
  if (typeof step === 'number' && typeof otherStep === 'number') return otherStep - step;
  return String(step) < String(otherStep) ? -1 : 1;
}

/** A copy of the document with a change. A value that YAML aliases share changes only at this location. */
function applyAction(document: JsonRecord, location: Location, { update, isRemoval }: Action): unknown {
  if (!isRemoval) return changedAt(document, location, (value) => updated(value, update));
  const key = location.at(-1);
  return key === undefined
    ? document
    : changedAt(document, location.slice(0, -1), (parent) => withoutPart(parent, key));
}

function changedAt(value: unknown, location: Location, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = location;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  }
  return isRecord(value) ? { ...value, [step]: changedAt(value[step], rest, change) } : value;
}

function withoutPart(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => index !== key);
  return Object.fromEntries(Object.entries(recordOf(value)).filter(([name]) => name !== key));
}

/** Merges objects; an update of a list is added to it, and other values are replaced. */
function updated(value: unknown, update: unknown): unknown {
  if (Array.isArray(value)) return [...listOf(value), update];
  return isRecord(value) && isRecord(update) ? merged(value, update) : update;
}

/** Merges objects; lists are added to lists, and other values replace those of the document. */
function merged(value: JsonRecord, update: JsonRecord): JsonRecord {
  const changes = Object.entries(update).map(([name, next]): [string, unknown] => {
    const before = Object.hasOwn(value, name) ? value[name] : undefined;
    if (isRecord(before) && isRecord(next)) return [name, merged(before, next)];
    return [name, Array.isArray(before) && Array.isArray(next) ? [...listOf(before), ...listOf(next)] : next];
  });
  // A field called __proto__ stays a field.
  return { ...value, ...Object.fromEntries(changes) };
}
