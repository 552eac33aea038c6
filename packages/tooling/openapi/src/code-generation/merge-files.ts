import { StartupError } from '@toolwire/internal';
import { hasConflict, mergeText } from './merge-text.ts';

/** What happens to a file. */
export interface MergedFile {
  readonly name: string;
  /**
   * `created`, `updated` or `unchanged`; `merged` with edits, or with a `conflict`. If the document has no tool for the file any more,
   * it is `removed`, or kept as `edited` because of its edits. `deleted` if the folder doesn't have it.
   */
  readonly state: 'created' | 'updated' | 'unchanged' | 'merged' | 'conflict' | 'removed' | 'edited' | 'deleted';
  /** The new content; `undefined` where the file is not written. */
  readonly text?: string;
  /** The lines where conflicts begin, from 1. */
  readonly conflicts: readonly number[];
}

type Texts = ReadonlyMap<string, string>;

/** Merges the files of an import with those of the folder; `earlier` are those of the last import. */
export function mergeFiles(earlier: Texts, current: Texts, imported: Texts): readonly MergedFile[] {
  const names = [...new Set([...imported.keys(), ...earlier.keys()])].sort();
  return names.map((name) => mergeFile(name, earlier.get(name), current.get(name), imported.get(name)));
}

function mergeFile(
  name: string,
  earlier: string | undefined,
  current: string | undefined,
  imported: string | undefined,
): MergedFile {
  const conflicts: readonly number[] = [];
  if (current !== undefined && hasConflict(current)) {
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `${name} has conflicts of an earlier import. Resolve them, and import again.`,
    );
  }
  if (earlier === undefined) {
    if (current === undefined) return { name, state: 'created', text: imported ?? '', conflicts };
    if (current === imported) return { name, state: 'unchanged', conflicts };
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `${name} exists and was not imported. Move it, or choose another folder.`,
    );
  }
  if (current === undefined) return { name, state: 'deleted', conflicts };
  const isEdited = current.replaceAll('\r\n', '\n') !== earlier;
  if (imported === undefined) return { name, state: isEdited ? 'edited' : 'removed', conflicts };
  if (!isEdited) {
    return imported === earlier
      ? { name, state: 'unchanged', conflicts }
      : { name, state: 'updated', text: imported, conflicts };
  }
  if (imported === earlier) return { name, state: 'unchanged', conflicts };
  const merged = mergeText(earlier, current, imported);
  return { name, state: merged.conflicts.length > 0 ? 'conflict' : 'merged', ...merged };
}
