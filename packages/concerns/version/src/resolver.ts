import { createDidYouMean } from './did-you-mean.ts';
import { addressOf, registerVersions, type Versioned } from './registration.ts';
import type { Resolution, Resolved } from './resolution.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';
import { invalidToolId, toolNotFound, versionNotFound } from './unresolved.ts';

/** Whether the caller of one look-up may see a tool. */
export interface Visibility<T> {
  /** Tools for which this says no behave as if they did not exist. */
  readonly visible?: ((item: T) => boolean) | undefined;
}

/** Finds the tool and version that an id asks for; the same arrays come back every time. */
export interface VersionResolver<T extends Versioned = Versioned> {
  /** Finds the tool for an id as a client sent it, in a time that does not depend on the number of tools. */
  resolve(toolId: unknown, visibility?: Visibility<T>): Resolution<T>;
  /** Whether it is one of these tools itself; one that only has the id and the version of one is not. */
  has(item: unknown): item is T;
  /** All versions of an id, oldest first; none for an unknown id. */
  versions(id: string): readonly T[];
  /** The latest version of each id, in the order of their ids. */
  latest(visibility?: Visibility<T>): readonly T[];
  /** Every version of every tool, in the order of ids, then versions. */
  all(): readonly T[];
}

const maxVersionSuggestions = 3;

/** Collects tools by id and version; throws a `TypeError` that teaches when one of them cannot be registered. */
export function createVersionResolver<T extends Versioned>(items: Iterable<T>): VersionResolver<T> {
  const versionsById = registerVersions(items);
  const all = Object.freeze([...versionsById.values()].flat());
  const latest = Object.freeze([...versionsById.values()].map((versions) => versions.at(-1) as T));
  const byAddress = indexAddresses(versionsById);
  const registered = new Set<unknown>(all);
  const suggest = createDidYouMean(latest.map((item) => ({ id: item.id, name: nameOf(item) })));

  function explain(toolId: unknown, visible: (item: T) => boolean): Resolution<T> {
    const isVisible = (id: string): boolean => newestVisible(versionsById.get(id), visible) !== undefined;
    const parsed = parseToolId(toolId);
    if (!parsed.ok) return invalidToolId(parsed.problem, typeof toolId === 'string' ? suggest(toolId, isVisible) : []);
    const newest = newestVisible(versionsById.get(parsed.id), visible);
    if (newest === undefined || parsed.form === 'latest') {
      return toolNotFound(parsed.id, suggest(parsed.id, isVisible));
    }
    const others = (versionsById.get(parsed.id) ?? []).filter((item) => visible(item)).map((item) => item.version);
    return versionNotFound({
      id: parsed.id,
      name: nameOf(newest),
      version: parsed.version,
      form: parsed.form,
      newest: others.slice(-maxVersionSuggestions).reverse(),
      more: Math.max(0, others.length - maxVersionSuggestions),
    });
  }

  return {
    resolve(toolId, visibility) {
      const visible = visibility?.visible ?? everything;
      // A longer text is not even hashed.
      const found = typeof toolId === 'string' && toolId.length <= maxToolIdLength ? byAddress.get(toolId) : undefined;
      if (found !== undefined && visible(found.item)) return found;
      if (found?.form === 'latest') {
        const newest = newestVisible(versionsById.get(found.item.id), visible);
        if (newest !== undefined) return { ok: true, item: newest, form: 'latest' };
      }
      return explain(toolId, visible);
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
const everything = (): boolean => true;

function nameOf(item: Versioned): string {
  return item.name ?? item.id.replace('.', '_');
}

function newestVisible<T>(versions: readonly T[] | undefined, visible: (item: T) => boolean): T | undefined {
  return versions?.findLast((item) => visible(item));
}

/** Every spelling under which a version can be called, so that a call is one look-up and the version is never read as a number. */
function indexAddresses<T extends Versioned>(
  versionsById: ReadonlyMap<string, readonly T[]>,
): Map<string, Resolved<T>> {
  const byAddress = new Map<string, Resolved<T>>();
  for (const [id, versions] of versionsById) {
    for (const item of versions) {
      byAddress.set(addressOf(item), Object.freeze({ ok: true, item, form: 'exact' }));
      // OTC-VER-03: 1 means 1.0.0, never the newest 1.x.
      if (item.version.endsWith('.0.0')) {
        byAddress.set(
          `${id}@${item.version.slice(0, -'.0.0'.length)}`,
          Object.freeze({ ok: true, item, form: 'shorthand' }),
        );
      }
    }
    // OTC-VER-04: no version means the latest, by numbers, whatever the order of registration.
    byAddress.set(id, Object.freeze({ ok: true, item: versions.at(-1) as T, form: 'latest' }));
  }
  return byAddress;
}
