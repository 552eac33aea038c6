import { StartUpError } from '@toolwire/internal';
import { isRecord, type JsonRecord, listOf } from '../base/json.ts';
import { parseDocument } from './parse-document.ts';

/** Applies OpenAPI Overlays 1.0 to a document, one after the other. Returns a changed copy. */
export async function applyOverlays(document: JsonRecord, overlays: readonly (string | object)[]): Promise<JsonRecord> {
  if (overlays.length === 0) return document;
  // Only documents with overlays need a reader of JSONPath.
  const { query } = await import('json-p3');
  const changed = structuredClone(document);
  for (const [index, overlay] of overlays.entries()) {
    const name = `Overlay ${index + 1}`;
    for (const action of actionsOf(name, parseDocument(name, overlay))) {
      const places = placesOf(name, action.target, (path) => query(path, changed as never).nodes);
      // Backwards, so that the numbers of items before a removed one stay true.
      for (const place of places.toReversed()) applyAction(changed, place, action);
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
  if (!String(overlay.overlay).startsWith('1.') || !Array.isArray(overlay.actions)) {
    throw new StartUpError(
      'TW_OPENAPI_OVERLAY',
      `${name} must be an OpenAPI Overlay 1.0: an object with overlay: 1.0.0 and a list of actions.`,
    );
  }
  return listOf(overlay.actions).map((action, index) => {
    if (!isRecord(action) || typeof action.target !== 'string') {
      throw new StartUpError(
        'TW_OPENAPI_OVERLAY',
        `${name}: action ${index + 1} must have a target, such as $.paths['/orders'].get.`,
      );
    }
    return { target: action.target, update: action.update, isRemoval: action.remove === true };
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
    throw new StartUpError('TW_OPENAPI_OVERLAY', `${name}: the target '${target}' is not a JSONPath (RFC 9535).`, {
      cause,
    });
  }
  // Usually the document has changed, and the overlay has not.
  if (nodes.length === 0) {
    throw new StartUpError('TW_OPENAPI_OVERLAY', `${name}: the target '${target}' matches nothing in the document.`);
  }
  return nodes.map(({ location }) => location);
}

type Container = Record<string | number, unknown>;

function applyAction(document: JsonRecord, location: Location, { update, isRemoval }: Action): void {
  const parents = location.slice(0, -1);
  const key = location.at(-1);
  const parent = parents.reduce<unknown>((value, step) => (value as Container | undefined)?.[step], document);
  if (isRemoval) {
    // Another match of the same target may have removed it.
    if (key === undefined || typeof parent !== 'object' || parent === null) return;
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete (parent as Container)[key];
    return;
  }
  const target = key === undefined ? document : (parent as Container | undefined)?.[key];
  if (Array.isArray(target)) target.push(structuredClone(update));
  else if (isRecord(target) && isRecord(update)) mergeInto(target, update);
  else if (key !== undefined && typeof parent === 'object' && parent !== null) {
    (parent as Container)[key] = structuredClone(update);
  }
}

/** Merges objects; lists are added to lists, and other values replace those of the document. */
function mergeInto(target: Record<string, unknown>, update: JsonRecord): void {
  for (const [name, value] of Object.entries(update)) {
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    if (isRecord(before) && isRecord(value)) mergeInto(before, value);
    else {
      const next = Array.isArray(before) && Array.isArray(value) ? [...listOf(before), ...listOf(value)] : value;
      // A field called __proto__ stays a field.
      Object.defineProperty(target, name, {
        value: structuredClone(next),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
}
