import { StartupError } from '@toolwire/internal';
import { hasConflict, mergeText } from './merge-text.ts';

/** A file of an import, and whether it is written. */
export interface MergedFile {
  readonly name: string;
  /**
   * `created`, `updated` or `unchanged`; `merged` with edits, or with a `conflict`. A file without tools in the document is `removed`, or
   * stays as `edited` because of its edits. `deleted` means that the user deleted the file.
   */
  readonly state: 'created' | 'updated' | 'unchanged' | 'merged' | 'conflict' | 'removed' | 'edited' | 'deleted';
  /** The new content; `undefined` if the file is not written. */
  readonly text?: string;
  /** The line numbers where conflicts start, from 1. */
  readonly conflicts: readonly number[];
}

type Texts = ReadonlyMap<string, string>;

/** Merges the files of an import with the current files of the folder. `earlier` are the files of the last import. */
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
    if (withLineFeeds(current) === imported) return { name, state: 'unchanged', conflicts };
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `${name} exists and was not imported. Move it, or choose another folder.`,
    );
  }
  if (current === undefined) return { name, state: 'deleted', conflicts };
  const isEdited = withLineFeeds(current) !== earlier;
  if (imported === undefined) return { name, state: isEdited ? 'edited' : 'removed', conflicts };
  if (imported === earlier) return { name, state: 'unchanged', conflicts };
  if (!isEdited) return { name, state: 'updated', text: imported, conflicts };
  const merged = mergeText(earlier, current, imported);
  return { name, state: merged.conflicts.length > 0 ? 'conflict' : 'merged', ...merged };
}

/** Git may have changed the line endings of an imported file. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
