import { toolName } from '@toolwire/internal';
import { loadCompare } from '#load-semver';
import { checkDuplicates, checkIdAndVersion, fullIdOf, type Versioned } from './check-registration.ts';
import { invalidToolId, toolNotFound, type Unresolved, versionNotFound } from './not-found.ts';
import { createIdSuggester, type Suggest } from './suggest-ids.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';

/** A resolved tool, and the form of its ID. */
interface Resolved<T> {
  readonly ok: true;
  readonly item: T;
  readonly form: 'exact' | 'shorthand' | 'latest';
}

/** The result of resolving a tool ID. */
export type Resolution<T> = Resolved<T> | Unresolved;

/** Limits a lookup to the tools that the caller may see. */
interface Visibility<T> {
  /** Returns whether the caller may see a tool; hidden tools behave as if they did not exist. */
  readonly visible?: ((item: T) => boolean) | undefined;
}

/** Finds tools by ID and version; returns the same arrays each time, except where the visibility is limited. */
export interface VersionResolver<T extends Versioned = Versioned> {
  /** Finds the tool for an ID from a client, in constant time. Version ranges such as `^1.2` don't exist. */
  resolve(toolId: unknown, visibility?: Visibility<T>): Resolution<T>;
  /** Returns whether this very object is registered; another object with the same ID and version is not. */
  has(item: unknown): item is T;
  /** All versions of an ID, oldest first; empty for an unknown ID. */
  versions(id: string): readonly T[];
  /** The latest version of each ID. IDs are in the order in which their tools were passed. */
  latest(visibility?: Visibility<T>): readonly T[];
  /** All versions of all tools: IDs in the order in which their tools were passed, versions oldest first. */
  all(): readonly T[];
}

const maxVersionSuggestions = 3;

/** Registers tools by ID and version; throws a `TypeError` if one is invalid. */
export function createVersionResolver<T extends Versioned>(items: Iterable<T>): VersionResolver<T> {
  const versionsById = sortVersionsById(items);
  const all = Object.freeze([...versionsById.values()].flat());
  const latest = Object.freeze([...versionsById.values()].map((versions) => versions.at(-1) as T));
  const byFullId = indexFullIds(versionsById);
  const registered = new Set<unknown>(all);
  const suggest = createIdSuggester(latest.map((item) => ({ id: item.id, name: nameOf(item) })));

  return {
    resolve(toolId, visibility) {
      const visible = visibility?.visible;
      // Longer strings are not even hashed.
      const entry = typeof toolId === 'string' && toolId.length <= maxToolIdLength ? byFullId.get(toolId) : undefined;
      if (entry !== undefined && (visible === undefined || visible(entry.item))) return entry;
      if (entry?.form === 'latest') {
        const newest = newestVisible(versionsById.get(entry.item.id), visible);
        if (newest !== undefined) return { ok: true, item: newest, form: 'latest' };
      }
      return explainMissing(toolId, versionsById, suggest, visible);
    },
    has: (item): item is T => registered.has(item),
    versions: (id) => versionsById.get(id) ?? none,
    latest(visibility) {
      const visible = visibility?.visible;
      if (visible === undefined) return latest;
      return [...versionsById.values()]
        .map((versions) => newestVisible(versions, visible))
        .filter((item) => item !== undefined);
    },
    all: () => all,
  };
}

const none: readonly never[] = Object.freeze([]);

/** Explains why no visible tool has an ID, with similar IDs or the existing versions. */
function explainMissing<T extends Versioned>(
  toolId: unknown,
  versionsById: ReadonlyMap<string, readonly T[]>,
  suggest: Suggest,
  visible: (item: T) => boolean = () => true,
): Resolution<T> {
  const isVisible = (id: string): boolean => newestVisible(versionsById.get(id), visible) !== undefined;
  const parsed = parseToolId(toolId);
  if (!parsed.ok) return invalidToolId(parsed.problem, typeof toolId === 'string' ? suggest(toolId, isVisible) : []);
  const newest = newestVisible(versionsById.get(parsed.id), visible);
  if (newest === undefined || parsed.form === 'latest') {
    return toolNotFound(parsed.id, suggest(parsed.id, isVisible));
  }
  const visibleItems = (versionsById.get(parsed.id) ?? []).filter((item) => visible(item));
  const visibleVersions = visibleItems.map((item) => item.version);
  return versionNotFound({
    id: parsed.id,
    name: nameOf(newest),
    version: parsed.version,
    form: parsed.form,
    newest: visibleVersions.slice(-maxVersionSuggestions).reverse(),
    more: Math.max(0, visibleVersions.length - maxVersionSuggestions),
  });
}

function nameOf(item: Versioned): string {
  return item.name ?? toolName(item.id);
}

function newestVisible<T>(
  versions: readonly T[] | undefined,
  visible: (item: T) => boolean = () => true,
): T | undefined {
  return versions?.findLast((item) => visible(item));
}

/** Indexes all forms of each ID, so that a call needs one lookup and never parses the version. */
function indexFullIds<T extends Versioned>(versionsById: ReadonlyMap<string, readonly T[]>): Map<string, Resolved<T>> {
  const byFullId = new Map<string, Resolved<T>>();
  for (const [id, versions] of versionsById) {
    for (const item of versions) {
      byFullId.set(fullIdOf(item), Object.freeze({ ok: true, item, form: 'exact' }));
      const shorthand = shorthandOf(item.version);
      if (shorthand !== undefined) {
        byFullId.set(`${id}@${shorthand}`, Object.freeze({ ok: true, item, form: 'shorthand' }));
      }
    }
    // No version means the highest version, whatever the order of registration (OTC-VER-04).
    byFullId.set(id, Object.freeze({ ok: true, item: versions.at(-1) as T, form: 'latest' }));
  }
  return byFullId;
}

const shorthandEnd = '.0.0';

/** Returns the shorthand of a version, such as `1` for 1.0.0; `undefined` if it has none (OTC-VER-03). `parseToolId` reads it. */
function shorthandOf(version: string): string | undefined {
  return version.endsWith(shorthandEnd) ? version.slice(0, -shorthandEnd.length) : undefined;
}

/**
 * Checks tools and groups them by ID. IDs keep the order in which their tools were passed; versions are oldest first.
 * Uses maps, since `__proto__.constructor` is a valid ID.
 */
function sortVersionsById<T extends Versioned>(items: Iterable<T>): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    checkIdAndVersion(item);
    const group = groups.get(item.id);
    if (group === undefined) groups.set(item.id, [item]);
    else group.push(item);
  }
  for (const group of groups.values()) {
    group.sort((left, right) => compareVersions(left.version, right.version));
    checkDuplicates(group);
    Object.freeze(group);
  }
  return groups;
}

/** Compares two versions numerically: 10.0.0 comes after 2.1.0, and 1.10.0 after 1.9.0. */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  return loadCompare()(left, right);
}
